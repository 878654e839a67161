import { existsSync, renameSync } from "node:fs";
import { type GgufTensor, type GgufValue, writeGguf } from "./gguf";

/** The size of a random llama. */
export interface ModelShape {
  readonly width: number;
  readonly blocks: number;
  readonly feedForward: number;
  readonly heads: number;
  readonly kvHeads: number;
  readonly contextTokens: number;
}

/**
 * A model of 55 MB: a step reads all of it, and the streams of a batch share that. A step of four streams takes about
 * twice as long as one of one; with a model of a few MB it takes four times as long.
 */
export const SHARED_STEP: ModelShape = {
  width: 384,
  blocks: 8,
  feedForward: 1024,
  heads: 6,
  kvHeads: 3,
  contextTokens: 4096,
};

const BYTES = Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`);
/** Words of two letters, each with a space before it. */
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
const PIECES = LETTERS.flatMap((first) => LETTERS.map((second) => `\u2581${first}${second}`));
/** A tokenizer joins two tokens at a time: on the way to a word there is a space with one letter. */
const STARTS = LETTERS.map((letter) => `\u2581${letter}`);
const TOKENS = ["<unk>", "<s>", "</s>", ...BYTES, "\u2581", ...LETTERS, ...STARTS, ...PIECES];
/** Types of tokens of a GGUF file: unknown, control, byte, and normal otherwise. */
const TYPES = [2, 3, 3, ...BYTES.map(() => 6)];

/** Texts of prompts are made of these ids: each of them is a word. */
export const WORDS = { first: TOKENS.length - PIECES.length, count: PIECES.length } as const;

/** Writes a llama of random weights, unless the file is there. The same seed gives the same bytes. */
export function ensureRandomModel(path: string, shape: ModelShape = SHARED_STEP, seed = 1): void {
  if (existsSync(path)) return;
  // A process that dies on the way leaves no half of a model.
  writeGguf(`${path}.part`, metadataOf(shape), tensorsOf(shape, seed));
  renameSync(`${path}.part`, path);
}

function metadataOf(shape: ModelShape): ReadonlyMap<string, GgufValue> {
  const u32 = (value: number) => ({ type: "u32", value }) as const;
  return new Map<string, GgufValue>([
    ["general.architecture", { type: "string", value: "llama" }],
    ["general.name", { type: "string", value: "random" }],
    ["general.file_type", u32(0)],
    ["llama.context_length", u32(shape.contextTokens)],
    ["llama.embedding_length", u32(shape.width)],
    ["llama.block_count", u32(shape.blocks)],
    ["llama.feed_forward_length", u32(shape.feedForward)],
    ["llama.attention.head_count", u32(shape.heads)],
    ["llama.attention.head_count_kv", u32(shape.kvHeads)],
    ["llama.attention.layer_norm_rms_epsilon", { type: "f32", value: 1e-5 }],
    ["llama.rope.dimension_count", u32(shape.width / shape.heads)],
    ["llama.rope.freq_base", { type: "f32", value: 10_000 }],
    ["llama.vocab_size", u32(TOKENS.length)],
    ["tokenizer.ggml.model", { type: "string", value: "llama" }],
    ["tokenizer.ggml.tokens", { type: "strings", value: TOKENS }],
    ["tokenizer.ggml.scores", { type: "f32s", value: TOKENS.map(() => 0) }],
    ["tokenizer.ggml.token_type", { type: "i32s", value: TOKENS.map((_, index) => TYPES[index] ?? 1) }],
    ["tokenizer.ggml.bos_token_id", u32(1)],
    ["tokenizer.ggml.eos_token_id", u32(2)],
    ["tokenizer.ggml.unknown_token_id", u32(0)],
    ["tokenizer.ggml.add_bos_token", { type: "bool", value: false }],
    ["tokenizer.ggml.add_space_prefix", { type: "bool", value: false }],
  ]);
}

function tensorsOf({ width, blocks, feedForward, heads, kvHeads }: ModelShape, seed: number): GgufTensor[] {
  const random = randomBits(seed);
  const kvWidth = (width / heads) * kvHeads;
  const ones = (name: string): GgufTensor => ({ name, shape: [width], fill: (values) => values.fill(1) });
  // Deviations of 1 / sqrt(inputs) keep activations at their size through all blocks.
  const weights = (name: string, inputs: number, outputs: number): GgufTensor => ({
    name,
    shape: [inputs, outputs],
    fill: (values) => {
      const scale = Math.sqrt(3 / inputs) / 2 ** 31;
      for (let index = 0; index < values.length; index += 1) values[index] = random() * scale;
    },
  });
  const block = (index: number): GgufTensor[] => [
    ones(`blk.${index}.attn_norm.weight`),
    weights(`blk.${index}.attn_q.weight`, width, width),
    weights(`blk.${index}.attn_k.weight`, width, kvWidth),
    weights(`blk.${index}.attn_v.weight`, width, kvWidth),
    weights(`blk.${index}.attn_output.weight`, width, width),
    ones(`blk.${index}.ffn_norm.weight`),
    weights(`blk.${index}.ffn_gate.weight`, width, feedForward),
    weights(`blk.${index}.ffn_up.weight`, width, feedForward),
    weights(`blk.${index}.ffn_down.weight`, feedForward, width),
  ];
  return [
    weights("token_embd.weight", width, TOKENS.length),
    ...Array.from({ length: blocks }, (_, index) => block(index)).flat(),
    ones("output_norm.weight"),
    weights("output.weight", width, TOKENS.length),
  ];
}

/** Whole numbers of -2^31 .. 2^31 - 1, by xorshift. */
function randomBits(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state;
  };
}
