import { describe, expect, it } from "vitest";
import type { ManualClock, Pool } from "../../src/index";
import { fieldPool, H100, load } from "./field";

const MOST = H100.prefillMaxTokens as number;

const hintsOf = (pool: Pool) => pool.state().hints;

/** So many requests, one after the other: each prefills for so long, and ends with its first token. */
function prefills({ pool, clock }: { pool: Pool; clock: ManualClock }, count: number, prefillS: number): void {
  for (let n = 0; n < count; n += 1) {
    const request = pool.open();
    request.size(4000, 1);
    request.prefill("p");
    clock.advance(prefillS);
    request.firstToken();
    request.complete({ outputTokens: 1 });
    pool.pass();
  }
}

describe("one-long-prompt", () => {
  const longest = MOST + 1;

  it("a hint says how many prompts exceed the profile, and what reactive does", () => {
    const scene = fieldPool();
    load(scene, 10, 4, [1000, 20]);
    expect(hintsOf(scene.pool)).toEqual([]);
    scene.pool.open().size(longest, 20);
    scene.pool.open().size(longest + 100, 20);
    const most = MOST.toLocaleString("en");
    const most1 = (longest + 100).toLocaleString("en");
    expect(hintsOf(scene.pool)).toEqual([
      `2 of 42 prompts exceed the profile's ${most} tokens, the longest ${most1}: reactive holds until they leave the ` +
        "window; use policy headroom, or a profile of longer prompts",
    ]);
    load(scene, 130, 4, [1000, 20]);
    expect(hintsOf(scene.pool)).toEqual([]);
  });

  it("headroom goes on, and the hint says so; what is cached does not count", () => {
    const scene = fieldPool({ policy: "headroom" });
    scene.pool.open().size(longest + 5, 20, { cachedTokens: 6 });
    expect(hintsOf(scene.pool)).toEqual([]);
    scene.pool.open().size(longest, 20);
    expect(hintsOf(scene.pool)[0]).toMatch(/^1 of 2 prompts exceed .*: they are priced as it goes on; use/);
  });
});

describe("max-tokens-0", () => {
  it("a hint names the requests whose output is unknown, until some like them have ended", () => {
    const scene = fieldPool();
    for (let n = 0; n < 3; n += 1) scene.pool.open().size(512, 0);
    scene.pool.open().size(64, 0);
    scene.pool.open().size(512, 20);
    expect(hintsOf(scene.pool)).toEqual([
      "4 requests asked for an unknown output, and none like it has ended (most have about 512 input tokens): " +
        "size(input, requested), and complete({ outputTokens }) teaches the rest",
    ]);
    for (const input of [512, 64]) {
      for (let n = 0; n < 10; n += 1) {
        const request = scene.pool.open();
        request.size(input, 0);
        request.firstToken();
        request.complete({ outputTokens: 0 });
      }
    }
    scene.clock.advance(10);
    scene.pool.pass();
    expect(scene.pool.demand().gaps).toEqual([]);
    expect(hintsOf(scene.pool)).toEqual([]);
  });
});

describe("slow-prefill-unseen", () => {
  const truth = H100.ttftA * 4000 ** 2 + H100.ttftB * 4000 + H100.ttftC;

  it("a hint names the factor once 20 prefills have shown it", () => {
    const scene = fieldPool({ policy: "headroom" });
    prefills(scene, 19, 20 * truth);
    expect(hintsOf(scene.pool)).toEqual([]);
    prefills(scene, 30, 20 * truth);
    expect(hintsOf(scene.pool)[0]).toMatch(
      /^prefill takes (19\.\d|20(\.\d)?) times as long as its profile says: use the one of pool\.learnedProfile\(engineId\)$/,
    );
  });

  it("a profile that is right within 1.5 times needs no word", () => {
    const scene = fieldPool({ policy: "headroom" });
    prefills(scene, 40, 1.4 * truth);
    expect(hintsOf(scene.pool)).toEqual([]);
  });
});

describe("reactive-blind", () => {
  /** One prompt that no profile covers, and requests that all miss their TTFT. */
  function blind(policy: "reactive" | "headroom", misses: number): Pool {
    const scene = fieldPool({ policy });
    for (let n = 0; n < misses; n += 1) {
      const request = scene.pool.open();
      request.size(1000, 1);
      scene.clock.advance(1.5);
      request.firstToken();
      request.complete({ outputTokens: 1 });
    }
    for (let second = 0; second < 30; second += 1) {
      scene.clock.advance(1);
      scene.pool.open().size(MOST + 1, 20);
      scene.pool.pass();
    }
    return scene.pool;
  }

  it("a hint says that headroom would decide where reactive holds while requests miss", () => {
    const pool = blind("reactive", 20);
    expect(pool.state().last_decision).toMatchObject({ result: "held", reason: "recovery_not_ready" });
    expect(hintsOf(pool)).toContain(
      "reactive holds (recovery_not_ready) while 100% of requests miss an SLO: policy headroom would decide",
    );
  });

  it("not with less than 20 outcomes, nor under headroom", () => {
    expect(hintsOf(blind("reactive", 19)).filter((hint) => hint.startsWith("reactive"))).toEqual([]);
    expect(hintsOf(blind("headroom", 20)).filter((hint) => hint.startsWith("reactive"))).toEqual([]);
  });
});
