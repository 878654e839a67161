import { expect, it } from "vitest";
import { output } from "./command";

it("the demo's start is the best fixed split of an hour of conversation, and keeps >99.9% of it", () => {
  const hour = "simulator/traces/azure-conversation-hour.csv.gz";
  const { best_fixed, fixed } = JSON.parse(
    output("replay", hour, "--prefill", "2", "--decode", "6", "--compare", "--json"),
  );
  expect(best_fixed).toEqual({ prefill: 2, decode: 6 });
  expect(fixed[1].attainment.both_ratio).toBeGreaterThan(0.999);
  expect(output("demo")).toContain(">99.9% of an hour of Azure's conversation trace");
});
