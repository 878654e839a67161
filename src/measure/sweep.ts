import type { DecodePoint, PrefillPoint } from "../fit/measurements";
import { type CompletionClient, RefusedError, type TimedCompletion } from "./completion-client";
import { decodePointOf } from "./decode-window";
import { RandomPrompts } from "./random-prompt";

/** Conditions of a sweep. */
export interface SweepPlan {
  readonly model: string;
  /** Prompt lengths of prefill, in tokens. */
  readonly lengths: readonly number[];
  /** Numbers of requests that decode at once. */
  readonly batches: readonly number[];
  /** Prompt lengths of decode, in tokens. */
  readonly contexts: readonly number[];
  /** Output tokens of each request of decode. */
  readonly outputTokens: number;
  /** How often each point is measured: prefill gives the median, decode each one. */
  readonly repeats: number;
}

/** The points of a sweep, and remarks on those that are missing. */
export interface Sweep {
  readonly prefill: readonly PrefillPoint[];
  readonly decode: readonly DecodePoint[];
  readonly remarks: readonly string[];
}

/** The calls of a client that a sweep makes. */
type SweptClient = Pick<CompletionClient, "complete" | "endsEarly">;

const WARM_UPS = 2;
const WARM_UP_WORDS = 100;

/**
 * Measures one engine: prompts one by one, then batches of each size with each context.
 *
 * @param random numbers of 0 .. 1, other ones in each sweep
 * @param onPoint is told what has been measured
 * @throws MeasurementError where the server does not answer, or counts no tokens
 */
export async function sweepEngine(
  client: SweptClient,
  plan: SweepPlan,
  random: () => number,
  onPoint: (line: string) => void = () => {},
): Promise<Sweep> {
  const prompts = new RandomPrompts(random);
  const remarks = new Set<string>();
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) {
    const { inputTokens } = await client.complete(plan.model, prompts.ofWords(WARM_UP_WORDS), 4);
    prompts.learn(WARM_UP_WORDS, inputTokens);
  }
  const batch = (requests: number, tokens: number, outputTokens: number) =>
    completeAll(client, plan.model, prompts, { requests, tokens, outputTokens }, remarks);
  const prefill = await sweepPrefill(plan, batch, onPoint);
  const decode = await sweepDecode(plan, batch, remarks, onPoint);
  if (client.endsEarly) remarks.add("the server refuses ignore_eos and min_tokens: answers may have ended early");
  return { prefill, decode, remarks: [...remarks] };
}

type Batch = (requests: number, tokens: number, outputTokens: number) => Promise<readonly TimedCompletion[]>;

async function sweepPrefill(plan: SweepPlan, batch: Batch, onPoint: (line: string) => void): Promise<PrefillPoint[]> {
  const points: PrefillPoint[] = [];
  for (const length of plan.lengths) {
    const answers: TimedCompletion[] = [];
    for (let repeat = 0; repeat < plan.repeats; repeat += 1) answers.push(...(await batch(1, length, 1)));
    const middle = [...answers].sort((a, b) => ttftS(a) - ttftS(b))[Math.floor(answers.length / 2)];
    if (!middle) continue;
    points.push({ inputTokens: middle.inputTokens, seconds: ttftS(middle) });
    onPoint(`prefill of ${middle.inputTokens} tokens: ${(1000 * ttftS(middle)).toFixed(1)} ms`);
  }
  return points;
}

async function sweepDecode(
  plan: SweepPlan,
  batch: Batch,
  remarks: Set<string>,
  onPoint: (line: string) => void,
): Promise<DecodePoint[]> {
  const conditions = plan.batches.flatMap((requests) => plan.contexts.map((tokens) => ({ requests, tokens })));
  const points: DecodePoint[] = [];
  // Each round has all conditions: what changes with time does not look like one of them.
  for (let repeat = 0; repeat < plan.repeats; repeat += 1) {
    for (const { requests, tokens } of conditions) {
      const answers = await batch(requests, tokens, plan.outputTokens);
      const point = answers.length === requests ? decodePointOf(answers) : null;
      const name = `decode of ${requests} x ${tokens} tokens`;
      if (point) points.push(point);
      else remarks.add(`${name}: the requests never ran together`);
      if (point) onPoint(`${name}: ${(1000 * point.seconds).toFixed(2)} ms a token`);
    }
  }
  return points;
}

/** Answers to prompts that are sent together, without those that a cache had a part of. */
async function completeAll(
  client: SweptClient,
  model: string,
  prompts: RandomPrompts,
  { requests, tokens, outputTokens }: { requests: number; tokens: number; outputTokens: number },
  remarks: Set<string>,
): Promise<readonly TimedCompletion[]> {
  try {
    const sent = Array.from({ length: requests }, () => client.complete(model, prompts.ofTokens(tokens), outputTokens));
    const answers = await Promise.all(sent);
    const fresh = answers.filter(({ cachedTokens, chunksS }) => cachedTokens === 0 && chunksS.length > 0);
    if (fresh.length < answers.length) remarks.add("answers from a prefix cache, or without tokens, were left out");
    return fresh;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    remarks.add(`prompts of ${tokens} tokens: ${error.message}`);
    return [];
  }
}

function ttftS({ startS, chunksS }: TimedCompletion): number {
  return (chunksS[0] as number) - startS;
}
