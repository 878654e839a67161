import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { ReadError } from "../errors";

/**
 * Opens a file to read it. Links are followed. What is no regular file may have no end (a device) or no writer (a named
 * pipe): it is refused, and opening it does not wait.
 *
 * @throws ReadError (not_a_file), and what the system says
 */
export async function openRegularFile(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = await file.stat();
    if (!stats.isFile()) {
      throw new ReadError("not_a_file", stats.isDirectory() ? "is a directory" : "must be a regular file");
    }
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * All bytes of a file.
 *
 * @param maxBytes the most that it may have
 * @throws ReadError (not_a_file, too_large), and what the system says
 */
export async function readRegularFile(path: string, maxBytes: number): Promise<Uint8Array> {
  const file = await openRegularFile(path);
  try {
    // One more, to see that there is more: a file of the system may say that its size is 0.
    const bytes = new Uint8Array(Math.min(maxBytes, Math.max((await file.stat()).size, LEAST_BYTES)) + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = (await file.read(bytes, length, bytes.length - length, length)).bytesRead;
    }
    if (length > maxBytes) throw tooLarge(maxBytes);
    return bytes.subarray(0, length);
  } finally {
    await file.close();
  }
}

const LEAST_BYTES = 65536;

/** The error of a text that has no end in sight. */
export function tooLarge(maxBytes: number): ReadError {
  return new ReadError("too_large", `holds more than ${maxBytes} bytes`);
}
