// Which room a file stands in, and which rules of the house it breaks.
import { basename } from "node:path";
import { ROOMS } from "./rooms.mjs";

/** The room of a file: a folder of src/, or assembly. A file of src/ itself stands in none. */
export function roomOf(file) {
  const [top, room, name] = file.split("/");
  if (top === "assembly") return "assembly";
  return name === undefined ? null : room;
}

/** Entries combine rooms: they may import from all. */
const ENTRIES = new Set(["src/index.ts", "src/parts.ts", "src/journal-entry.ts", "src/schema-entry.ts"]);

/** Imports from a lower room of a higher one, and those of src/ from any room. */
export function arrowsUp(graph) {
  const place = new Map([["assembly", -2], [null, -1], ...ROOMS.map(([room], index) => [room, index])]);
  const found = [];
  for (const [file, targets] of graph) {
    if (ENTRIES.has(file)) continue;
    for (const target of targets) {
      if (!target.startsWith("src/") && !target.startsWith("assembly/")) continue;
      const [from, to] = [place.get(roomOf(file)), place.get(roomOf(target))];
      if (from === undefined || to === undefined || to > from) found.push(`${file} -> ${target}`);
    }
  }
  return found;
}

/** Names of files that stand in more than one folder of src/. */
export function twinsOf(files) {
  const places = new Map();
  for (const file of files.filter((path) => path.startsWith("src/"))) {
    const name = basename(file);
    if (name !== "index.ts") places.set(name, [...(places.get(name) ?? []), file]);
  }
  return [...places.values()].filter((paths) => paths.length > 1).map((paths) => paths.join(" "));
}
