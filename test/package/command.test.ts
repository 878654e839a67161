import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installed, project, run } from "./project";

const COMMAND = join(project, "node_modules", ".bin", "narwhal-slo");

test("narwhal-slo --version prints the version of the package", () => {
  const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  expect(run(COMMAND, "--version").trim()).toBe(version);
});

test("narwhal-slo --help names the command and what it can do", () => {
  const help = run(COMMAND, "--help");
  expect(help).toContain("Usage: narwhal-slo");
  expect(help).toContain("replay");
});

test("narwhal-slo replay replays the trace that the package ships", () => {
  const data = (name: string) => join(installed, "data", name);
  const output = run(
    COMMAND,
    "replay",
    data("azure-code-busiest2000.csv"),
    "--profile",
    data("h100-tp8-llama2-70b.json"),
    "--prefill",
    "2",
    "--decode",
    "2",
  );
  expect(output).toContain("2,000");
});
