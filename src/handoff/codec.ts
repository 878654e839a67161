import type { ByteReader } from "./byte-reader";
import type { ByteWriter } from "./byte-writer";

/** How a value is written, and read back: told once, so that the two cannot drift apart. */
export interface Codec<T> {
  write(writer: ByteWriter, value: T): void;
  /** @throws SnapshotError for what it would not have written */
  read(reader: ByteReader): T;
}

/** Any f64, NaN and infinities too. */
export const real: Codec<number> = {
  write: (writer, value) => writer.real(value),
  read: (reader) => reader.real(),
};

/** A whole number, 0 .. 2^53 - 1. */
export const whole: Codec<number> = {
  write: (writer, value) => writer.whole(value),
  read: (reader) => reader.whole(),
};

/** A text. */
export const text: Codec<string> = {
  write: (writer, value) => writer.text(value),
  read: (reader) => reader.text(),
};

/** True or false. */
export const flag: Codec<boolean> = {
  write: (writer, value) => writer.byte(value ? 1 : 0),
  read(reader) {
    const byte = reader.byte();
    if (byte > 1) reader.refuse("a flag must be 0 or 1");
    return byte === 1;
  },
};

/** A value that keeps a rule; reading refuses any other. */
export function checked<T>(codec: Codec<T>, holds: (value: T) => boolean, rule: string): Codec<T> {
  return {
    write: codec.write,
    read(reader) {
      const value = codec.read(reader);
      if (!holds(value)) reader.refuse(rule);
      return value;
    },
  };
}

/** A finite number. */
export const finite = checked(real, Number.isFinite, "a number must be finite");

/** A number >= 0, infinity too. */
export const notNegative = checked(real, (value) => value >= 0, "a number must be >= 0");

/** One of some texts. */
export function oneOf<T extends string>(values: readonly T[]): Codec<T> {
  const known: readonly string[] = values;
  return checked(text as Codec<T>, (value) => known.includes(value), `a name must be one of ${values.join(", ")}`);
}

/** A value or null. */
export function nullable<T>(codec: Codec<T>): Codec<T | null> {
  return {
    write(writer, value) {
      flag.write(writer, value !== null);
      if (value !== null) codec.write(writer, value);
    },
    read: (reader) => (flag.read(reader) ? codec.read(reader) : null),
  };
}

/** At most `most` values, in order. */
export function list<T>(codec: Codec<T>, most: number): Codec<readonly T[]> {
  return {
    write(writer, values) {
      writer.whole(values.length);
      for (const value of values) codec.write(writer, value);
    },
    read(reader) {
      const length = reader.whole();
      // Every value takes a byte at least: no length can ask for more memory than the bytes themselves take.
      if (length > most || length > reader.remaining) reader.refuse("a list must not be so long");
      return Array.from({ length }, () => codec.read(reader));
    },
  };
}

/** An object whose fields are written one after the other, in the order given here. */
export function record<T extends object>(fields: { readonly [Field in keyof T]-?: Codec<T[Field]> }): Codec<T> {
  const entries = Object.entries(fields) as [keyof T, Codec<unknown>][];
  return {
    write(writer, value) {
      for (const [field, codec] of entries) codec.write(writer, value[field]);
    },
    read: (reader) => Object.fromEntries(entries.map(([field, codec]) => [field, codec.read(reader)])) as T,
  };
}
