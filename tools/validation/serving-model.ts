import { type SteadyState, solveClosedLoop } from "./closed-loop";
import type { InferencexRow, Workers } from "./inferencex-rows";

/**
 * Logarithms of factors, by name. A quantity of a fleet is the product of its factors: one for all fleets, and one each
 * for hardware, framework, model, precision, speculative method and sizes. A name that is not there is a factor of 1.
 */
export type Factors = Readonly<Record<string, number>>;

/** One term of a quantity's logarithm. */
interface Term {
  readonly name: string;
  readonly times: number;
}

/** Quantities of a fleet that its factors make. */
const QUANTITIES = ["intercept", "slope", "prefill", "latency"] as const;
type Quantity = (typeof QUANTITIES)[number];

/** Values where all factors are 1: seconds, or seconds per request of a GPU. */
const START: Readonly<Record<Quantity, number>> = {
  intercept: 0.008,
  slope: 0.0003,
  /** GPU-seconds of a token. */
  prefill: 1 / 8000,
  latency: 0.2,
};

/** The prediction of a result. */
export interface Served extends SteadyState {
  readonly throughputPerGpu: number;
}

/** Published lengths are the longest ones: a request has this share of them. */
const LENGTH_SHARE = 0.92;
const REFERENCE_GPUS = 8;
const REFERENCE_TOKENS = 1024;

/** Predicts a result from its setup alone. */
export function predictServed(row: InferencexRow, factors: Factors): Served {
  const { prefill, decode, concurrency } = row;
  const inputTokens = row.inputTokens * LENGTH_SHARE;
  const outputTokens = row.outputTokens * LENGTH_SHARE;
  const state = solveClosedLoop({
    concurrency,
    outputTokens,
    latencyS: quantityOf("latency", row, factors),
    prefillS: (quantityOf("prefill", row, factors) * inputTokens) / prefill.gpus,
    interceptS: quantityOf("intercept", row, factors),
    perRequestS: quantityOf("slope", row, factors) / decode.gpus,
  });
  const tokensPerS = state.requestsPerS * (inputTokens + outputTokens);
  return { ...state, throughputPerGpu: tokensPerS / (prefill.gpus + decode.gpus) };
}

/** All factors that a result depends on. */
export function factorNames(row: InferencexRow): string[] {
  return QUANTITIES.flatMap((quantity) => termsOf(quantity, row).map(({ name }) => name));
}

function quantityOf(quantity: Quantity, row: InferencexRow, factors: Factors): number {
  const logarithm = termsOf(quantity, row).reduce((sum, { name, times }) => sum + (factors[name] ?? 0) * times, 0);
  return START[quantity] * Math.exp(Math.max(-LARGEST, Math.min(LARGEST, logarithm)));
}

/** No quantity differs from its start by more than e to this: a step of the fit that is too long stays finite. */
const LARGEST = 8;

function termsOf(quantity: Quantity, row: InferencexRow): Term[] {
  const { hardware, framework, model, precision, specMethod } = row;
  const names = [
    "all",
    `hardware ${hardware}`,
    `framework ${framework}`,
    `${hardware} with ${framework}`,
    `model ${model}`,
    `precision ${precision}`,
    `speculation ${specMethod}`,
  ];
  const terms = [...names.map((name) => ({ name, times: 1 })), ...sizeTerms(quantity, row)];
  return terms.map(({ name, times }) => ({ name: `${quantity}: ${name}`, times }));
}

function sizeTerms(quantity: Quantity, row: InferencexRow): Term[] {
  if (quantity === "intercept") return engineTerms(row.decode);
  if (quantity === "slope") {
    const context = row.inputTokens + row.outputTokens / 2;
    return [attentionTerm(row.decode), { name: "context", times: Math.log(context / REFERENCE_TOKENS) }];
  }
  return [{ name: "input length", times: Math.log(row.inputTokens / REFERENCE_TOKENS) }];
}

/** The size of an engine, with attention split by heads or by requests. */
function engineTerms(workers: Workers): Term[] {
  const attention = attentionTerm(workers);
  const size = Math.log(gpusPerEngine(workers) / REFERENCE_GPUS);
  return [
    attention,
    { name: `${attention.name}, size`, times: size },
    { name: "experts apart", times: workers.ep > 1 ? 1 : 0 },
  ];
}

function attentionTerm({ dpAttention }: Workers): Term {
  return { name: dpAttention ? "attention by requests" : "attention by heads", times: 1 };
}

function gpusPerEngine({ gpus, workers }: Workers): number {
  return gpus / Math.max(1, workers);
}
