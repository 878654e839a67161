import { readdirSync } from "node:fs";
import { join } from "node:path";
import { runVectorFile } from "./run";

/** `npm run conformance -- DIR [filter]`: replays every vector file of a folder. */
function main(directory = "test/vectors", filter = ""): number {
  const names = readdirSync(directory)
    .filter((name) => /\.jsonl(\.gz)?$/.test(name) && name.includes(filter))
    .sort();
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const name of names) counts[report(directory, name)] += 1;
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
  console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
  return counts.failed > 0 || counts.passed === 0 ? 1 : 0;
}

function report(directory: string, name: string): "passed" | "failed" | "skipped" {
  const { kind, known, checks, mismatches } = runVectorFile(join(directory, name));
  if (!known) {
    console.log(`skip ${name}: nothing replays vectors of kind ${kind}`);
    return "skipped";
  }
  console.log(`${mismatches.length > 0 ? "FAIL" : "ok  "} ${name}: ${checks} checks`);
  for (const { line, op, field, got, expected } of mismatches) {
    console.log(`  ${name}:${line} ${op} ${field}: got ${JSON.stringify(got)}, expected ${JSON.stringify(expected)}`);
  }
  return mismatches.length > 0 ? "failed" : "passed";
}

process.exitCode = main(...process.argv.slice(2));
