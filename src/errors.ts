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

  constructor(field: string, rule: string, value: unknown) {
    super("ERR_NARWHAL_CONFIG", `${field} ${rule}, got ${show(value)}`);
    this.field = field;
    this.value = value;
  }
}

/** An engine profile was refused; the profiles in force stay in force (semantics, section 4). */
export class ProfileError extends NarwhalError {
  override readonly name = "ProfileError";
  readonly engine: string;
  readonly field: string;
  readonly value: unknown;

  constructor(engine: string, field: string, rule: string, value: unknown) {
    super("ERR_NARWHAL_PROFILE", `profile of engine ${show(engine)}: ${field} ${rule}, got ${show(value)}`);
    this.engine = engine;
    this.field = field;
    this.value = value;
  }
}

/** An argument of a call is not what it must be: a length, a value, a span, an identifier. */
export class ArgumentError extends NarwhalError {
  override readonly name: string = "ArgumentError";
  readonly field: string;
  readonly value: unknown;

  constructor(field: string, rule: string, value: unknown, code = "ERR_NARWHAL_ARGUMENT") {
    super(code, `${field} ${rule}, got ${show(value)}`);
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
  readonly limitBytes: number;

  constructor(neededBytes: number, limitBytes: number) {
    super(
      "ERR_NARWHAL_MEMORY",
      `the configuration needs ${neededBytes} bytes, more than maxMemoryBytes ${limitBytes}: ` +
        "keep less time (windowS, retainedS), or lower maxShapes",
    );
    this.neededBytes = neededBytes;
    this.limitBytes = limitBytes;
  }
}

/**
 * Why a snapshot was refused: it is none; it ends too early; its bytes are not what was written; a later version of
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

/** What was thrown, as text: bounded in length, and whatever it was, this does not throw. */
export function errorText(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown).slice(0, LONGEST_ERROR);
  } catch {
    return typeof thrown;
  }
}

const LONGEST_ERROR = 200;

/** A value as an error message shows it: bounded in length, never throwing. */
export function show(value: unknown): string {
  const text = typeof value === "string" ? JSON.stringify(value) : describe(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

function describe(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return "a function";
  if (typeof value === "object") return Array.isArray(value) ? "an array" : "an object";
  if (Object.is(value, -0)) return "-0";
  return String(value);
}
