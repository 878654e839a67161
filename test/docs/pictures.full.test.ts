import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

function draw(...args: readonly string[]): string {
  return execFileSync("npm", ["run", "--silent", "draw", "--", ...args], { encoding: "utf8", stdio: "pipe" });
}

test("each drawn picture shows what it is drawn from as it is now", () => {
  expect(draw("--check").match(/^.* is old: .*$/gm)).toBeNull();
});

test("an unknown picture is refused", () => {
  expect(() => draw("--check", "replays")).toThrow("unknown picture replays; known: replay, overflow, dashboard");
});
