import h100 from "../../data/h100-tp8-llama2-70b.json";
import h200 from "../../data/h200-llama31-8b-fp8.json";
import { isShipped, type ShippedProfile } from "../../src/cli/shipped-profiles";
import { ConfigError, profileFromJson } from "../../src/index";
import type { ReplayEngine } from "../../src/replay";
import { originOf } from "../../src/replay/profile-origin";

const SHIPPED: Readonly<Record<ShippedProfile, unknown>> = { "h100-tp8-llama2-70b": h100, "h200-llama31-8b-fp8": h200 };

/** Name in documents of the file of a profile that was typed in. */
const CUSTOM_FILE = "profile.json";

/**
 * A profile by its id, and where it comes from.
 *
 * @param custom the JSON text of the user's own
 * @throws ProfileError; ConfigError for a text that is no JSON
 */
export function profileOf(id: string, custom: string): Pick<ReplayEngine, "profile" | "origin"> {
  const shipped = isShipped(id);
  const json = shipped ? SHIPPED[id] : parse(custom);
  const profile = profileFromJson(json, id);
  return { profile, origin: originOf(id, json, shipped ? `${id}.json` : CUSTOM_FILE, shipped) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError("customProfile", "must be the JSON of a profile", text);
  }
}
