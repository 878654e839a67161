import type { FluidLoad } from "./fluid-load";

/** Rules of a search for the splits that miss least, as a fluid. */
export interface SearchRules {
  readonly ttftSloS: number;
  /** Length of an epoch: the split changes between two of them only. */
  readonly epochS: number;
  /** How long an engine that moves serves neither role. */
  readonly awayS: number;
  /** Whether requests that are late anyway stand aside. */
  readonly lane: boolean;
  /** Prefill work and decode work are taken for so many times as much: against what a fluid does not know. */
  readonly caution: number;
  /** Engines of each role, in engines of the first kind, by the number of prefill engines. */
  readonly prefill: readonly number[];
  readonly decode: readonly number[];
}

/** A way through the epochs up to one of them. */
interface Way {
  readonly split: number;
  /** Misses so far, and what its moves count as. */
  readonly cost: number;
  /** Prefill seconds that wait. */
  readonly backlogS: number;
  readonly before: Way | null;
}

/** Ways that are kept for each split. */
const WIDTH = 3;
/** A move counts as so many misses. */
const MOVE_COST = 0.5;
/** Decode begins to miss TPOT at this load of its engines, and misses all of it at the other one. */
const DECODE_FULL = 0.95;
const DECODE_LOST = 1.1;

/** Splits of the epochs that miss least as a fluid: a beam search, which looks at each way to go on from each way kept. */
export function searchSplits(load: FluidLoad, rules: SearchRules, start: number): number[] {
  const epochs = Math.max(1, Math.ceil(load.seconds / rules.epochS));
  const splits = Array.from({ length: rules.prefill.length - 2 }, (_, index) => index + 1);
  let ways: Way[] = [{ split: start, cost: 0, backlogS: 0, before: null }];
  for (let epoch = 0; epoch < epochs; epoch++) {
    const tpotMisses = splits.map((split) => decodeMisses(load, rules, epoch, rules.decode[split] as number));
    ways = splits.flatMap((split, index) => {
      const next = ways.map((way) => goOn(way, split, tpotMisses[index] as number, load, rules, epoch));
      return next.sort((a, b) => rank(a, load, rules) - rank(b, load, rules)).slice(0, WIDTH);
    });
  }
  return splitsOf(ways.reduce((best, way) => (way.cost < best.cost ? way : best)));
}

function splitsOf(way: Way): number[] {
  const splits: number[] = [];
  for (let at: Way = way; at.before !== null; at = at.before) splits.unshift(at.split);
  return splits;
}

/** Misses so far, and those that wait already. */
function rank({ cost, backlogS, split }: Way, load: FluidLoad, { ttftSloS, prefill }: SearchRules): number {
  const lostS = backlogS - ttftSloS * (prefill[split] as number);
  return cost + Math.max(0, lostS) / (load.meanPrefillS || 1);
}

function goOn(way: Way, split: number, tpotMisses: number, load: FluidLoad, rules: SearchRules, epoch: number): Way {
  const moved = Math.abs(split - way.split);
  const fromS = epoch * rules.epochS;
  const awayUntilS = moved > 0 ? fromS + rules.awayS : fromS;
  const least = rules.prefill[Math.min(split, way.split)] as number;
  const whole = rules.prefill[split] as number;
  let { backlogS } = way;
  let atS = fromS;
  let missed = 0;
  const last = lastOf(load, fromS + rules.epochS);
  for (let request = load.firstIn[Math.min(fromS, load.seconds)] as number; request < last; request++) {
    const arrivedS = load.arrivedS[request] as number;
    const engines = arrivedS < awayUntilS ? least : whole;
    backlogS = Math.max(0, backlogS - engines * (arrivedS - atS));
    atS = arrivedS;
    const workS = (load.prefillS[request] as number) * rules.caution;
    // Engines that are busy with one request each make nobody wait.
    const waitS = Math.max(0, backlogS - (engines - 1) * load.meanPrefillS) / engines;
    const late = waitS + workS > rules.ttftSloS;
    if (late) missed += 1;
    if (!late || !rules.lane) backlogS += workS;
  }
  backlogS = Math.max(0, backlogS - whole * (fromS + rules.epochS - atS));
  return { split, cost: way.cost + missed + tpotMisses + moved * MOVE_COST, backlogS, before: way };
}

function lastOf(load: FluidLoad, toS: number): number {
  return load.firstIn[Math.min(toS, load.seconds)] as number;
}

function decodeMisses(load: FluidLoad, rules: SearchRules, epoch: number, engines: number): number {
  const fromS = epoch * rules.epochS;
  let missed = 0;
  for (let second = fromS; second < Math.min(load.seconds, fromS + rules.epochS); second++) {
    const full = ((load.decodeEngines[second] as number) * rules.caution) / engines;
    const share = Math.min(1, Math.max(0, (full - DECODE_FULL) / (DECODE_LOST - DECODE_FULL)));
    missed += share * (load.decodeShares[second] as number);
  }
  return missed;
}
