import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { type Config, configFromJson } from "../config";
import { NarwhalError, ReadError, show, TraceError } from "../errors";
import { fileText } from "../node/file-text";
import { readRegularFile } from "../node/regular-file";
import { type EngineProfile, profileFromJson } from "../profile";
import { readTrace, type SimulationOptionsInput, type Trace, type TraceOptions } from "../replay";
import { originOf, type ProfileOrigin } from "../replay/profile-origin";
import { camelKeys, isDeep, MAX_DEPTH } from "../schema";
import { DEFAULT_SLO } from "./defaults";
import { isShipped, SHIPPED_PROFILES } from "./shipped-profiles";

/** A file cannot be read, or is not what it must be. */
export class InputError extends NarwhalError {
  override readonly name = "InputError";
  constructor(message: string, options?: ErrorOptions) {
    super("ERR_NARWHAL_INPUT", message, options);
  }
}

/** Reads a trace, gzipped or not. */
export async function readTraceFile(path: string, options: Omit<TraceOptions, "file">): Promise<Trace> {
  try {
    return await readTrace(fileText(path, { cutOff: false }), {
      file: path,
      ...(options.skipBadRows !== undefined && { skipBadRows: options.skipBadRows }),
      ...(options.maxRows !== undefined && { maxRows: options.maxRows }),
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
  const shipped = !isPath(given);
  const path = shipped ? shippedPath(given) : given;
  const json = await readJson(path);
  const profile = profileFromJson(json, path);
  return { profile, origin: originOf(path, json, basename(path), shipped) };
}

function isPath(given: string): boolean {
  return /[/\\]|\.json$/.test(given);
}

function shippedPath(name: string): string {
  if (isShipped(name)) return fileURLToPath(new URL(`../data/${name}.json`, import.meta.url));
  const known = Object.keys(SHIPPED_PROFILES).join(", ");
  throw new InputError(
    `profile ${show(name)} is unknown: it must be a file (with a slash, or .json at its end) or one of ${known}`,
  );
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

/** A JSON document that an operator writes is never larger. */
const MAX_DOCUMENT_BYTES = 2 ** 24;

async function readJson(path: string): Promise<unknown> {
  const json = parsed(path, await readTextFile(path));
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

/** Why a file cannot be read, in a few words. */
export function unreadable(path: string, cause: unknown): InputError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const reason = cause instanceof ReadError ? message : (REASONS[code ?? ""] ?? code ?? message);
  return new InputError(`${path}: ${reason}`, { cause });
}

function isZlib(cause: unknown): boolean {
  return String((cause as NodeJS.ErrnoException).code).startsWith("Z_");
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  EISDIR: "is a directory",
  ELOOP: "is a link that leads to itself",
};
