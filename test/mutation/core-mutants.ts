import { readdirSync, readFileSync } from "node:fs";
import { findMutants, type Mutant } from "./find-mutants";

/** Sizes, offsets and codes: the compiler holds the core to them, and the host is built from the same files. */
const NO_RULES = ["layout.ts", "fields.ts", "codes.ts", "check-layout.ts", "version.ts"];

/** All mutants of the core's rules. */
export function coreMutants(): Mutant[] {
  const names = readdirSync("assembly").filter((name) => name.endsWith(".ts") && !NO_RULES.includes(name));
  return names.map((name) => `assembly/${name}`).flatMap((path) => findMutants(path, readFileSync(path, "utf8")));
}
