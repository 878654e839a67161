import { resolveConfig } from "../../src/index";
import { type Case, enginesOf } from "./cases";
import { H100, H200, slowPrefill } from "./profiles";
import { SCENARIOS, type Scenario } from "./scenarios";
import { evenly, traceOf } from "./workloads";

/** A case apart from the scenarios: engines that differ, or a trace that its profile does not cover. */
export interface Apart {
  readonly name: string;
  /** Prefill engines that it begins with. */
  readonly starts: readonly number[];
  /** Splits that are kept, to compare with: all, or that of the start (control off). */
  readonly fixed: readonly number[];
  /** Place of the same case with equal engines; null: it is to be held against the best fixed split. */
  readonly equal: number | null;
  caseOf(start: number, seed: number): Case;
}

const SLO = resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 });

/** One decode engine of a scenario takes 1.19 times as long for a token. */
function slowDecode(place: number, factor: number, told: boolean, equal: number): Apart {
  const { name, engines, requests } = SCENARIOS[place] as Scenario;
  const half = Math.floor(engines / 2);
  const { tpotSlope, tpotIntercept, tpotRequestSlope } = H100;
  const slow = {
    ...H100,
    tpotSlope: tpotSlope * factor,
    tpotIntercept: tpotIntercept * factor,
    tpotRequestSlope: tpotRequestSlope * factor,
  };
  const what =
    factor === 1 ? "equal engines" : `one decodes ${factor} times slower${told ? "" : ", and its profile hides it"}`;
  return {
    name: `${name}: ${what}`,
    starts: [half],
    fixed: [half],
    equal,
    caseOf: (start, seed) => ({
      requests: requests(seed),
      engines: enginesOf(engines, start, H100).map((engine, i) =>
        i === engines - 1 ? { ...engine, profile: slow, believed: told ? slow : H100 } : engine,
      ),
      config: SLO,
      simulation: { seed },
    }),
  };
}

/** Place of the one of `slowPrefillers` that differ by nothing. */
const EQUAL_PREFILL = 1;

/** One prefill engine, and three of decode that prefill so many times slower. */
function slowPrefillers(factor: number): Apart {
  const slow = slowPrefill(H100, factor);
  return {
    name: `1 + 3 engines, those of decode prefill ${factor} times slower`,
    starts: [1],
    fixed: [1],
    equal: EQUAL_PREFILL,
    caseOf: (start, seed) => ({
      requests: evenly(4, 600, 2000, 250, seed),
      engines: enginesOf(4, start, H100).map((engine, i) =>
        i === 0 ? engine : { ...engine, profile: slow, believed: slow },
      ),
      config: SLO,
      simulation: { seed },
    }),
  };
}

const MOONCAKE: Apart = {
  name: "Mooncake conversation, 6 engines, TTFT 5 s",
  starts: [1, 2, 3, 4, 5],
  fixed: [1, 2, 3, 4, 5],
  equal: null,
  caseOf: (start, seed) => ({
    requests: traceOf("mooncake"),
    engines: enginesOf(6, start, H200),
    config: resolveConfig({ ttftSloS: 5, tpotSloS: 0.05 }),
    simulation: { seed },
  }),
};

/** All of them. */
export const APART: readonly Apart[] = [
  MOONCAKE,
  ...[1, 2, 3, 4].map(slowPrefillers),
  ...[0, 5].flatMap((place, index) => {
    const equal = EQUAL_PREFILL + 4 + 3 * index;
    return [
      slowDecode(place, 1, true, equal),
      slowDecode(place, 1.19, true, equal),
      slowDecode(place, 1.19, false, equal),
    ];
  }),
];
