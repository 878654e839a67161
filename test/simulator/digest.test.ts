import { afterEach, expect, it, vi } from "vitest";
import { digestOf } from "../../simulator/worker/digest";

afterEach(() => vi.unstubAllGlobals());

/** SHA-256 of "abc" (FIPS 180-2). */
const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

it("is SHA-256, with and without crypto.subtle", async () => {
  expect(await digestOf("abc")).toBe(ABC);
  vi.stubGlobal("crypto", {});
  expect(await digestOf("abc")).toBe(ABC);
  expect(await digestOf(new TextEncoder().encode("abc").buffer as ArrayBuffer)).toBe(ABC);
});
