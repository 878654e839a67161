import { readFileSync } from "node:fs";

/** Stands for src/wasm/binary.ts where tests are run against a mutant. */
export const CORE_HEX = readFileSync(process.env.MUTATED_CORE ?? "").toString("hex");
