import { createPoolSync, manualClock, type Pool, type RequestHandle } from "../src/index";
import { fleetOf } from "./fleets";
import { lengthsOf, type Mix, overflowError, pow4 } from "./overflow";

/** One busy pool with a full controller, in virtual time: what its calls take, and what share of a core that is. */

const RATES = [100, 1000, 10_000, 50_000] as const;
const MIX: Mix = "azure-conversation";
const ENGINES = 64;
/** Virtual seconds of each rate; the first of them warm up. */
const SECONDS = 12;
const WARM_UP_S = 4;
/** Requests are in prefill and in decode for so long. */
const STAGE_S = 1;
/** Tokens that come in one chunk of the stream. */
const CHUNK = 16;
/** One call in so many is timed by itself: the timer costs more than the call. */
const TIMED = 16;

const CALLS = ["open", "size", "reprice", "prefill", "firstToken", "decode", "token", "complete"] as const;
type Call = (typeof CALLS)[number];

/** In markdown. */
export function qpsTable(): string {
  const head = ["requests/s", "share of a core", ...CALLS.map((call) => `p99 ${call} (ns)`), "pass p99 (us)", "demand"];
  const rows = RATES.map((rate) => new QpsRun(rate).row());
  return [head, head.map(() => "---:"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

class QpsRun {
  readonly #rate: number;
  readonly #clock = manualClock(1000);
  readonly #pool: Pool;
  readonly #lengths = lengthsOf(MIX);
  readonly #timesNs = Object.fromEntries(CALLS.map((call) => [call, [] as number[]])) as Record<Call, number[]>;
  readonly #passesNs: number[] = [];
  #calls = 0;
  #timed = false;

  constructor(rate: number) {
    this.#rate = rate;
    const engines = fleetOf(ENGINES);
    this.#pool = createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 }, clock: this.#clock, engines, preset: "busy" });
  }

  row(): string[] {
    this.#drive(WARM_UP_S);
    this.#timed = true;
    const { user, system } = process.cpuUsage();
    this.#drive(SECONDS - WARM_UP_S);
    const used = process.cpuUsage();
    const shareOfCore = (used.user + used.system - user - system) / 1e6 / (SECONDS - WARM_UP_S);
    const { prefill } = overflowError({ mix: MIX, rate: this.#rate, overflow: "binned", windowS: 10 });
    return [
      this.#rate.toLocaleString("en-US"),
      `${(100 * shareOfCore).toFixed(1)}%`,
      ...CALLS.map((call) => p99(this.#timesNs[call]).toFixed(0)),
      (p99(this.#passesNs) / 1000).toFixed(0),
      `x ${prefill.toFixed(3)}`,
    ];
  }

  #drive(seconds: number): void {
    const gapS = 1 / this.#rate;
    const stage = Math.round(STAGE_S * this.#rate);
    const prefilling: RequestHandle[] = [];
    const decoding: RequestHandle[] = [];
    let nextPassS = this.#clock.now() + 1;
    for (let i = 0; i < seconds * this.#rate; i += 1) {
      this.#clock.advance(gapS);
      prefilling.push(this.#arrive(i));
      if (i >= stage) decoding.push(this.#handOver(prefilling[i - stage] as RequestHandle, i - stage));
      if (i >= 2 * stage) this.#end(decoding[i - 2 * stage] as RequestHandle, i - 2 * stage);
      if (this.#clock.now() < nextPassS) continue;
      nextPassS += 1;
      this.#pass();
    }
    for (const request of [...prefilling, ...decoding]) if (request.state !== "completed") request.cancel();
  }

  #arrive(i: number): RequestHandle {
    const [input, output] = this.#lengthsAt(i);
    let request = undefined as RequestHandle | undefined;
    this.#time("open", () => {
      request = this.#pool.open();
    });
    const opened = request as unknown as RequestHandle;
    this.#time("size", () => opened.size(Math.round(input * 0.95), pow4(output)));
    this.#time("reprice", () => opened.reprice(input));
    this.#time("prefill", () => opened.prefill(`gpu-${i % ENGINES}`));
    return opened;
  }

  #handOver(request: RequestHandle, i: number): RequestHandle {
    this.#time("firstToken", () => request.firstToken());
    this.#time("decode", () => request.decode(`gpu-${(i + 1) % ENGINES}`));
    return request;
  }

  #end(request: RequestHandle, i: number): void {
    const [, output] = this.#lengthsAt(i);
    for (let rest = output; rest > 0; rest -= CHUNK) {
      this.#time("token", () => request.token(Math.min(rest, CHUNK)));
    }
    this.#time("complete", () => request.complete());
  }

  #pass(): void {
    const start = process.hrtime.bigint();
    this.#pool.pass();
    if (this.#timed) this.#passesNs.push(Number(process.hrtime.bigint() - start));
  }

  #lengthsAt(i: number): readonly [number, number] {
    return this.#lengths[(i * 7919) % this.#lengths.length] as readonly [number, number];
  }

  #time(call: Call, run: () => void): void {
    this.#calls += 1;
    if (!this.#timed || this.#calls % TIMED !== 0) {
      run();
      return;
    }
    const start = process.hrtime.bigint();
    run();
    this.#timesNs[call].push(Number(process.hrtime.bigint() - start));
  }
}

function p99(values: number[]): number {
  const sorted = values.sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(0.99 * sorted.length))] ?? 0;
}
