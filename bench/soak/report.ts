import { type Flatness, flatness, type MemoryReading } from "./flat";
import type { Percentiles } from "./latencies";
import type { Soak } from "./soak";

/** Memory of the process now. */
export interface Memory {
  readonly rssBytes: number;
  readonly heapBytes: number;
}

/** Growth that counts as flat, as a share of the mean: what is freed goes back to the system late. */
const HEAP_SHARE = 0.05;
const RSS_SHARE = 0.1;

/** Follows a soak, and says how it is and what came of it. */
export class Report {
  readonly #soak: Soak;
  readonly #heap: MemoryReading[] = [];
  readonly #rss: MemoryReading[] = [];
  #atS = 0;
  #calls = 0;

  constructor(soak: Soak) {
    this.#soak = soak;
  }

  /** How it is now, in one line. It checks the invariants. */
  line(atS: number, { rssBytes, heapBytes }: Memory): string {
    const soak = this.#soak;
    const { traffic, pool } = soak;
    soak.check();
    this.#heap.push({ atS, bytes: heapBytes });
    this.#rss.push({ atS, bytes: rssBytes });
    const perS = (traffic.calls - this.#calls) / (atS - this.#atS);
    this.#atS = atS;
    this.#calls = traffic.calls;
    const { counters, memory_bytes } = pool.state();
    return [
      `${atS.toFixed(0).padStart(5)} s`,
      `${perS.toFixed(0)} calls/s`,
      `in flight ${traffic.inFlight}`,
      `rss ${mib(rssBytes)}`,
      `heap ${mib(heapBytes)}`,
      `core ${mib(memory_bytes ?? 0)}`,
      `recording ${shown(soak.recording.takeRecent())}`,
      `passes ${shown(soak.passes.takeRecent())}`,
      `moves ${total(counters.moves)}`,
      soak.breaches.length === 0 ? "invariants hold" : `BROKEN: ${soak.breaches[0]}`,
    ].join(" | ");
  }

  /** The outcome in lines, and whether all is well. */
  end(seconds: number): { readonly lines: readonly string[]; readonly sound: boolean } {
    const { traffic, recording, passes, scrapes, snapshots, breaches } = this.#soak;
    const heap = flatness(this.#heap, HEAP_SHARE);
    const rss = flatness(this.#rss, RSS_SHARE);
    const lines = [
      `${traffic.calls} calls of ${traffic.opened} requests in ${seconds.toFixed(1)} s: ${(traffic.calls / seconds).toFixed(0)} calls/s`,
      `recording ${shown(recording.all())}; passes ${shown(passes.all())} (p50 / p99 / p99.9 / max)`,
      `${scrapes} scrapes, ${snapshots} snapshots written and restored`,
      `heap ${verdict(heap)}; rss ${verdict(rss)}`,
      breaches.length === 0
        ? "all invariants held"
        : `${breaches.length} breaches: ${[...new Set(breaches)].join("; ")}`,
    ];
    return { lines, sound: breaches.length === 0 && heap.flat !== false && rss.flat !== false };
  }
}

function verdict({ growthBytes, limitBytes, flat }: Flatness): string {
  if (flat === null) return "too short to tell";
  const grew = `${mib(growthBytes)} over the second half, limit ${mib(limitBytes)}`;
  return `${flat ? "flat" : "GROWS"} (${grew})`;
}

function total(counts: Readonly<Record<string, number | null>>): number {
  return Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

function shown({ p50, p99, p999, max }: Percentiles): string {
  return `${[p50, p99, p999, max].map(time).join(" / ")}`;
}

function time(us: number): string {
  return us < 1000 ? `${us.toPrecision(3)} us` : `${(us / 1000).toPrecision(3)} ms`;
}

function mib(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
