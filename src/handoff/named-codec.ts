import { type Codec, checked, oneOf, text, whole } from "./codec";

// The rest is written with its names: kinds and fields that are added to the package later need no new format.

/** Counts by key. */
export function tally(keys: Codec<string>): Codec<ReadonlyMap<string, number>> {
  const counts = entries(keys, () => whole);
  return {
    write: (writer, value) => counts.write(writer, [...value]),
    read: (reader) => new Map(counts.read(reader)),
  };
}

/** Counts by kind, 0 where none is written. */
export function countsOf<Kind extends string>(kinds: readonly Kind[]): Codec<Readonly<Record<Kind, number>>> {
  const counts = entries(oneOf(kinds), () => whole);
  return {
    write: (writer, value) =>
      counts.write(
        writer,
        kinds.map((kind) => [kind, value[kind]] as const),
      ),
    read(reader) {
      const written = new Map(counts.read(reader));
      return Object.fromEntries(kinds.map((kind) => [kind, written.get(kind) ?? 0])) as Record<Kind, number>;
    },
  };
}

/** Values by key: any text. */
export function tableOf<T>(codec: Codec<T>): Codec<Readonly<Record<string, T>>> {
  const values = entries(text, () => codec);
  return {
    write: (writer, value) => values.write(writer, Object.entries(value)),
    read: (reader) => Object.fromEntries(values.read(reader)),
  };
}

/** A key made of one of each of some lists of names, or of names that match, joined by colons. */
export function joined(...lists: readonly (readonly string[] | RegExp)[]): Codec<string> {
  const holds = (key: string) => {
    const parts = key.split(":");
    return parts.length === lists.length && lists.every((names, i) => matches(names, parts[i] as string));
  };
  return checked(text, holds, "a key must be made of names that are known");
}

function matches(names: readonly string[] | RegExp, part: string): boolean {
  return names instanceof RegExp ? names.test(part) : names.includes(part);
}

/** An object of which only the fields that it has are written; those of `required` it must have. */
export function named<T extends object>(
  fields: { readonly [Field in keyof T]-?: Codec<Required<T>[Field]> },
  required: readonly (keyof T & string)[],
): Codec<T> {
  const codecs = new Map(Object.entries<Codec<unknown>>(fields));
  const values = entries(oneOf([...codecs.keys()]), (field) => codecs.get(field) as Codec<unknown>);
  return {
    write: (writer, value) => values.write(writer, Object.entries(value)),
    read(reader) {
      const value = Object.fromEntries(values.read(reader));
      for (const field of required) if (!(field in value)) reader.refuse(`${field} must be there`);
      return value as T;
    },
  };
}

type Entries<T> = readonly (readonly [string, T])[];

/** Values in order, each with a key that no other one has. */
function entries<T>(keys: Codec<string>, codecOf: (key: string) => Codec<T>): Codec<Entries<T>> {
  return {
    write(writer, values) {
      writer.whole(values.length);
      for (const [key, value] of values) {
        keys.write(writer, key);
        codecOf(key).write(writer, value);
      }
    },
    read(reader) {
      const values = new Map<string, T>();
      for (let left = reader.whole(); left > 0; left -= 1) {
        const key = keys.read(reader);
        if (values.has(key)) reader.refuse(`${key} must not come twice`);
        values.set(key, codecOf(key).read(reader));
      }
      return [...values];
    },
  };
}
