// Draws the pictures of the pages, all of them or those that are named; with --check it prints those that are old:
//   npm run draw -- [--check] [replay] [overflow] [dashboard] [policies] [validation-runs] [validation-results] [scaling]
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { PICTURES, type PictureName } from "./pictures";

const { values, positionals } = parseArgs({ options: { check: { type: "boolean" } }, allowPositionals: true });
const unknown = positionals.filter((name) => !Object.hasOwn(PICTURES, name));
if (unknown.length > 0) {
  console.error(`unknown picture ${unknown.join(", ")}; known: ${Object.keys(PICTURES).join(", ")}`);
  process.exit(1);
}
const names = (positionals.length > 0 ? positionals : Object.keys(PICTURES)) as PictureName[];
for (const name of names) {
  const { file, draw } = PICTURES[name];
  const svg = draw();
  if (!values.check) {
    writeFileSync(file, svg);
    console.log(file);
  } else if (readFileSync(file, "utf8") !== svg) {
    console.log(`${file} is old: npm run draw -- ${name}`);
  }
}
