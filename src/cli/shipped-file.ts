import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { InputError } from "./input-error";

/** The path of a file of `data/`: beside the folder of the bundled command, or above that of the sources. */
export function shippedFile(name: string): string {
  return firstThere([`../data/${name}`, `../../data/${name}`]) ?? missing(`data/${name}`, "install the package anew");
}

/** The path of a file that the build makes: beside the bundled command, or in `build/` of a checkout. */
export function builtFile(name: string): string {
  return firstThere([name, `../../build/${name}`]) ?? missing(name, "npm run build makes it");
}

function firstThere(paths: readonly string[]): string | undefined {
  return paths.map((path) => fileURLToPath(new URL(path, import.meta.url))).find((path) => existsSync(path));
}

function missing(name: string, help: string): never {
  throw new InputError(`${name}: no such file; ${help}`);
}
