import { NarwhalError, ReadError } from "../errors";

/** A file cannot be read, or is not what it must be. */
export class InputError extends NarwhalError {
  override readonly name = "InputError";
  constructor(message: string, options?: ErrorOptions) {
    super("ERR_NARWHAL_INPUT", message, options);
  }
}

/** Why a file cannot be read, in a few words. */
export function unreadable(path: string, cause: unknown): InputError {
  return new InputError(`${path}: ${reasonOf(cause, "no such file")}`, { cause });
}

/** Why a file cannot be written, in a few words. */
export function unwritable(path: string, cause: unknown): InputError {
  return new InputError(`${path}: cannot be written: ${reasonOf(cause, "no such folder")}`, { cause });
}

function reasonOf(cause: unknown, missing: string): string {
  const { code = "", message } = cause as NodeJS.ErrnoException;
  if (cause instanceof ReadError) return message;
  if (code === "ENOENT") return missing;
  return isZlib(cause) ? "cannot be decompressed" : (REASONS[code] ?? message);
}

/** Whether it is the decompression that failed. */
export function isZlib(cause: unknown): boolean {
  return String((cause as NodeJS.ErrnoException).code).startsWith("Z_");
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EISDIR: "is a directory",
  ELOOP: "is a link that leads to itself",
  ENAMETOOLONG: "the name is too long",
  ENOSPC: "no space is left",
  ENOTDIR: "a part of its path is no folder",
  EROFS: "the file system is read-only",
};
