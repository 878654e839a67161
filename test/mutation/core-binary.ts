import { readFileSync } from "node:fs";

/** Stands for src/wasm/binary.ts where tests are run against a mutant. */
export const CORE_BASE64 = readFileSync(process.env.MUTATED_CORE ?? "").toString("base64");
