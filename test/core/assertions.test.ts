import { readFileSync } from "node:fs";
import { instantiateSync } from "@assemblyscript/loader";
import { describe, expect, it } from "vitest";
import { HEAP_BASE, OUTCOME_BUCKET_BYTES, outcomesBytes, PAGE_BYTES } from "../../assembly/layout";
import type { CoreExports } from "../../src/wasm/exports";

/** The debug build, whose assertions the loader turns into errors that say where they stand. */
function debugCore(pages: number): CoreExports {
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const { exports } = instantiateSync(readFileSync("build/core.debug.wasm"), { env: { memory } });
  return exports as unknown as CoreExports;
}

describe("an assertion of the debug build", () => {
  const pages = Math.ceil(HEAP_BASE / PAGE_BYTES);
  const roomBytes = pages * PAGE_BYTES - HEAP_BASE;
  /** The most buckets that an outcome window in this memory can keep. */
  const retained = Math.floor((roomBytes - outcomesBytes(0)) / OUTCOME_BUCKET_BYTES);

  it("names itself, its file and its line when regions exceed the memory", () => {
    const core = debugCore(pages);
    expect(() => core.createOutcomes(retained + 1, 1)).toThrow(
      /regions exceed the memory at assembly\/memory\.ts:\d+:\d+/,
    );
  });

  it("lets regions that just fit be", () => {
    const core = debugCore(pages);
    expect(core.createOutcomes(retained, 1)).toBe(HEAP_BASE);
  });
});
