import { RESULT_BYTES } from "../../assembly/fields";
import { IO_BASE, IO_BYTES, PAGE_BYTES, RESULT_BASE } from "../../assembly/layout";
import { CORE_VERSION } from "../../assembly/version";
import { ConfigError, MemoryError } from "../errors";
import { CORE_HEX } from "./binary";
import type { CoreExports } from "./exports";

/** An instance of the core, with the views over its memory that all its regions share. */
export interface CoreInstance {
  readonly exports: CoreExports;
  readonly memory: WebAssembly.Memory;
  /** The transfer region: rows on their way in or out. */
  readonly rows: Float64Array;
  /** The result region: the last answer of several numbers. */
  readonly result: Float64Array;
}

let compiled: WebAssembly.Module | undefined;

/** The core, compiled once for the process from the embedded bytes. */
export function compileCore(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(coreBytes());
  return compiled;
}

/** The same off the main thread's critical path, for places that limit synchronous compilation. */
export async function compileCoreAsync(): Promise<WebAssembly.Module> {
  compiled ??= await WebAssembly.compile(coreBytes());
  return compiled;
}

/**
 * An instance of its own memory of exactly `bytes`, rounded up to pages; it cannot grow.
 *
 * @throws ConfigError for another module, MemoryError where the system has no such memory
 */
export function instantiateCore(bytes: number, module = compileCore()): CoreInstance {
  const pages = Math.ceil(bytes / PAGE_BYTES);
  const memory = allocate(pages);
  const exports = exportsOf(module, memory);
  if (exports?.coreVersion?.() !== CORE_VERSION) {
    throw new ConfigError("module", "must be this version's core.wasm", module);
  }
  exports.seedHash(randomWord(), randomWord());
  const { buffer } = memory;
  return {
    exports,
    memory,
    rows: new Float64Array(buffer, IO_BASE, IO_BYTES / 8),
    result: new Float64Array(buffer, RESULT_BASE, RESULT_BYTES / 8),
  };
}

/** 32 random bits. Some hosts have no `crypto`, or none while a module is loaded. */
function randomWord(): number {
  try {
    return crypto.getRandomValues(new Uint32Array(1))[0] as number;
  } catch {
    return (Math.random() * 2 ** 32) >>> 0;
  }
}

function allocate(pages: number): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages });
  } catch {
    throw new MemoryError(pages * PAGE_BYTES, null);
  }
}

/** Null for anything but a module, and for one that imports something else. */
function exportsOf(module: WebAssembly.Module, memory: WebAssembly.Memory): CoreExports | null {
  try {
    return new WebAssembly.Instance(module, { env: { memory, abort } }).exports as unknown as CoreExports;
  } catch {
    return null;
  }
}

/** Only the debug build calls it: an assertion in the core failed. */
function abort(): never {
  throw new Error("narwhal-slo: an assertion in the core failed");
}

function coreBytes(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(CORE_HEX.length / 2);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = 16 * digitAt(2 * i) + digitAt(2 * i + 1);
  return bytes;
}

/** The value of a hex digit of the embedded core. */
function digitAt(index: number): number {
  const code = CORE_HEX.charCodeAt(index);
  return code <= NINE ? code - ZERO : code - LETTERS;
}

const ZERO = "0".charCodeAt(0);
const NINE = "9".charCodeAt(0);
const LETTERS = "a".charCodeAt(0) - 10;
