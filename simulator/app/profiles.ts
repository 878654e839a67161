import h100 from "../../data/h100-tp8-llama2-70b.json";
import h200 from "../../data/h200-llama31-8b-fp8.json";
import { ConfigError, type EngineProfile, profileFromJson } from "../../src";

const SHIPPED: Readonly<Record<string, unknown>> = { "h100-tp8-llama2-70b": h100, "h200-llama31-8b-fp8": h200 };

/**
 * A profile by its id.
 *
 * @param custom the JSON text of the user's own
 * @throws ProfileError; ConfigError for a text that is no JSON
 */
export function profileOf(id: string, custom: string): EngineProfile {
  return profileFromJson(id === "custom" ? parse(custom) : SHIPPED[id], id);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError("customProfile", "must be the JSON of a profile", text);
  }
}
