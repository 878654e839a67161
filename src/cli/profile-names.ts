import { printable } from "../errors";
import type { NamedProfile } from "../replay";
import { counted } from "./format";
import { isShipped, SHIPPED_PROFILES } from "./shipped-profiles";

/** A profile as a report names it; of a document, its number of engines may be null. */
type Named = Omit<NamedProfile, "engines"> & { readonly engines: number | null };

/** The profiles of a replay in one line: what was measured, and where that was read. */
export function profileNames(profiles: readonly Named[]): string {
  if (profiles.length === 0) return "of unknown origin";
  const several = profiles.length > 1;
  return profiles
    .map((profile) => `${nameOf(profile)}${several ? ` for ${counted(profile.engines ?? 0, "engine")}` : ""}`)
    .join("; ");
}

function nameOf({ file, source, shipped }: Named): string {
  const name = file.replace(/\.json$/, "");
  if (shipped && isShipped(name)) return `${SHIPPED_PROFILES[name]} (shipped: ${name})`;
  return source === null ? `${printable(file)} (it names no source)` : `${shortened(source)} (${printable(file)})`;
}

/** A file may say more than a line holds. */
function shortened(source: string): string {
  const text = printable(source.trim());
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 3)}...` : text;
}

const LONGEST = 120;
