import type { ConfigInput } from "../config";
import type { ControllerOptions } from "../control/controller-options";
import { ConfigError } from "../errors";

/** `busy`: hundreds of requests a second, of which a few bodies are always being read. */
export type Preset = "busy";

/** Settings of a preset. */
interface Settings {
  readonly config: Partial<ConfigInput>;
  readonly parts: Pick<ControllerOptions, "policy">;
}

const NONE: Settings = { config: {}, parts: {} };

const PRESETS: Readonly<Record<Preset, Settings>> = {
  busy: {
    config: { overflow: "binned", unsizedTolerance: 0.02, offerTimeoutS: 60 },
    parts: { policy: "headroom" },
  },
};

/**
 * The settings of a preset.
 *
 * @throws ConfigError for one that does not exist
 */
export function presetOf(preset: Preset | undefined): Settings {
  if (preset === undefined) return NONE;
  if (typeof preset !== "string" || !Object.hasOwn(PRESETS, preset))
    throw new ConfigError("preset", "must be busy", preset);
  return PRESETS[preset];
}
