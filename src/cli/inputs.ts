import { readFile } from "node:fs/promises";
import { type Config, configFromJson } from "../config";
import { NarwhalError } from "../errors";
import { type EngineProfile, profileFromJson } from "../profile";
import { readTrace, type SimulationOptionsInput, type Trace, textChunks } from "../replay";
import { camelKeys } from "../schema";

/** A file cannot be read, or is not what it must be. */
export class InputError extends NarwhalError {
  override readonly name = "InputError";
  constructor(message: string, options?: ErrorOptions) {
    super("ERR_NARWHAL_INPUT", message, options);
  }
}

/** Reads a trace, gzipped or not. */
export async function readTraceFile(path: string, skipBadRows: boolean): Promise<Trace> {
  const bytes = await readBytes(path);
  return readTrace(textChunks(new Blob([bytes]), path), { file: path, skipBadRows });
}

/** Reads an engine profile. */
export async function readProfileFile(path: string): Promise<EngineProfile> {
  return profileFromJson(await readJson(path), path);
}

/** Reads a configuration file (snake_case), if there is one; SLOs that the command was given count before its own. */
export async function readConfigFile(
  path: string | undefined,
  slo: { readonly ttftS: number | undefined; readonly tpotS: number | undefined },
): Promise<Config> {
  const given = await readFields(path);
  return configFromJson({
    ttft_slo_s: DEFAULT_SLO.ttftS,
    tpot_slo_s: DEFAULT_SLO.tpotS,
    ...given,
    ...(slo.ttftS !== undefined && { ttft_slo_s: slo.ttftS }),
    ...(slo.tpotS !== undefined && { tpot_slo_s: slo.tpotS }),
  });
}

/** What a replay promises unless it is told otherwise, in seconds. */
export const DEFAULT_SLO = { ttftS: 1, tpotS: 0.05 };

/** Options of the simulated fleet that a replay takes from elsewhere. */
const SETTLED_ELSEWHERE = {
  ttft_slo_s: "belongs in the configuration (--config), or use --slo-ttft",
  tpot_slo_s: "belongs in the configuration (--config), or use --slo-tpot",
  bucket_s: "follows from the length of the trace",
};

/** Reads options of the simulated fleet (snake_case), if there is a file of them. */
export async function readSimulationFile(path: string | undefined): Promise<SimulationOptionsInput> {
  const given = await readFields(path);
  for (const [field, reason] of Object.entries(SETTLED_ELSEWHERE)) {
    if (field in given) throw new InputError(`${path}: ${field} ${reason}`);
  }
  return camelKeys(given) as SimulationOptionsInput;
}

async function readFields(path: string | undefined): Promise<Readonly<Record<string, unknown>>> {
  if (path === undefined) return {};
  const json = await readJson(path);
  if (json !== null && typeof json === "object" && !Array.isArray(json)) return json as Record<string, unknown>;
  throw new InputError(`${path}: must be an object`);
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
