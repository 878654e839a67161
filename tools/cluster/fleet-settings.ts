import { readFileSync } from "node:fs";
import type { PoolOptions } from "../../src/pool/create-pool";
import { profileFromJson } from "../../src/profile";

/** Engines of the simulated fleet. */
const ENGINES = 8;

/** Options of the pool of each router, and of the one that gets everything. */
export function poolOptions(): PoolOptions {
  const profile = profileFromJson(JSON.parse(readFileSync("data/h100-tp8-llama2-70b.json", "utf8")));
  const engines = Array.from({ length: ENGINES }, (_, number) => {
    return { id: `gpu-${number}`, role: number < ENGINES / 4 ? "prefill" : "decode", profile } as const;
  });
  return {
    slo: { ttftS: 1, tpotS: 0.05 },
    engines,
    windowS: 60,
    stepS: 1,
    evidenceSpanS: 5,
    evidenceMaxSpanS: 30,
    decodeCorrectionMin: 1,
    decodeCorrectionMax: 1,
  };
}

/** Input and output tokens of the requests of a trace. */
export function traceLengths(): readonly (readonly [number, number])[] {
  const rows = readFileSync("data/azure-code-busiest2000.csv", "utf8").trim().split("\n").slice(1);
  return rows.map((row) => row.split(",")).map(([, input, output]) => [Number(input), Number(output)] as const);
}
