/** A proxy that can no longer be asked for anything. */
export function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** An object that throws whatever it is asked for. */
export function throwingProxy(): object {
  const refuse = () => {
    throw new Error("not for you");
  };
  return new Proxy({}, { get: refuse, has: refuse, ownKeys: refuse, getPrototypeOf: refuse });
}

/** Getters that throw, for every option that is read anywhere. */
export function throwingGetters(...fields: readonly string[]): object {
  const get = () => {
    throw new Error("not for you");
  };
  return Object.defineProperties({}, Object.fromEntries(fields.map((field) => [field, { get, enumerable: true }])));
}

/** Gives one value the first time, and another one ever after. */
export function flipping<T>(field: string, first: T, then: unknown): { [field: string]: T } {
  let reads = 0;
  const get = () => {
    reads += 1;
    return reads === 1 ? first : then;
  };
  return Object.defineProperty({}, field, { get, enumerable: true }) as { [field: string]: T };
}

/** Values that are no object, list, length, time or name of anybody's. */
export const HOSTILE: readonly (readonly [string, unknown])[] = [
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
  ["-1", -1],
  ["2^53", 2 ** 53],
  ["a bigint", 5n],
  ["a huge bigint", 10n ** 5000n],
  ["a text", "12"],
  ["a long text", "x".repeat(100_000)],
  ["a symbol", Symbol("s")],
  ["null", null],
  ["an object", {}],
  ["an object without a prototype", Object.create(null)],
  ["an object with keys of prototypes", JSON.parse('{"__proto__":{"at":1},"constructor":{"prototype":1}}')],
  [
    "an object that refuses to be a number",
    {
      valueOf() {
        throw new Error("not for you");
      },
    },
  ],
  ["a list", [1, 2, 3, 4]],
  ["a function", () => 1],
  ["a date", new Date(0)],
  ["a map", new Map()],
  ["true", true],
  ["bytes", new Uint8Array(3)],
  ["a detached list of bytes", detached()],
  ["no bytes but their prototype", Object.create(Uint8Array.prototype)],
  ["a revoked proxy", revokedProxy()],
  ["a throwing proxy", throwingProxy()],
  ["throwing getters", throwingGetters("at", "id", "elapsedS", "cachedTokens", "outputTokens", "snapshot", "now")],
];

function detached(): Uint8Array {
  const bytes = new Uint8Array(8);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
}
