// Runs the parts of the test suite, one after the other, and prints a line for each: its time, and how many tests
// passed. What a part prints is shown only if it fails. The last line is `N passed, N failed, N skipped`.
//   node scripts/test.mjs quick | rest | all
import { spawn } from "node:child_process";
import { QUICK, REST } from "./parts.mjs";

const PARTS = { quick: QUICK, rest: REST, all: [...QUICK, ...REST] };
const TALLY = /^(\d+) passed, (\d+) failed, (\d+) skipped$/gm;
/** A line that grows by a dot this often shows that a part is at work. */
const DOT_MS = 5000;

const parts = PARTS[process.argv[2] ?? "all"];
if (!parts) throw new Error(`unknown parts ${process.argv[2]}; known: ${Object.keys(PARTS).join(", ")}`);
const total = { passed: 0, failed: 0, skipped: 0 };
for (const [name, ...commands] of parts) await runPart(name, commands);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** Runs the commands of a part beside each other. */
async function runPart(name, commands) {
  const startMs = performance.now();
  process.stdout.write(`${name} `);
  const dots = setInterval(() => process.stdout.write("."), DOT_MS);
  const runs = await Promise.all(commands.map(run));
  clearInterval(dots);
  const failures = runs.filter(({ status }) => status !== 0);
  const tally = tallyOf(runs.map(({ output }) => output).join("\n"));
  // A part that fails without a failed test counts as one: a build, a check, a run that was cut short.
  if (failures.length > 0 && tally.failed === 0) tally.failed = 1;
  for (const key of Object.keys(total)) total[key] += tally[key];
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  console.log(` ${failures.length === 0 ? "ok" : "FAILED"}, ${seconds} s${countsOf(tally)}`);
  for (const { command, output } of failures) console.log(`\n$ ${command}\n${output}`);
}

/** Both streams of a command, in the order in which they came, and its exit code. */
function run(command) {
  const [program, ...args] = command.split(" ");
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => chunks.push(chunk));
    child.on("error", (error) => chunks.push(Buffer.from(String(error))));
    child.on("close", (status) => resolve({ command, status, output: Buffer.concat(chunks).toString() }));
  });
}

/** The sums of all tallies that a part has printed. */
function tallyOf(output) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const [, passed, failed, skipped] of output.matchAll(TALLY)) {
    sum.passed += Number(passed);
    sum.failed += Number(failed);
    sum.skipped += Number(skipped);
  }
  return sum;
}

function countsOf({ passed, skipped }) {
  if (passed + skipped === 0) return "";
  return `, ${passed} passed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
