// Several router processes, one real server, and one pool that is fed with the same events:
//   npm run cluster -- --routers 4 --seconds 60 --seed 1 --json
// Ends with 1 where a bar is missed.
import { type ChildProcess, fork } from "node:child_process";
import { parseArgs } from "node:util";
import type { RouterMessage, RouterOptions } from "./messages";
import type { RouterLog } from "./reference-pool";
import { printReport, reportOf } from "./report";
import { startServer } from "./server";
import type { Written } from "./verdict";

/** Milliseconds that messages on their way get. */
const LAST_MESSAGES_MS = 500;

/** One router process, as this one sees it. */
export interface Router extends RouterLog {
  member: string;
  readonly process: ChildProcess;
  startedS: number;
  /** Why it ended; null: it has not. */
  done: Extract<RouterMessage, { type: "done" }> | null;
  isKilled: boolean;
}

const { values } = parseArgs({
  options: {
    routers: { type: "string", default: "4" },
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    rate: { type: "string", default: "24" },
    json: { type: "boolean", default: false },
  },
});
const routers = wholeOf("routers", 1, 64);
const seconds = wholeOf("seconds", 20, 3600);
const seed = wholeOf("seed", 0, 2 ** 32);
const rate = wholeOf("rate", 1, 1000);

const server = await startServer();
const written: Written[] = [];
let killedS: number | null = null;
try {
  const all = await Promise.all(Array.from({ length: routers }, (_, number) => startRouter(number)));
  for (const router of all) router.process.send("go");
  const killing = setTimeout(() => killLeader(all), (seconds * 1000) / 2);
  await Promise.all(all.map(ended));
  clearTimeout(killing);
  await new Promise((resolve) => setTimeout(resolve, LAST_MESSAGES_MS));
  for (const router of all) router.process.kill("SIGKILL");
  const report = reportOf(all, written, killedS);
  if (values.json) console.log(JSON.stringify(report));
  else printReport(report);
  process.exitCode = report.missed.length > 0 ? 1 : 0;
} finally {
  server.process.kill("SIGKILL");
}

function wholeOf(field: "routers" | "seconds" | "seed" | "rate", least: number, most: number): number {
  const value = Number(values[field]);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  console.error(`--${field} must be a whole number, ${least} .. ${most}, got ${values[field]}`);
  process.exit(2);
}

function startRouter(number: number): Promise<Router> {
  const options: RouterOptions = { port: server.port, name: "run", number, routers, seconds, seed, rate };
  const child = fork("tools/cluster/router.ts", [JSON.stringify(options)], { execArgv: ["--import", "tsx"] });
  const router: Router = { member: "", process: child, startedS: 0, intervals: new Map(), done: null, isKilled: false };
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`router ${number} ended with ${code} before it had joined`)));
    child.on("message", (message: RouterMessage) => {
      hear(router, message);
      if (message.type === "joined") resolve(router);
    });
  });
}

function hear(router: Router, message: RouterMessage): void {
  if (message.type === "joined") Object.assign(router, { member: message.member, startedS: message.startedS });
  else if (message.type === "events") {
    router.intervals.set(message.seq, [...(router.intervals.get(message.seq) ?? []), ...message.events]);
  } else if (message.type === "done") router.done = message;
  else if (!written.some(({ directive }) => sameVersion(directive, message.directive))) {
    written.push({ directive: message.directive, atS: message.atS });
  }
}

type Version = { readonly epoch: number; readonly version: number };

function sameVersion(one: Version, other: Version): boolean {
  return one.epoch === other.epoch && one.version === other.version;
}

function ended(router: Router): Promise<void> {
  return new Promise((resolve) => {
    router.process.once("exit", () => resolve());
    router.process.on("message", (message: RouterMessage) => {
      if (message.type === "done") resolve();
    });
  });
}

/** kill -9. With one router there is nobody to take over. */
function killLeader(all: readonly Router[]): void {
  const leader = all.find(({ member }) => member === written.at(-1)?.directive.leader);
  if (leader === undefined || all.length === 1) return;
  leader.isKilled = true;
  killedS = Date.now() / 1000;
  leader.process.kill("SIGKILL");
}
