import { sha256 } from "@noble/hashes/sha2";

/** SHA-256 in hex. Pages on plain HTTP have no `crypto.subtle` (but for localhost): there JavaScript computes it. */
export async function digestOf(content: string | ArrayBuffer): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
  const { subtle } = globalThis.crypto ?? {};
  const hash = subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : sha256(bytes);
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
