import {
  HEAP_BASE,
  IO_BASE,
  LEARNED_BASE,
  LEARNED_FIELDS,
  PRICE_BASE,
  PROFILES_BASE,
  scratchBytes,
} from "../../assembly/layout";
import { planBytes } from "../../src/wasm/core";
import type { CoreExports } from "../../src/wasm/exports";
import { instantiateCore } from "../../src/wasm/loader";
import { retainedBuckets, WindowRegion, type WindowSpec } from "../../src/wasm/window-region";

const NEIGHBOUR: WindowSpec = { retainedS: 1, bucketS: 1, maxShapes: 1, merge: "first" };

/** A window and what is learned from it, without the host around: it can be asked for any cut. */
export class LearningCore {
  readonly window: WindowRegion;
  /** Another window, whose memory follows on what is learned from. */
  readonly neighbour: WindowRegion;
  readonly #exports: CoreExports;
  readonly #io: Float64Array;
  readonly #memory: ArrayBuffer;

  constructor(spec: WindowSpec, startS: number, module?: WebAssembly.Module) {
    const { exports, memory } = instantiateCore(planBytes({ windows: [spec, NEIGHBOUR], learnFrom: 0 }), module);
    this.#exports = exports;
    this.#memory = memory.buffer;
    this.#io = new Float64Array(memory.buffer, IO_BASE);
    this.window = new WindowRegion(exports, memory.buffer, spec, startS);
    exports.learnFrom(this.window.pointer, exports.reserveScratch(scratchBytes(retainedBuckets(spec), spec.maxShapes)));
    this.neighbour = new WindowRegion(exports, memory.buffer, NEIGHBOUR, startS);
  }

  learned(sinceS: number, nowS: number) {
    this.#exports.learn(this.window.pointer, sinceS, nowS);
    return {
      inForce: this.#exports.learnedInForce() !== 0,
      ratios: this.#rows(true),
      outputs: this.#rows(false).map(([input, , output]) => [input, output]),
    };
  }

  expectedOutput(input: number, requested: number): number {
    return this.#exports.expectedOutput(input, requested);
  }

  /** Copies of the memory before the heap that has nothing to do with learning, but for the compiler's constants. */
  foreignMemory(): Uint8Array[] {
    const regions = [
      [0, IO_BASE],
      [PROFILES_BASE, LEARNED_BASE],
      [PRICE_BASE, HEAP_BASE],
    ] as const;
    return regions.map(([start, end]) => new Uint8Array(this.#memory.slice(start, end)));
  }

  #rows(ratios: boolean): number[][] {
    const rows = this.#exports.exportLearned(ratios ? 1 : 0);
    return Array.from({ length: rows }, (_, row) =>
      Array.from(this.#io.subarray(row * LEARNED_FIELDS, (row + 1) * LEARNED_FIELDS)),
    );
  }
}
