import { randomUUID } from "node:crypto";

/** A name beside a file's for what is to take its place: no other thread or process has it. */
export function unfinishedName(path: string): string {
  return `${path}.${randomUUID()}.tmp`;
}
