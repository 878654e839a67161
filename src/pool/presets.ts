import type { ConfigInput } from "../config";
import { ConfigError } from "../errors";

/** `busy`: hundreds of requests a second, of which a few bodies are always being read. */
export type Preset = "busy";

const PRESETS: Readonly<Record<Preset, Partial<ConfigInput>>> = {
  busy: { overflow: "binned", unsizedTolerance: 0.02, offerTimeoutS: 60 },
};

/**
 * The settings of a preset.
 *
 * @throws ConfigError for one that does not exist
 */
export function presetOf(preset: Preset | undefined): Partial<ConfigInput> {
  if (preset === undefined) return {};
  if (!Object.hasOwn(PRESETS, preset)) throw new ConfigError("preset", "must be busy", preset);
  return PRESETS[preset];
}
