import { writeSync } from "node:fs";
import { fileSink } from "../../src/node";

// A process that appends numbered rows to a file until it is killed, or to `last`. Of each row it says on its standard
// output, at once, whether the write returned ("ok 17") or threw ("EFBIG 17").
const { path, first, last, maxBytes } = JSON.parse(process.argv[2] ?? "");
const sink = fileSink(path, { maxBytes, lookMs: 0 });
sink.startPartsWith(() => '{"type":"meta"}');

for (let number = first; number <= last; number += 1) {
  const said = write(JSON.stringify({ type: "row", number, padding: "é".repeat(number % 37) }));
  writeSync(1, `${said} ${number}\n`);
}

function write(row: string): string {
  try {
    sink.write(row);
    return "ok";
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
