import { describe, expect, it } from "vitest";
import { resolveConfig } from "../../src/config";
import { PanicBypass } from "../../src/control/panic";
import { sceneAt8 } from "./fixtures";

const CALM = { prefill: 0, decode: 0 };

function bypass(config: { panicRatio: number; sustainedIntervals?: number; expand?: number }) {
  return new PanicBypass(resolveConfig({ ttftSloS: 1, tpotSloS: 0.05, ...config }));
}

describe("the panic bypass", () => {
  it("holds from the step on that makes the number of steps full, while the loads last", () => {
    const panic = bypass({ panicRatio: 2, sustainedIntervals: 3 });
    const loads = { prefill: 0.5, decode: 2 };
    const holds = [1, 2, 3, 4].map(() => {
      panic.note(loads);
      return panic.holds(loads);
    });
    expect(holds).toEqual([false, false, true, true]);
    expect(panic.holds(CALM)).toBe(false);
    panic.note(CALM);
    expect(panic.holds(CALM)).toBe(false);
    panic.note(loads);
    expect(panic.holds(loads)).toBe(false);
  });

  it("asks for decode at the ratio times `expand`, and for prefill at `shrink` or below", () => {
    const panic = bypass({ panicRatio: 2, sustainedIntervals: 1, expand: 1.5 });
    const holds = (prefill: number, decode: number) => {
      panic.note({ prefill, decode });
      return panic.holds({ prefill, decode });
    };
    expect(holds(0.5, 3)).toBe(true);
    expect(holds(0.5, 2.99)).toBe(false);
    expect(holds(0.51, 3)).toBe(false);
  });

  it("is off at ratio 0", () => {
    const panic = bypass({ panicRatio: 0, sustainedIntervals: 1 });
    panic.note({ prefill: 0, decode: 1000 });
    expect(panic.holds({ prefill: 0, decode: 1000 })).toBe(false);
  });
});

it("the steps of the panic bypass go on elsewhere where they were", () => {
  const config = { panicRatio: 2, sustainedIntervals: 3 };
  const loads = { prefill: 0, decode: 2 };
  const panic = bypass(config);
  panic.note(loads);
  panic.note(loads);
  expect(panic.steps).toBe(2);
  const taker = bypass(config);
  taker.importSteps(panic.steps);
  taker.note(loads);
  expect(taker.holds(loads)).toBe(true);
});

describe("a move to decode in panic", () => {
  const config = { cooldownS: 100, panicRatio: 21, sustainedIntervals: 3 };

  /** Decode stalls from 7 s on: at 8 s it has a load of 21. */
  function stalled(options: object) {
    const scene = sceneAt8("ppd", { decode: 2 }, { ...config, ...options }).at(7);
    scene.decoding("d2");
    return scene;
  }

  it("does not wait for the cooldown once the steps are full", () => {
    const scene = stalled({});
    const seen = [8, 9, 10].map((timeS) => scene.at(timeS).decide());
    expect(seen.map(({ result, reason }) => [result, reason])).toEqual([
      ["blocked", "cooldown"],
      ["blocked", "cooldown"],
      ["applied", "improved"],
    ]);
    expect(seen[0]?.limit).toEqual({ gate: "cooldown", value: 8, threshold: 100, clearsInS: 92 });
    expect(scene.roles).toBe("dpd");
  });

  it("asks for the mean of all decode engines, idle ones too", () => {
    const scene = sceneAt8("pppdd", { decode: 4 }, config).at(7);
    scene.decoding("d3");
    // Half of what the one that stalls has: a third of the 63, 127, 191 and 255 tokens that are due.
    const seen = [8, 9, 10, 11].map((timeS) => scene.at(timeS).decide());
    expect(seen.map(({ result, observedDecodeRatio }) => [result, observedDecodeRatio])).toEqual([
      ["blocked", 10.5],
      ["blocked", 127 / 6],
      ["blocked", 191 / 6],
      ["applied", 42.5],
    ]);
  });

  it("counts the passes between two decisions as well", () => {
    const scene = stalled({ stepS: 2 });
    expect(scene.at(8).decide().reason).toBe("cooldown");
    expect(scene.at(9).pool.pass().decisions).toEqual([]);
    expect(scene.at(10).decide().result).toBe("applied");
  });

  it("begins anew after a pass without it", () => {
    const scene = stalled({});
    expect(scene.at(8).decide().reason).toBe("cooldown");
    const busy = [0, 1].map((index) => scene.prefilling(`p${index}`, 0.75));
    scene.at(8.5).pool.pass();
    for (const request of busy) request.cancel();
    // Passes that publish a prefill load of no more than a half.
    const reasons = [9.5, 10.5, 11.5, 12.5].map((timeS) => scene.at(timeS).decide());
    expect(reasons.map(({ observedPrefillRatio, result }) => [observedPrefillRatio, result])).toEqual([
      [0.75, "held"],
      [0, "blocked"],
      [0, "blocked"],
      [0, "applied"],
    ]);
  });
});
