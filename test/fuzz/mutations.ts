import fc from "fast-check";

/** Numbers that lie at an edge of something, and some that do not. */
export const number = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.5, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53, 1e15, -1e15, 1e300, -1e300, 5e-324),
  fc.nat(300),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** The same, with what is no number of anybody's. */
export const anyNumber = fc.oneof(
  { weight: 4, arbitrary: number },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY) },
);

/** Whatever may be passed in. */
export const anything = fc.oneof(
  { weight: 3, arbitrary: anyNumber },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(undefined, null, "", "p", "d", "12", true, 7n, Symbol("s"), [], {}),
  },
  { weight: 1, arbitrary: fc.anything({ withBigInt: true, withNullPrototype: true, withMap: true, maxDepth: 2 }) },
);

const jsonValue = fc.oneof(
  number,
  fc.constantFrom<unknown>(null, true, false, "", "NaN", [], {}, { f64: "NaN" }, { f64: {} }, { toString: 1 }, "spec"),
  fc.string({ maxLength: 12, unit: "binary" }),
  fc.constantFrom<unknown>(JSON.parse('{"__proto__":{"type":"meta"},"constructor":{}}'), nested(100)),
  fc.jsonValue({ maxDepth: 2 }),
);

function nested(depth: number): unknown {
  return depth === 0 ? 1 : [nested(depth - 1)];
}

/** A change of one place of a JSON document. */
interface JsonMutation {
  readonly place: number;
  readonly how: "replace" | "remove" | "add";
  readonly key: string;
  readonly value: unknown;
}

const jsonMutation: fc.Arbitrary<JsonMutation> = fc.record({
  place: fc.nat(10_000),
  how: fc.constantFrom("replace" as const, "remove" as const, "add" as const),
  key: fc.constantFrom("__proto__", "constructor", "type", "at_s", "extra", "0"),
  value: jsonValue,
});

/** Copies of a document in which some places are others. */
export function mutatedJson(document: unknown, most = 3): fc.Arbitrary<unknown> {
  return fc.array(jsonMutation, { maxLength: most }).map((mutations) => {
    const root = { document: structuredClone(document) };
    for (const mutation of mutations) mutateJson(root, mutation);
    return root.document;
  });
}

type Node = Record<string, unknown>;

function mutateJson(root: Node, { place, how, key, value }: JsonMutation): void {
  const places = placesOf(root);
  const [holder, name] = places[place % places.length] as [Node, string];
  const target = holder[name];
  if (how === "remove" && holder !== root) delete holder[name];
  else if (how === "add" && typeof target === "object" && target !== null) define(target as Node, key, value);
  else define(holder, name, value);
}

/** Like JSON.parse: `__proto__` is a key as any other. */
function define(holder: Node, name: string, value: unknown): void {
  Object.defineProperty(holder, name, {
    value: structuredClone(value),
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function placesOf(node: unknown): [Node, string][] {
  if (typeof node !== "object" || node === null) return [];
  return Object.keys(node).flatMap((name) => [
    [node as Node, name] as [Node, string],
    ...placesOf((node as Node)[name]),
  ]);
}

const textMutation = fc.record({
  place: fc.nat(2 ** 20),
  removed: fc.nat(20),
  inserted: fc.oneof(
    fc.constant(""),
    fc.constantFrom('"', "\n", "\r", "\0", ",", "{", "}", "\ufeff", "1e999", "-", "[".repeat(200)),
    fc.string({ maxLength: 8, unit: "binary" }),
  ),
});

/** Copies of a text in which some places are others. */
export function mutatedText(text: string, most = 4): fc.Arbitrary<string> {
  return fc.array(textMutation, { maxLength: most }).map((mutations) =>
    mutations.reduce((mutated, { place, removed, inserted }) => {
      const at = place % (mutated.length + 1);
      return mutated.slice(0, at) + inserted + mutated.slice(at + removed);
    }, text),
  );
}

const byteMutation = fc.record({
  place: fc.nat(2 ** 20),
  removed: fc.nat(3),
  inserted: fc.array(fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.nat(255)), { maxLength: 9 }),
  /** In place of, not beside, what was there. */
  over: fc.boolean(),
});

/** Copies of some bytes in which some places are others. */
export function mutatedBytes(bytes: Uint8Array, most = 4): fc.Arbitrary<Uint8Array> {
  return fc.array(byteMutation, { maxLength: most }).map((mutations) =>
    mutations.reduce<Uint8Array>((mutated, { place, removed, inserted, over }) => {
      const at = place % (mutated.length + 1);
      const rest = mutated.subarray(at + (over ? inserted.length : removed));
      return Uint8Array.from([...mutated.subarray(0, at), ...inserted, ...rest]);
    }, bytes),
  );
}
