import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The path of a file of `data/`: beside the folder of the bundled command, or above that of the sources. */
export function shippedFile(name: string): string {
  const paths = [`../data/${name}`, `../../data/${name}`].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return paths.find((path) => existsSync(path)) ?? (paths[0] as string);
}
