import { closeSync, openSync, writeSync } from "node:fs";

/** A value of the metadata of a GGUF file. */
export type GgufValue =
  | { readonly type: "u32" | "f32" | "i32"; readonly value: number }
  | { readonly type: "bool"; readonly value: boolean }
  | { readonly type: "string"; readonly value: string }
  | { readonly type: "strings"; readonly value: readonly string[] }
  | { readonly type: "f32s" | "i32s"; readonly value: readonly number[] };

/** A tensor of 32-bit floats. `shape` has the dimension that varies fastest first. */
export interface GgufTensor {
  readonly name: string;
  readonly shape: readonly number[];
  /** Fills the values, which are 0 before. */
  readonly fill: (values: Float32Array) => void;
}

const VERSION = 3;
const ALIGNMENT = 32;
const TYPE = { u32: 4, i32: 5, f32: 6, bool: 7, string: 8, array: 9 } as const;
const F32_TENSOR = 0;

/** Writes a GGUF file, one tensor after the other. */
export function writeGguf(path: string, metadata: ReadonlyMap<string, GgufValue>, tensors: readonly GgufTensor[]) {
  const file = openSync(path, "w");
  try {
    writeSync(file, padded(headOf(metadata, tensors)));
    for (const tensor of tensors) {
      const values = new Float32Array(elementsOf(tensor));
      tensor.fill(values);
      writeSync(file, padded(Buffer.from(values.buffer)));
    }
  } finally {
    closeSync(file);
  }
}

function headOf(metadata: ReadonlyMap<string, GgufValue>, tensors: readonly GgufTensor[]): Buffer {
  const parts = [Buffer.from("GGUF"), u32(VERSION), u64(tensors.length), u64(metadata.size)];
  for (const [key, value] of metadata) parts.push(text(key), encoded(value));
  let offset = 0;
  for (const tensor of tensors) {
    const { name, shape } = tensor;
    parts.push(text(name), u32(shape.length), ...shape.map(u64), u32(F32_TENSOR), u64(offset));
    offset += aligned(4 * elementsOf(tensor));
  }
  return Buffer.concat(parts);
}

function encoded(given: GgufValue): Buffer {
  switch (given.type) {
    case "u32":
      return Buffer.concat([u32(TYPE.u32), u32(given.value)]);
    case "i32":
      return Buffer.concat([u32(TYPE.i32), i32(given.value)]);
    case "f32":
      return Buffer.concat([u32(TYPE.f32), f32(given.value)]);
    case "bool":
      return Buffer.concat([u32(TYPE.bool), Buffer.of(given.value ? 1 : 0)]);
    case "string":
      return Buffer.concat([u32(TYPE.string), text(given.value)]);
    case "strings":
      return listOf(TYPE.string, given.value.map(text));
    case "f32s":
      return listOf(TYPE.f32, given.value.map(f32));
    case "i32s":
      return listOf(TYPE.i32, given.value.map(i32));
  }
}

function listOf(type: number, items: readonly Buffer[]): Buffer {
  return Buffer.concat([u32(TYPE.array), u32(type), u64(items.length), ...items]);
}

function elementsOf({ shape }: GgufTensor): number {
  return shape.reduce((product, size) => product * size, 1);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([u64(bytes.length), bytes]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function i32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

function f32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(aligned(bytes.length) - bytes.length)]);
}
