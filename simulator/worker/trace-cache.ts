import { readTrace, type Trace, textChunks } from "../../src/replay";
import type { TraceSource } from "./protocol";

/** Keeps the trace that was read last: a restart need not read it again. */
export class TraceCache {
  #key: string | Blob | null = null;
  #trace: Trace | null = null;

  /** @throws TraceError; Error if a shipped trace cannot be loaded */
  async read(source: TraceSource, file: string): Promise<Trace> {
    const key = "url" in source ? source.url : source.blob;
    if (this.#trace === null || this.#key !== key) {
      this.#trace = await readTrace(textChunks(await contentOf(source), file), { file });
      this.#key = key;
    }
    return this.#trace;
  }
}

async function contentOf(source: TraceSource): Promise<Blob> {
  if ("blob" in source) return source.blob;
  const response = await fetch(source.url);
  if (!response.ok) throw new Error(`the trace cannot be loaded: ${response.status} ${response.statusText}`);
  return response.blob();
}
