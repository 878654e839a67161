import type { ReplayInput } from "../../src/replay";

/** Something that is other than the policies are told. */
export interface Mistake {
  readonly name: string;
  /** Times of the profile that the pool believes in, by the true ones; null: it has no profile. */
  readonly believed?: number | null;
  readonly simulation?: ReplayInput["simulation"];
  readonly whileUnavailable?: "rebalance";
}

/** Mistakes of a profile, and none to compare with. */
export const MISTAKES: readonly Mistake[] = [
  { name: "nothing wrong" },
  { name: "profile 0.7 times the truth", believed: 0.7 },
  { name: "profile 1.3 times the truth", believed: 1.3 },
  { name: "profile 0.3 times the truth", believed: 0.3 },
  { name: "profile 3 times the truth", believed: 3 },
  { name: "profile 20 times the truth", believed: 20 },
  { name: "no profile", believed: null },
  { name: "noise cv 0.3", simulation: { noiseCv: 0.3 } },
  { name: "every request asks for 2,048 tokens", simulation: { requestedOutput: 2048 } },
  { name: "moves take 10 s", simulation: { moveS: 10 } },
  { name: "moves take 30 s", simulation: { moveS: 30 } },
  {
    name: "an engine is lost for 5 min",
    simulation: { faults: [{ engine: "engine-0", fromS: 700, toS: 1000 }] },
    whileUnavailable: "rebalance",
  },
];
