import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import { LlamaFleet, type LlamaFleetOptions } from "../../examples/llama-fleet/llama-fleet";
import { ensureRandomModel } from "../../examples/llama-fleet/random-model";

/** A model whose steps take a millisecond or two. */
const SMALL = { width: 128, blocks: 4, feedForward: 384, heads: 4, kvHeads: 2, contextTokens: 2048 };
