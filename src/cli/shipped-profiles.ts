/** The profiles that the package ships, by name: what was measured. `data/NAME.json` holds each. */
export const SHIPPED_PROFILES = {
  "h100-tp8-llama2-70b": "Llama-2-70B on H100-80GB, TP8",
  "h200-llama31-8b-fp8": "Llama-3.1-8B-Instruct-FP8 on H200, TP1, vLLM",
} as const;

/** Name of a shipped profile. */
export type ShippedProfile = keyof typeof SHIPPED_PROFILES;

/** Whether there is a shipped profile of that name. */
export function isShipped(name: string): name is ShippedProfile {
  return Object.hasOwn(SHIPPED_PROFILES, name);
}
