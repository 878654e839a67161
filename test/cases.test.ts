import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Cases from the field: small inputs that made similar systems give a wrong answer. */
const CASES = [
  "idle-ratio",
  "stale-prompts",
  "idle-growth",
  "stuck-gauge",
  "completed-is-not-offered",
  "long-cap-short-answer",
  "nan-profile",
  "flap",
  "reaper",
  "departed-engine",
  "tpot-definition",
  "slow-breath",
  "one-slot-rotation",
  "label-growth",
  "zero-goodput",
  "silent-tail",
  "retry-in-stream",
  "late-told-token",
  "negative-span",
  "no-first-token",
  "trace-in-seconds",
  "doubled-column",
  "other-traces",
  "nearly-idle",
  "refused-run-empties",
  "hash-flooding",
  "reads-of-a-stranger",
  "torn-snapshot",
  "ill-formed-id",
  "elapsed-in-milliseconds",
  "one-file-for-two-logs",
  "head-and-mounts",
];

const files = readdirSync("test", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".test.ts"));
const titles = files.flatMap((name) => {
  const calls = readFileSync(`test/${name}`, "utf8").matchAll(/^ *(?:describe|it|test)(?:\.each\(.*\))?\(\s*"(.*?)"/gm);
  return Array.from(calls, ([, title]) => title as string);
});

it.each(CASES)("the case %s has tests of its name: `npx vitest run -t NAME`", (name) => {
  expect(titles.filter((title) => title.split(/[ :()]/).includes(name))).not.toEqual([]);
});
