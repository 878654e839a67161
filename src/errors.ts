/**
 * Every error that the package throws on purpose. `code` is stable across versions; the message names the
 * field and echoes the value. Whatever throws one of these has changed nothing.
 */
export class NarwhalError extends Error {
  // Spelt out, so that a minifier of the user's does not change it.
  override readonly name: string = "NarwhalError";
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A configuration field is missing, of the wrong type, out of its range, or at odds with another one. */
export class ConfigError extends NarwhalError {
  override readonly name = "ConfigError";
  readonly field: string;
  readonly value: unknown;
  /** A suggestion: the end of the message. */
  readonly hint: string | null;

  constructor(field: string, rule: string, value: unknown, hint: string | null = null) {
    super("ERR_NARWHAL_CONFIG", `${field} ${rule}, got ${show(value)}${ending(hint)}`);
    this.field = field;
    this.value = value;
    this.hint = hint;
  }
}

/** An engine profile was refused; the profiles in force stay in force (semantics, section 4). */
export class ProfileError extends NarwhalError {
  override readonly name = "ProfileError";
  readonly engine: string;
  readonly field: string;
  readonly value: unknown;
  /** A suggestion: the end of the message. */
  readonly hint: string | null;

  constructor(engine: string, field: string, rule: string, value: unknown, hint: string | null = null) {
    const refusal = `${field} ${rule}, got ${show(value)}${ending(hint)}`;
    super("ERR_NARWHAL_PROFILE", `profile of engine ${show(engine)}: ${refusal}`);
    this.engine = engine;
    this.field = field;
    this.value = value;
    this.hint = hint;
  }
}

function ending(hint: string | null): string {
  return hint === null ? "" : `; ${hint}`;
}

/** An argument of a call is not what it must be: a length, a value, a span, an identifier. */
export class ArgumentError extends NarwhalError {
  override readonly name: string = "ArgumentError";
  readonly field: string;
  readonly value: unknown;

  constructor(field: string, rule: string, value: unknown, code = "ERR_NARWHAL_ARGUMENT", options?: ErrorOptions) {
    super(code, `${field} ${rule}, got ${show(value)}`, options);
    this.field = field;
    this.value = value;
  }
}

/** A time (given, or read from the injected clock) is NaN or infinite. */
export class TimeError extends ArgumentError {
  override readonly name = "TimeError";
  constructor(field: string, value: unknown) {
    super(field, "must be a finite number of seconds", value, "ERR_NARWHAL_TIME");
  }
}

/** An engine, request or offer that is not known here. */
export class UnknownIdError extends NarwhalError {
  override readonly name = "UnknownIdError";
  readonly kind: "engine" | "request" | "offer";
  readonly id: unknown;

  constructor(kind: "engine" | "request" | "offer", id: unknown) {
    super(`ERR_NARWHAL_UNKNOWN_${kind.toUpperCase()}`, `unknown ${kind} ${show(id)}`);
    this.kind = kind;
    this.id = id;
  }
}

/** A call that the present state does not allow: an offer sized twice, a token before decode. */
export class StateError extends NarwhalError {
  override readonly name = "StateError";
  readonly operation: string;
  readonly state: string;

  constructor(operation: string, state: string, subject = "request") {
    super("ERR_NARWHAL_STATE", `${operation} is not possible: the ${subject} is ${state}`);
    this.operation = operation;
    this.state = state;
  }
}

/** The configuration needs more memory than the bound allows. */
export class MemoryError extends NarwhalError {
  override readonly name = "MemoryError";
  readonly neededBytes: number;
  /** Null: the system has not got as many. */
  readonly limitBytes: number | null;

  constructor(neededBytes: number, limitBytes: number | null) {
    const limit = limitBytes === null ? "the system has" : `maxMemoryBytes ${limitBytes}`;
    super(
      "ERR_NARWHAL_MEMORY",
      `the configuration needs ${neededBytes} bytes, more than ${limit}: ` +
        "keep less time (windowS, retainedS), or lower maxShapes",
    );
    this.neededBytes = neededBytes;
    this.limitBytes = limitBytes;
  }
}

/**
 * Why a snapshot was refused: it is not one; it ends too early; its bytes are not what was written; a later version of
 * the package wrote it; it is of a pool that keeps its windows otherwise.
 */
export type SnapshotReason = "not_a_snapshot" | "truncated" | "corrupted" | "newer" | "incompatible";

/** A snapshot cannot be restored; the account keeps what it had. */
export class SnapshotError extends NarwhalError {
  override readonly name = "SnapshotError";
  readonly reason: SnapshotReason;

  constructor(reason: SnapshotReason, detail: string) {
    super("ERR_NARWHAL_SNAPSHOT", `the snapshot is refused (${reason}): ${detail}`);
    this.reason = reason;
  }
}

/** A row of a trace file is malformed. */
export class TraceError extends NarwhalError {
  override readonly name = "TraceError";
  readonly file: string;
  readonly line: number;
  readonly reason: string;

  constructor(file: string, line: number, reason: string, options?: ErrorOptions) {
    super("ERR_NARWHAL_TRACE", `${file}:${line}: ${reason}`, options);
    this.file = file;
    this.line = line;
    this.reason = reason;
  }
}

/** The thrown value as text: bounded in length; this never throws. */
export function errorText(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown).slice(0, LONGEST_ERROR);
  } catch {
    return typeof thrown;
  }
}

const LONGEST_ERROR = 200;

/**
 * Why a file cannot be read: a folder, a device or a pipe, which may have no end; more bytes, or a longer line, than
 * are read.
 */
export type ReadReason = "not_a_file" | "too_large" | "line_too_long";

/** A file, or a text, is beyond the bounds of what is read. */
export class ReadError extends NarwhalError {
  override readonly name = "ReadError";
  readonly reason: ReadReason;
  /** The line that is too long, from 1; null for any other reason. */
  readonly line: number | null;

  constructor(reason: ReadReason, detail: string, line: number | null = null) {
    super("ERR_NARWHAL_READ", detail);
    this.reason = reason;
    this.line = line;
  }
}

/** A value as an error message shows it: bounded in length and time, never throwing, of printable characters. */
export function show(value: unknown): string {
  const text = typeof value === "string" ? quoted(value) : describe(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 3)}...` : text;
}

const LONGEST_SHOWN = 80;

function quoted(text: string): string {
  return printable(JSON.stringify(text.slice(0, LONGEST_SHOWN)));
}

/** A text that a terminal shows and does not obey: control characters and marks of direction as escapes. */
export function printable(text: string): string {
  return text.replace(CONTROLS, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

function describe(value: unknown): string {
  if (value === null) return "null";
  // The digits of a huge one take minutes.
  if (typeof value === "bigint") return -LARGEST_SHOWN <= value && value <= LARGEST_SHOWN ? `${value}n` : "a bigint";
  if (typeof value === "function") return "a function";
  if (typeof value === "object") return isArray(value) ? "an array" : "an object";
  if (Object.is(value, -0)) return "-0";
  return String(value);
}

const LARGEST_SHOWN = 10n ** 40n;

function isArray(value: object): boolean {
  try {
    return Array.isArray(value);
  } catch {
    // A revoked proxy cannot even be asked.
    return false;
  }
}
