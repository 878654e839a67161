// A newcomer's first hour on a clean clone of HEAD, in figures:  npm run first-hour
// Prints a table in markdown and ends with 1 where a bar is missed. Seconds of wall hold on two quiet cores only.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { watch } from "./measure.mjs";

const folder = mkdtempSync(join(tmpdir(), "narwhal-first-hour-"));
const clone = join(folder, "clone");
const rows = [];
try {
  git("clone", "--quiet", "--no-local", process.cwd(), clone);
  await measureInstall();
  await measureStarts();
  await measureServers();
  await measureTest();
  await measureFailure();
  await measurePack();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
print();

async function measureInstall() {
  const ci = await run("npm ci");
  row("npm ci", "wall", ci.wallS, null, "s");
  const megabytes = Number(shell("du -sm node_modules | cut -f1"));
  row("npm ci", "node_modules", megabytes, 300, "MB");
}

async function measureStarts() {
  const first = await run("npm start");
  row("npm start", "first line", first.firstLineS, 2, "s");
  row("npm start", "CPU", first.cpuS, 15, "s");
  row("npm start", "lines printed", first.output.trim().split("\n").length, 50, "");
  row("npm start, again", "wall", (await run("npm start")).wallS, 5, "s");
}

async function measureServers() {
  for (const [script, ready] of [
    ["gateway", /http:\/\/\S+/],
    ["simulator", /http:\/\/\S+/],
  ]) {
    const { firstLineS, reachedS } = await run(`npm run ${script}`, ready);
    row(`npm run ${script}`, "first line", firstLineS, 2, "s");
    row(`npm run ${script}`, "address printed", reachedS, script === "simulator" ? 5 : 15, "s");
  }
}

async function measureTest() {
  const test = await run("npm test");
  row("npm test", "wall", test.wallS, 180, "s");
  row("npm test", "CPU", test.cpuS, null, "s");
  row("npm test", "longest silence", test.silenceS, 10, "s");
  row("npm test", "lines printed", test.output.trim().split("\n").length, 30, "");
}

async function measureFailure() {
  const code = 'import("./dist/index.js").then((slo) => slo.createPoolSync({ slo: { ttftS: 1, tpotS: -1 } }))';
  const { output, status } = await watch(`node -e '${code}'`, clone);
  if (status !== 1) throw new Error(`a wrong option ended with ${status}`);
  row("an uncaught error", "printed", output.length, 2048, "bytes");
}

async function measurePack() {
  const [{ files, size }] = JSON.parse(shell("npm pack --dry-run --json --silent"));
  if (!files.some(({ path }) => path === "dist/index.js")) throw new Error("npm pack packs no dist/");
  row("npm pack", "tarball", size / 2 ** 20, null, "MB");
}

async function run(command, until) {
  process.stderr.write(`${command}\n`);
  const result = await watch(command, clone, until);
  if (!until && result.status !== 0) throw new Error(`${command} ended with ${result.status}\n${result.output}`);
  if (until && result.reachedS === null) throw new Error(`${command} printed no address\n${result.output}`);
  return result;
}

function row(command, figure, value, bar, unit) {
  rows.push({ command, figure, value, bar, unit });
}

function print() {
  console.log("| command | figure | measured | bar |\n| --- | --- | ---: | ---: |");
  for (const { command, figure, value, bar, unit } of rows) {
    const met = bar === null || value <= bar;
    console.log(
      `| ${command} | ${figure} | ${amount(value, unit)}${met ? "" : " **missed**"} | ${amount(bar, unit)} |`,
    );
    if (!met) process.exitCode = 1;
  }
}

function amount(value, unit) {
  if (value === null) return "";
  const digits = unit === "s" || (unit === "MB" && value < 10) ? 1 : 0;
  return `${value.toFixed(digits)} ${unit}`.trim();
}

function git(...args) {
  execFileSync("git", args, { stdio: ["ignore", "inherit", "inherit"] });
}

function shell(command) {
  return execFileSync("bash", ["-c", command], { cwd: clone, encoding: "utf8" });
}
