// One router process of `npm run cluster`: its options are the first argument, as JSON.
import { monotonicClock } from "../../src/clock";
import { type ClusterMember, joinCluster, redisStore } from "../../src/cluster";
import { createPoolSync } from "../../src/pool/create-pool";
import { Pool } from "../../src/pool/pool";
import { Random } from "../../src/random/random";
import { connect } from "./clients";
import { poolOptions, traceLengths } from "./fleet-settings";
import { Load } from "./load";
import type { RouterMessage, RouterOptions } from "./messages";

/** Milliseconds between two looks at the clock. */
const TICK_MS = 5;
/** Passes that do not count for the CPU: V8 compiles what they run. */
const WARM_UP = 10;

const options = JSON.parse(process.argv[2] as string) as RouterOptions;
const wall = monotonicClock();
/** Events happen at their own times, which follow the wall clock by a tick at most; null: the wall clock itself. */
let eventS: number | null = null;
const pool = createPoolSync({ ...poolOptions(), clock: { now: () => eventS ?? wall.now() } });
const { client } = await connect("redis", options.port);
const member = await joinCluster(pool, { name: options.name, store: redisStore(client) });
const { accounting } = Pool.accountsOf(pool);
tell({ type: "joined", member: member.id, startedS: accounting.startedS });
process.once("message", () => serve(member));
process.once("disconnect", () => process.exit(0));

function tell(message: RouterMessage): void {
  process.send?.(message);
}

/** Serves until the end: events in order of time, and a pass at each whole second of the cluster. */
function serve(joined: ClusterMember): void {
  const aheadS = pool.clockOffsetS;
  const fromS = wall.now();
  const random = new Random(options.seed, options.number);
  const load = new Load(pool, traceLengths(), options.rate / options.routers, random);
  let edgeS = Math.floor(fromS + aheadS) + 1;
  let passMs = 0;
  eventS = fromS;
  load.start(fromS);
  const timer = setInterval(() => {
    const nowS = wall.now();
    while (Math.min(load.nextS, edgeS - aheadS) <= nowS) {
      const isEdge = edgeS - aheadS < load.nextS;
      eventS = isEdge ? edgeS - aheadS : load.nextS;
      if (!isEdge) load.step();
      else {
        edgeS += 1;
        const tookMs = pass(joined, load);
        if (joined.state().publishes > WARM_UP) passMs += tookMs;
      }
    }
    eventS = nowS;
    sendEvents(joined, load);
    if (nowS - fromS < options.seconds) return;
    clearInterval(timer);
    end(joined, passMs, nowS - fromS);
  }, TICK_MS);
}

/** Passes, and sends the events before the publish that has them. @returns the milliseconds of CPU that it took */
function pass(joined: ClusterMember, load: Load): number {
  sendEvents(joined, load);
  const before = process.cpuUsage();
  const passing = joined.pass();
  const { user, system } = process.cpuUsage(before);
  const busyMs = (user + system) / 1000;
  passing.then(() => {
    const { directive } = joined;
    if (joined.state().leads && directive !== null)
      tell({ type: "directive", directive, atS: wall.now() + pool.clockOffsetS });
  });
  return busyMs;
}

function sendEvents(joined: ClusterMember, load: Load): void {
  if (load.events.length === 0) return;
  tell({ type: "events", seq: joined.state().publishes + 1, events: load.events });
  load.events = [];
}

async function end(joined: ClusterMember, passMs: number, seconds: number): Promise<void> {
  const { publishedBytes, leads } = joined.state();
  tell({ type: "done", passMs: (passMs * seconds) / (seconds - WARM_UP), publishedBytes, seconds, isLeader: leads });
}
