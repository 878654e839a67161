import { figure, whole } from "../../src/cli/format";

/** A number that may be a count: `3`, `2.46`; a dash for none. */
export function amount(value: number | null): string {
  return value !== null && Number.isInteger(value) ? whole(value) : figure(value);
}
