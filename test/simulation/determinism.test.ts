import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { profileFromJson } from "../../src/profile";
import { parseTrace, type SimulationOptionsInput } from "../../src/replay/index";
import { simulationSchema } from "../../src/simulation/simulation-options";
import { at, digest, engines, prepare } from "./fleet-helpers";

const data = (name: string) => readFileSync(new URL(`../../data/${name}`, import.meta.url), "utf8");
const requests = parseTrace(data("azure-code-busiest2000.csv")).requests.slice(0, 300);
const profile = profileFromJson(JSON.parse(data("h100-tp8-llama2-70b.json")));
const defaults = Object.fromEntries(
  Object.entries(simulationSchema.entries).map(([name, field]) => [name, field.default]),
) as SimulationOptionsInput;

function run(options: SimulationOptionsInput) {
  const recording = prepare({
    requests,
    engines: engines("ppdd").map((engine) => ({ ...engine, profile })),
    options: { ...defaults, ...options },
  });
  recording.simulation.run();
  return recording;
}

const everything: SimulationOptionsInput = {
  seed: 42,
  abortShare: 0.02,
  cancelShare: 0.1,
  failShare: 0.05,
  refuse: true,
  moveS: 0.5,
  faults: [{ engine: "d2", fromS: 20, toS: 30 }],
};

describe("determinism", () => {
  it("gives the same calls at the same times for the same input", () => {
    expect(digest(run(everything).calls)).toBe(digest(run(everything).calls));
  });

  it("gives others for another seed", () => {
    expect(digest(run({ seed: 2 }).calls)).not.toBe(digest(run({ seed: 1 }).calls));
  });

  it("gives, to the bit, what it gave in every engine and version before", () => {
    expect({ plain: digest(run({}).calls), everything: digest(run(everything).calls) }).toEqual({
      plain: "0aad31d3",
      everything: "002d7f44",
    });
  });

  it("draws ahead of time: an option changes no draw but its own", () => {
    const sizes = (options: SimulationOptionsInput) =>
      run(options)
        .named("size")
        .map((call) => call.slice(1));
    expect(sizes({ speed: 2, cancelShare: 0.5, noiseCv: 0.3 })).toEqual(sizes({}));
  });

  it("depends on nothing that the handles or the owner do not change", () => {
    const quiet = prepare({ requests: [at(0, 100, 5)] });
    quiet.simulation.snapshot();
    quiet.simulation.results();
    quiet.simulation.run();
    const other = prepare({ requests: [at(0, 100, 5)] });
    other.simulation.run();
    expect(quiet.calls).toEqual(other.calls);
  });
});
