// Weighs the main entry by room, for one that uses createPool:  npm run house:weights
import { entryWeights } from "./entry.mjs";

const { gzipped, byFile } = await entryWeights();
const rooms = new Map();
for (const [file, bytes] of byFile) {
  const room = roomOf(file);
  rooms.set(room, (rooms.get(room) ?? 0) + bytes);
}
const rows = [...rooms].sort((a, b) => b[1] - a[1]);
const whole = rows.reduce((sum, [, bytes]) => sum + bytes, 0);
console.log("| part | minified | share |\n| --- | ---: | ---: |");
for (const [room, bytes] of [...rows, ["all of it", whole]]) {
  console.log(`| ${room} | ${(bytes / 1000).toFixed(1)} kB | ${((100 * bytes) / whole).toFixed(0)}% |`);
}
console.log(`\n${(gzipped / 1000).toFixed(1)} kB gzipped.`);

function roomOf(file) {
  if (file.endsWith("wasm/binary.ts")) return "the compiled core, as hex";
  if (file.includes("node_modules/")) return file.split("node_modules/")[1].split("/")[0];
  const [, room, rest] = file.match(/^(?:src|assembly)\/([^/]+)(\/)?/) ?? [];
  return rest ? `\`${room}\`` : "configuration, profiles, errors, checks";
}
