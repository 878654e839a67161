/** SHA-256 in hex; null on pages that may not compute it (plain HTTP, but for localhost). */
export async function digestOf(content: string | ArrayBuffer): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
