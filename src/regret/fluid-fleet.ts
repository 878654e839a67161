import { residenceOf } from "../accounting/decode-residence";
import type { Config } from "../config";
import { prefillS } from "../profile";
import type { ReplayEngine } from "../replay/replay-run";
import type { TraceRequest } from "../traces/trace";

/** Speeds of the engines of a fleet in each phase; 1 is the first engine's. */
export interface EngineSpeed {
  readonly id: string;
  readonly prefill: number;
  readonly decode: number;
}

/** Speeds for requests like these. */
export function speedsOf(
  engines: readonly ReplayEngine[],
  requests: readonly TraceRequest[],
  { tpotSloS }: Pick<Config, "tpotSloS">,
): EngineSpeed[] {
  const mean = (of: (request: TraceRequest) => number) =>
    requests.reduce((sum, request) => sum + of(request), 0) / Math.max(1, requests.length);
  const inputTokens = mean((request) => request.inputTokens);
  const outputTokens = Math.max(
    1,
    mean((request) => request.outputTokens),
  );
  const costs = engines.map(({ id, profile }) => ({
    id,
    prefill: prefillS(profile, inputTokens),
    decode: residenceOf(profile, inputTokens + outputTokens / 2, outputTokens, tpotSloS).engineS,
  }));
  const first = costs[0];
  return costs.map(({ id, prefill, decode }) => ({
    id,
    prefill: quotient(first?.prefill, prefill),
    decode: quotient(first?.decode, decode),
  }));
}

/** The engines in the order in which prefill takes them: those that decode loses least by come first. */
export function byAdvantage(speeds: readonly EngineSpeed[]): EngineSpeed[] {
  return [...speeds].sort((a, b) => b.prefill / b.decode - a.prefill / a.decode);
}

/** Sum of what the first so many engines do of prefill, and the others of decode, for 0 .. n of them. */
export function capacities(speeds: readonly EngineSpeed[]): { readonly prefill: number[]; readonly decode: number[] } {
  const order = byAdvantage(speeds);
  const sum = (of: readonly number[]) => of.reduce((total, value) => total + value, 0);
  const splits = Array.from({ length: order.length + 1 }, (_, split) => split);
  return {
    prefill: splits.map((split) => sum(order.slice(0, split).map(({ prefill }) => prefill))),
    decode: splits.map((split) => sum(order.slice(split).map(({ decode }) => decode))),
  };
}

function quotient(first: number | undefined, own: number): number {
  return first !== undefined && first > 0 && own > 0 ? first / own : 1;
}
