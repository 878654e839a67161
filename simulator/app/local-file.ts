import { digestOf } from "../worker/digest";

/** A file that the user has chosen. */
export interface LocalFile {
  readonly name: string;
  /** SHA-256 of its bytes. */
  readonly digest: string;
  readonly blob: Blob;
}

/** Takes a file in. */
export async function localFileOf(file: File): Promise<LocalFile> {
  return { name: file.name, digest: await digestOf(await file.arrayBuffer()), blob: file };
}
