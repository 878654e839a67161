import { describe, expect, it } from "vitest";
import packageJson from "../../package.json";
import { EXIT } from "../../src/cli/exit";
import { COLUMNS } from "../../src/fit/measurements";
import { narwhal, output, TRACE } from "./command";

/** Expects that the command refuses its arguments, in one line. */
function refuses(args: readonly string[], message: string): void {
  expect(narwhal(...args)).toEqual({ status: 2, stdout: "", stderr: `error: ${message}\n` });
}

describe("a flag", () => {
  it.each([
    ["--prefill", "engines", "0", "It must be 1 .. 255."],
    ["--prefill", "engines", "256", "It must be 1 .. 255."],
    ["--prefill", "engines", "1.5", "It must be a whole number >= 0."],
    ["--decode", "engines", "many", "It must be a number."],
    ["--decode", "engines", "", "It must be a number."],
    ["--slo-ttft", "seconds", "-1", "It must be > 0."],
    ["--slo-tpot", "seconds", "0", "It must be > 0."],
    ["--slo-tpot", "seconds", "NaN", "It must be a number."],
    ["--load", "factor", "0", "It must be > 0."],
    ["--load", "factor", "Infinity", "It must be a number."],
    ["--seed", "number", "-1", "It must be a whole number >= 0."],
    ["--seed", "number", "1e300", "It must be a whole number >= 0."],
  ])("%s <%s> is not %j", (flag, name, value, rule) => {
    refuses(["replay", TRACE, flag, value], `option '${flag} <${name}>' argument '${value}' is invalid. ${rule}`);
  });

  it("that is not known is refused", () => {
    refuses(["replay", TRACE, "--what"], "unknown option '--what'");
    refuses(["--what"], "unknown option '--what'");
  });

  it("is no second trace, nor another command", () => {
    refuses(["replay"], "missing required argument 'trace'");
    refuses(["replay", TRACE, TRACE], "too many arguments for 'replay'. Expected 1 argument but got 2.");
    refuses(["unknown"], "unknown command 'unknown'");
  });

  it("that needs a value, or goes with no other, is refused", () => {
    refuses(["replay", TRACE, "--seed"], "option '--seed <number>' argument missing");
    refuses(
      ["replay", TRACE, "--compare", "--journal", "x"],
      "option '--journal <file>' cannot be used with option '--compare'",
    );
  });

  it("may not ask for more engines than a pool can hold", () => {
    refuses(["replay", TRACE, "--prefill", "255", "--decode", "255"], "engines must be at most 256, got 510");
    refuses(["replay", TRACE, "--prefill", "255", "--decode", "2"], "engines must be at most 256, got 257");
  });
});

describe("help", () => {
  it("names the command and what it can do", () => {
    const help = output("--help");
    expect(help).toMatch(/^Usage: narwhal-slo \[options\] \[command\]$/m);
    expect(help).toMatch(/^ {2}replay \[options\] <trace> /m);
    expect(narwhal()).toEqual({ status: 2, stdout: "", stderr: help });
  });

  it("of replay names every flag with its default, and no path of this machine", () => {
    const help = output("replay", "--help");
    const defaults = {
      prefill: "1",
      decode: "3",
      profile: "h100-tp8-llama2-70b",
      "slo-ttft": "1",
      "slo-tpot": "0.05",
      load: "1",
      seed: "1",
      policy: "headroom",
    };
    const text = help.replace(/\s+/g, " ");
    for (const [flag, value] of Object.entries(defaults)) {
      expect(text).toMatch(new RegExp(`--${flag} <\\w+> (?:(?! --).)*\\(default: ${value}\\)`));
    }
    for (const flag of ["config", "simulation", "skip-bad-rows", "json"]) expect(text).toContain(` --${flag} `);
    expect(text).not.toMatch(/default: (false|"|\/)/);
  });

  it.each([[[]], [["replay"]], [["verify"]], [["explain"]], [["fit"]]])(
    "of %j says what the status means",
    (command) => {
      const [, statuses = ""] = output(...command, "--help").split("\nExit status:\n");
      expect([...statuses.matchAll(/^ {2}(\d) /gm)].map(([, status]) => Number(status))).toEqual(Object.values(EXIT));
      for (const line of statuses.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    },
  );

  it("of fit names every column that is read", () => {
    const help = output("fit", "--help");
    const names = Object.values(COLUMNS).flatMap((columns) => Object.values(columns).flat());
    expect(names.length).toBe(16);
    for (const name of names) expect(help).toMatch(new RegExp(`[ ]${name}(,|$)`, "m"));
  });

  it("is not the version", () => {
    expect(output("--version")).toBe(`${packageJson.version}\n`);
  });
});
