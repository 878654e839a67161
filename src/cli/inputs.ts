import { basename } from "node:path";
import { type Config, configFromJson } from "../config";
import { ConfigError, TraceError } from "../errors";
import { looksLike } from "../looks-like";
import { fileText } from "../node/file-text";
import { readRegularFile } from "../node/regular-file";
import { type EngineProfile, profileFromJson } from "../profile";
import { readTrace, type SimulationOptionsInput, type Trace, type TraceOptions } from "../replay";
import { originOf, type ProfileOrigin } from "../replay/profile-origin";
import { camelKeys, isDeep, MAX_DEPTH } from "../schema";
import { resolveOptions } from "../simulation/simulation-options";
import { DEFAULT_SLO } from "./defaults";
import { BESIDE_CONFIGURATION, BESIDE_SIMULATION, refuseElsewhere } from "./elsewhere";
import { InputError, isZlib, unreadable } from "./input-error";
import { messageOf } from "./messages";
import { shippedFile } from "./shipped-file";
import { isShipped } from "./shipped-profiles";

/** Reads a trace, gzipped or not. */
export async function readTraceFile(path: string, options: Omit<TraceOptions, "file">): Promise<Trace> {
  try {
    return await readTrace(fileText(path, { cutOff: false }), {
      file: path,
      ...(options.skipBadRows !== undefined && { skipBadRows: options.skipBadRows }),
      ...(options.maxRows !== undefined && { maxRows: options.maxRows }),
      ...(options.timestampUnit !== undefined && { timestampUnit: options.timestampUnit }),
    });
  } catch (error) {
    if (error instanceof TraceError) throw error;
    if (isZlib(error)) throw new TraceError(path, 1, "the file cannot be read or decompressed", { cause: error });
    throw unreadable(path, error);
  }
}

/** A profile that was read, and where it comes from. */
export interface ReadProfile {
  readonly profile: EngineProfile;
  readonly origin: ProfileOrigin;
}

/** Reads an engine profile: a file, or one that the package ships, by its name. */
export async function readProfile(given: string): Promise<ReadProfile> {
  const shipped = isShipped(given);
  const path = shipped ? shippedFile(`${given}.json`) : given;
  const json = await readJson(path, "an engine profile");
  const profile = profileFromJson(json, path);
  return { profile, origin: originOf(path, json, basename(path), shipped) };
}

/** Reads a configuration file (snake_case), if there is one; SLOs that the command was given count before its own. */
export async function readConfigFile(
  path: string | undefined,
  slo: { readonly ttftS: number | undefined; readonly tpotS: number | undefined },
): Promise<Config> {
  const given = await readFields(path, "a configuration");
  refuseElsewhere(path, given, BESIDE_CONFIGURATION);
  return ofFile(path, () =>
    configFromJson({
      ttft_slo_s: DEFAULT_SLO.ttftS,
      tpot_slo_s: DEFAULT_SLO.tpotS,
      ...given,
      ...(slo.ttftS !== undefined && { ttft_slo_s: slo.ttftS }),
      ...(slo.tpotS !== undefined && { tpot_slo_s: slo.tpotS }),
    }),
  );
}

/**
 * Reads options of the simulated fleet (snake_case), if there is a file of them.
 *
 * @param engines the fleet that they are for
 */
export async function readSimulationFile(
  path: string | undefined,
  engines: readonly { readonly id: string }[],
): Promise<SimulationOptionsInput> {
  const given = await readFields(path, "options of a simulation");
  refuseElsewhere(path, given, BESIDE_SIMULATION);
  const options = camelKeys(given) as SimulationOptionsInput;
  ofFile(path, () => resolveOptions(options, new Set(engines.map(({ id }) => id))));
  return options;
}

/** Result of `read` for a file; its errors name the file. */
function ofFile<T>(path: string | undefined, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (path === undefined || !(cause instanceof ConfigError)) throw cause;
    throw new InputError(`${path}: ${messageOf(cause)}`, { cause });
  }
}

async function readFields(path: string | undefined, wanted: string): Promise<Readonly<Record<string, unknown>>> {
  if (path === undefined) return {};
  const json = await readJson(path, wanted);
  if (json !== null && typeof json === "object" && !Array.isArray(json)) return json as Record<string, unknown>;
  throw new InputError(`${path}: must be an object`);
}

/** A JSON document that an operator writes is never larger. */
const MAX_DOCUMENT_BYTES = 2 ** 24;

/** @param wanted what the file must be, as `looksLike` would say it */
async function readJson(path: string, wanted: string): Promise<unknown> {
  const text = await readTextFile(path);
  const kind = looksLike(text) ?? "JSON";
  if (kind !== "JSON" && kind !== wanted) throw new InputError(`${path}: looks like ${kind}; it must be ${wanted}`);
  const json = parsed(path, text);
  if (isDeep(json)) throw new InputError(`${path}: is nested more than ${MAX_DEPTH} deep`);
  return json;
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InputError(`${path}: is not JSON: ${(cause as Error).message}`, { cause });
  }
}

/** The text of a small file. @throws InputError for one that cannot be read, is no UTF-8, or too large */
export async function readTextFile(path: string): Promise<string> {
  const bytes = await readBytes(path);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new InputError(`${path}: is not UTF-8`, { cause });
  }
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readRegularFile(path, MAX_DOCUMENT_BYTES);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}
