import { LEARNED_ROW_BYTES } from "../../assembly/fields";
import { HEAP_BASE, IO_BASE, LEARNED_BASE, PROFILES_BASE, RESULT_BASE } from "../../assembly/layout";
import { planBytes } from "../../src/wasm/core";
import { type CoreInstance, instantiateCore } from "../../src/wasm/loader";
import { WindowRegion, type WindowSpec } from "../../src/wasm/window-region";

const NEIGHBOUR: WindowSpec = { retainedS: 1, bucketS: 1, maxShapes: 1, merge: "first" };

/** A window and what is learned from it, without the host around: it can be asked for any cut. */
export class LearningCore {
  readonly window: WindowRegion;
  /** Another window, whose memory follows on what is learned from. */
  readonly neighbour: WindowRegion;
  readonly #core: CoreInstance;

  constructor(spec: WindowSpec, startS: number, module?: WebAssembly.Module) {
    this.#core = instantiateCore(planBytes({ windows: [spec, NEIGHBOUR], learnFrom: 0 }), module);
    this.window = new WindowRegion(this.#core, spec, startS);
    this.#core.exports.learnFrom(this.window.pointer);
    this.neighbour = new WindowRegion(this.#core, NEIGHBOUR, startS);
  }

  learned(sinceS: number, nowS: number) {
    return {
      inForce: this.#core.exports.learn(this.window.pointer, sinceS, nowS) !== 0,
      ratios: this.#rows(true),
      outputs: this.#rows(false).map(([input, , output]) => [input, output]),
    };
  }

  expectedOutput(input: number, requested: number): number {
    return this.#core.exports.expectedOutput(input, requested);
  }

  /** Copies of the memory before the heap that has nothing to do with learning, but for the compiler's constants. */
  foreignMemory(): Uint8Array[] {
    const regions = [
      [0, IO_BASE],
      [PROFILES_BASE, LEARNED_BASE],
      [RESULT_BASE, HEAP_BASE],
    ] as const;
    return regions.map(([start, end]) => new Uint8Array(this.#core.memory.buffer.slice(start, end)));
  }

  #rows(ratios: boolean): number[][] {
    const { exports, rows } = this.#core;
    const fields = LEARNED_ROW_BYTES / 8;
    return Array.from({ length: exports.exportLearned(ratios ? 1 : 0) }, (_, row) =>
      Array.from(rows.subarray(row * fields, (row + 1) * fields)),
    );
  }
}
