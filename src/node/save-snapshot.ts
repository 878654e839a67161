import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "./log-file";
import { unfinishedName } from "./unfinished-name";

/**
 * Writes a snapshot into a file, whole or not at all: whatever happens, a kill or a full disk, and however many threads
 * and processes write it at once, the file is a whole one: the one before or a new one. It is written beside its place
 * first (`path.UUID.tmp`) and on the disk when this returns. A kill can leave that other file behind.
 *
 * @throws what the system says; the file is a whole one all the same
 * @example
 * import { saveSnapshot } from "narwhal-slo/node";
 * process.on("SIGTERM", () => saveSnapshot("pool.snapshot", pool.snapshot()));
 */
export function saveSnapshot(path: string, snapshot: Uint8Array): void {
  const unfinished = unfinishedName(path);
  try {
    writeWhole(unfinished, snapshot);
    renameSync(unfinished, path);
  } catch (error) {
    remove(unfinished);
    throw error;
  }
  syncFolder(dirname(path));
}

function writeWhole(path: string, bytes: Uint8Array): void {
  const descriptor = openSync(path, "wx");
  try {
    let written = 0;
    while (written < bytes.length) written += writeSync(descriptor, bytes, written);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Why it could not be written says more.
  }
}
