/** The roles that an engine can have, and the phases of a request that it works on. */
export const ROLES = ["prefill", "decode"] as const;

/** Purpose of an engine now. It keeps the work that it has when its role changes. */
export type Role = (typeof ROLES)[number];

/** A phase of a request; also the role of an engine that works on it. */
export type Phase = Role;

/** The other one of the two roles. */
export function otherRole(role: Role): Role {
  return role === "prefill" ? "decode" : "prefill";
}
