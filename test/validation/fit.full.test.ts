import { execFileSync, spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { makeFit, readFit, rounded } from "../../tools/validation/shipped-fit";

const main = ["node_modules/tsx/dist/cli.mjs", "tools/validation/main.ts"];

test("the shipped fit is the one that the command makes", () => {
  expect(JSON.parse(JSON.stringify(makeFit(), rounded))).toEqual(readFit());
});

test("--json prints one document", () => {
  const report = JSON.parse(execFileSync(process.execPath, [...main, "--json"], { encoding: "utf8" }));
  expect(Object.keys(report).slice(0, 3)).toEqual(["tpot_mape", "tpot_mape_median", "n_tpot_mape"]);
});

test("an invalid file or option ends with exit code 1 and one line", () => {
  const file = spawnSync(process.execPath, [...main, "/nowhere.csv"], { encoding: "utf8" });
  expect([file.status, file.stderr.split("\n").length]).toEqual([1, 2]);
  const option = spawnSync(process.execPath, [...main, "--jsn"], { encoding: "utf8" });
  expect(option.status).toBe(1);
  expect(option.stderr).toContain("usage: npm run validation");
});
