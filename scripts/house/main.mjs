// The structure of the code in figures:  npm run house
// Prints files and lines by room, arrows up, circles, names, exports and size of the main entry, and the longest files.
// Ends with 1 where a bar is missed.
import { readFileSync } from "node:fs";
import { entryWeights, importEntry } from "./entry.mjs";
import { circlesOf, importGraph, sourceFiles } from "./imports.mjs";
import { MOST_FILES, MOST_LINES, ROOMS } from "./rooms.mjs";
import { arrowsUp, roomOf, twinsOf } from "./structure.mjs";

/** The embedded core: one line. */
const generated = /binary\.ts$/;
const MOST_EXPORTS = 30;
const MOST_ENTRY_BYTES = 40_000;

const graph = importGraph(sourceFiles(["src", "assembly"]));
const everywhere = sourceFiles(["src", "assembly", "simulator", "scripts", "examples"]);
const linesOf = (file) => readFileSync(file, "utf8").split("\n").length - 1;

printRooms();
const exported = Object.keys(await importEntry());
bar("exports of the main entry", exported.length, MOST_EXPORTS);
bar(
  "bytes of the main entry for one that uses createPool, minified and gzipped",
  (await entryWeights()).gzipped,
  MOST_ENTRY_BYTES,
);
list("arrows up", arrowsUp(graph));
list(
  "circles",
  circlesOf(graph).map((circle) => circle.join(" ")),
);
list("file names that stand twice", twinsOf([...graph.keys()]));
const long = everywhere.filter((file) => !generated.test(file) && linesOf(file) > MOST_LINES);
list(
  `files of more than ${MOST_LINES} lines`,
  long.map((file) => `${file} ${linesOf(file)}`),
);
const longest = everywhere.filter((file) => !generated.test(file)).sort((a, b) => linesOf(b) - linesOf(a))[0];
console.log(`longest file: ${longest}, ${linesOf(longest)} lines`);

function printRooms() {
  const files = [...graph.keys()];
  for (const [room, subject] of [["assembly", "the core"], ...ROOMS]) {
    const own = files.filter((file) => roomOf(file) === room);
    const lines = own.reduce((sum, file) => sum + (generated.test(file) ? 0 : linesOf(file)), 0);
    console.log(`${room.padEnd(14)} ${`${own.length}`.padStart(3)} files ${`${lines}`.padStart(6)} lines  ${subject}`);
    if (own.length > MOST_FILES + 2 && room !== "assembly") missed();
  }
}

function bar(name, value, most) {
  console.log(`${name}: ${value} (at most ${most})${value > most ? " MISSED" : ""}`);
  if (value > most) missed();
}

function list(name, found) {
  console.log(`${name}: ${found.length}${found.length > 0 ? " MISSED" : ""}`);
  for (const line of found) console.log(`  ${line}`);
  if (found.length > 0) missed();
}

function missed() {
  process.exitCode = 1;
}
