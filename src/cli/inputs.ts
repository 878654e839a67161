import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { type Config, configFromJson } from "../config";
import { NarwhalError } from "../errors";
import { type EngineProfile, profileFromJson } from "../profile";
import { readTrace, type SimulationOptionsInput, type Trace, textChunks } from "../replay";
import { camelKeys } from "../schema";

/** A file cannot be read, or is not what it must be. */
export class InputError extends NarwhalError {
  constructor(message: string, options?: ErrorOptions) {
    super("ERR_NARWHAL_INPUT", message, options);
  }
}

/** Reads a trace, gzipped or not. */
export async function readTraceFile(path: string, skipBadRows: boolean): Promise<Trace> {
  const file = basename(path);
  const bytes = await readBytes(path);
  return readTrace(textChunks(new Blob([bytes]), file), { file, skipBadRows });
}

/** Reads an engine profile. */
export async function readProfileFile(path: string): Promise<EngineProfile> {
  return profileFromJson(await readJson(path), basename(path));
}

/** Reads a configuration file (snake_case), if there is one; the command's SLOs count where it gives none. */
export async function readConfigFile(
  path: string | undefined,
  slo: { ttftS?: number; tpotS?: number },
): Promise<Config> {
  const json = path === undefined ? {} : await readJson(path);
  if (json === null || typeof json !== "object" || Array.isArray(json))
    throw new InputError(`${path}: must be an object`);
  const given = json as Record<string, unknown>;
  return configFromJson({
    ...given,
    ttft_slo_s: slo.ttftS ?? given.ttft_slo_s ?? DEFAULT_SLO.ttftS,
    tpot_slo_s: slo.tpotS ?? given.tpot_slo_s ?? DEFAULT_SLO.tpotS,
  });
}

/** What a replay promises unless it is told otherwise, in seconds. */
export const DEFAULT_SLO = { ttftS: 1, tpotS: 0.05 };

/** Reads options of the simulated fleet (snake_case), if there is a file of them. */
export async function readSimulationFile(path: string | undefined): Promise<SimulationOptionsInput> {
  return path === undefined ? {} : (camelKeys(await readJson(path)) as SimulationOptionsInput);
}

async function readJson(path: string): Promise<unknown> {
  const text = new TextDecoder("utf-8").decode(await readBytes(path));
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InputError(`${path}: is not JSON: ${(cause as Error).message}`, { cause });
  }
}

async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "no such file" : code === "EISDIR" ? "is a directory" : String(code);
    throw new InputError(`${path}: ${reason}`, { cause });
  }
}
