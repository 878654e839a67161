import type { DecodeTrend } from "../../src/scoring/evidence";
import { CELL_FIELDS } from "../../src/wasm/cell-rows";
import type { WindowState } from "../../src/wasm/window-region";
import { compare, type Mismatch } from "../conformance/compare";
import type { AccountLife, Question } from "./account-life";
import { AccountPair } from "./account-pair";
import { naiveEvidence } from "./naive-evidence";
import { naivePrice } from "./naive-price";
import type { NaiveWindow } from "./naive-window";

/**
 * Lets a life happen to an account and to its naive double.
 *
 * @throws Error as soon as the two answer differently
 */
export function live({ steps, ...life }: AccountLife, module?: WebAssembly.Module): void {
  const pair = new AccountPair(life, module);
  for (const step of [...steps, LAST]) {
    if (step.kind !== "ask") pair.apply(step);
    else agree(differences(pair, step));
  }
}

const LAST: Question = {
  kind: "ask",
  learns: true,
  fleet: 0,
  horizon: 1,
  correction: 1,
  tpotSloS: 0.05,
  since: { buckets: -2, part: 0, ulps: 0 },
};

function agree(mismatches: readonly Mismatch[]): void {
  if (mismatches.length > 0) throw new Error(`account and naive double differ: ${JSON.stringify(mismatches)}`);
}

function differences(pair: AccountPair, question: Question): Mismatch[] {
  if (question.learns) pair.learn();
  const trend = decodeTrend(pair, question);
  return compare(answers(pair, question, trend), naiveAnswers(pair, question, trend));
}

/** The account's decode demand. The evidence of both goes by it: a sum in another order may fall on another side. */
function decodeTrend({ accounting, clock, fleets }: AccountPair, { fleet, correction }: Question): DecodeTrend {
  const { windowS, evidenceSpanS } = accounting.config;
  const { set } = fleets[fleet % fleets.length] as (typeof fleets)[number];
  const decode = (horizonS: number) => accounting.priceDecode(clock.now(), horizonS, set, correction);
  return { short: decode(evidenceSpanS), long: decode(windowS) };
}

/** Some requests whose output length is asked for: requested and input tokens. */
const REQUESTS = [0, 1, 8, 15, 60, 9000].flatMap((requested) =>
  [1, 8, 40, 9000].map((input) => [input, requested] as const),
);

/** All that the account tells. */
function answers(pair: AccountPair, { fleet, horizon, correction, tpotSloS, since }: Question, trend: DecodeTrend) {
  const { accounting, clock, evidence, fleets } = pair;
  const nowS = clock.now();
  const { windowS } = accounting.config;
  const sinceS = pair.time(since);
  const { set } = fleets[fleet % fleets.length] as (typeof fleets)[number];
  return {
    price: accounting.price(nowS, horizon * windowS, set, correction, tpotSloS),
    trend,
    evidence: evidence.read(nowS, trend),
    offers: accounting.offers.counts(),
    arrivals: accounting.arrivalCount(sinceS, nowS),
    known: accounting.arrivalEvidence(sinceS, nowS),
    ranges: accounting.offeredRanges(nowS),
    overflowTokens: accounting.overflowTokens(nowS),
    outputs: REQUESTS.map(([input, requested]) => accounting.expectedOutput(input, requested)),
    learned: accounting.learnedStatus(nowS),
    history: accounting.history(nowS),
    outcomes: accounting.outcomes.since(sinceS),
    retained: accounting.outcomes.retained(),
    attainment: accounting.outcomes.evidence(),
    cells: cellsOf(accounting.exportState(nowS).windows),
  };
}

/** The same of its naive double. */
function naiveAnswers(
  pair: AccountPair,
  { fleet, horizon, correction, tpotSloS, since }: Question,
  trend: DecodeTrend,
) {
  const { naive, outcomes, risks, fleets, estimates } = pair;
  const { windowS, evidenceSpanS, tpotSloS: promisedS } = naive.config;
  const sinceS = pair.time(since);
  const profiles = fleets[fleet % fleets.length]?.profiles ?? [];
  naive.expire();
  const decode = (horizonS: number) =>
    naivePrice(naive, estimates, profiles, { horizonS, correction, tpotSloS: promisedS }).decodeDemand;
  return {
    price: naivePrice(naive, estimates, profiles, { horizonS: horizon * windowS, correction, tpotSloS }),
    trend: { short: decode(evidenceSpanS), long: decode(windowS) },
    evidence: naiveEvidence(naive, risks, trend),
    offers: naive.counts(),
    arrivals: naive.arrivals.count(sinceS) + naive.unsized.count(sinceS) + naive.pending,
    known: naive.arrivals.evidence(sinceS),
    ranges: naive.offeredRanges(),
    overflowTokens: naive.overflowTokens(),
    outputs: REQUESTS.map(([input, requested]) => estimates.expectedOutput(input, requested)),
    learned: naive.learnedStatus(),
    history: {
      arrivals: naive.arrivals.summary(),
      expectedDecode: naive.expected.summary(),
      observedDecode: naive.observed.summary(),
      residency: naive.residency.summary(),
      unsized: naive.unsized.summary(),
      pending: naive.pending,
    },
    outcomes: outcomes.since(sinceS),
    retained: outcomes.since(Number.NEGATIVE_INFINITY),
    attainment: outcomes.evidence(),
    cells: {
      arrivals: naiveCells(naive.arrivals),
      expectedDecode: naiveCells(naive.expected),
      observedDecode: naiveCells(naive.observed),
      unsized: naiveCells(naive.unsized),
    },
  };
}

/** All cells, in an order that both have. Those of residency are the bits of real numbers: their mean is compared. */
function cellsOf({ residency: _, ...windows }: Readonly<Record<string, WindowState>>) {
  const texts = ({ buckets }: WindowState) =>
    buckets.flatMap(({ rows }) =>
      Array.from({ length: rows.length / CELL_FIELDS }, (_, row) => {
        const cell = rows.subarray(row * CELL_FIELDS, (row + 1) * CELL_FIELDS);
        return cell.join();
      }),
    );
  return Object.fromEntries(Object.entries(windows).map(([name, window]) => [name, texts(window).sort()]));
}

function naiveCells(window: NaiveWindow): string[] {
  const cells = [...window.buckets.values()].flat();
  return cells
    .map(({ value, firstS, lastS, count, overflow, lastCertain }) =>
      [...value, firstS, lastS, count, Number(overflow), Number(lastCertain)].join(),
    )
    .sort();
}
