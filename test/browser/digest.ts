import { createHash } from "node:crypto";
import { output } from "../cli/command";

/** The digest of what the command prints in Node. */
export function digestInNode(trace: string, ...flags: readonly string[]): string {
  const document = JSON.parse(output("replay", trace, "--json", ...flags));
  return createHash("sha256").update(JSON.stringify(document)).digest("hex");
}
