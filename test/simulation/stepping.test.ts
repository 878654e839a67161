import { describe, expect, it } from "vitest";
import { manualClock } from "../../src/clock";
import { ArgumentError } from "../../src/errors";
import { at, prepare, record } from "./fleet-helpers";

describe("passes", () => {
  const passes = (atS: number[], passIntervalS?: number) => {
    const times: number[] = [];
    record({ requests: atS.map((timeS) => at(timeS, 1024, 1)), onPass: (timeS) => times.push(timeS), passIntervalS });
    return times;
  };

  it("come every second until the last request has ended", () => {
    // Done at 3.5 s.
    expect(passes([0, 2.5])).toEqual([1, 2, 3]);
  });

  it("come at multiples of another interval, without drift", () => {
    expect(passes([0, 0.5], 0.1)).toEqual(Array.from({ length: 19 }, (_, index) => (index + 1) * 0.1));
  });

  it("come after the events of their time", () => {
    const recording = prepare({
      requests: [at(0, 1024, 1), at(1, 1024, 1)],
      onPass: (timeS) => recording.calls.push([timeS, -1, "pass"]),
    });
    recording.simulation.run();
    // The second request is admitted at 1 s by events that others at 1 s have scheduled.
    expect(recording.calls.filter(([timeS]) => timeS === 1).at(-1)).toEqual([1, -1, "pass"]);
  });

  it("are none for no requests", () => {
    expect(passes([])).toEqual([]);
  });

  it("find the clock set", () => {
    const clock = manualClock(100);
    const seen: number[] = [];
    const { simulation } = prepare({ requests: [at(1.5, 1, 1)], clock, onPass: () => seen.push(clock.now()) });
    simulation.run();
    expect(seen).toEqual([1]);
    expect(clock.now()).toBe(simulation.timeS);
  });
});

describe("step", () => {
  const requests = [at(0, 1024, 1), at(1, 1024, 1)];

  it("lets happen what is due, the given time included", () => {
    const { simulation, named } = prepare({ requests });
    simulation.step(1);
    expect(simulation.timeS).toBe(1);
    expect(named("complete")).toHaveLength(1);
    expect(named("open")).toHaveLength(2);
    expect(simulation.progress).toBe(0.5);
    expect(simulation.done).toBe(false);
  });

  it("stands at the end of the last request when it is done", () => {
    const { simulation } = prepare({ requests });
    simulation.step(100);
    expect(simulation.timeS).toBe(2);
    expect(simulation.done).toBe(true);
    expect(simulation.progress).toBe(1);
    simulation.step(200);
    expect(simulation.timeS).toBe(2);
  });

  it("changes nothing for a time in the past, and refuses NaN", () => {
    const { simulation, calls } = prepare({ requests });
    simulation.step(1.5);
    const before = calls.length;
    simulation.step(0.5);
    expect(simulation.timeS).toBe(1.5);
    expect(calls).toHaveLength(before);
    expect(() => simulation.step(Number.NaN)).toThrow(ArgumentError);
  });

  it("makes no difference to the calls, however many there are", () => {
    const many = Array.from({ length: 50 }, (_, index) => at(index / 8, 100 * (index % 7), 1 + (index % 9)));
    const whole = record({ requests: many, options: { noiseCv: 0.3 } });
    const stepped = prepare({ requests: many, options: { noiseCv: 0.3 } });
    for (let timeS = 0; !stepped.simulation.done; timeS += 0.07) stepped.simulation.step(timeS);
    expect(stepped.calls).toEqual(whole.calls);
    expect(stepped.simulation.results().requests).toEqual(whole.simulation.results().requests);
  });

  it("is done at once without requests", () => {
    const { simulation } = prepare({ requests: [] });
    expect([simulation.done, simulation.progress]).toEqual([true, 1]);
    simulation.run();
    expect(simulation.results()).toMatchObject({ timeS: 0, opened: 0, attainment: { total: 0, bothMet: 0 } });
  });
});

describe("snapshot", () => {
  it("shows engines and queues", () => {
    const { simulation } = prepare({
      requests: [at(0, 1024, 9), at(0, 1024, 1), at(0, 1024, 1)],
      options: { prefillSlots: 1 },
    });
    simulation.step(1 + 1 / 64);
    expect(simulation.snapshot()).toEqual({
      timeS: 1 + 1 / 64,
      prefillQueue: 1,
      decodeQueue: 0,
      engines: [
        {
          id: "p0",
          role: "prefill",
          available: true,
          work: "prefill",
          prefillResidents: 1,
          decodeResidents: 0,
          kvTokens: 0,
        },
        {
          id: "d1",
          role: "decode",
          available: true,
          work: "decode",
          prefillResidents: 0,
          decodeResidents: 1,
          kvTokens: 1025,
        },
      ],
    });
  });
});
