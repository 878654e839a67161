import { join } from "node:path";
import { dependencies } from "./package.json";

/** A program that runs JavaScript. */
export interface Runtime {
  readonly name: string;
  readonly binary: string;
  /** Arguments before the script. */
  readonly args: readonly string[];
  readonly version: string;
}

/** Where a package of each kind of runtime has its program, and how that is called. */
const KINDS: Readonly<Record<string, { readonly binary: string; readonly args: readonly string[] }>> = {
  node: { binary: "bin/node", args: [] },
  bun: { binary: "bin/bun", args: ["--no-install"] },
  // No network, no environment, no writing: the package needs none of them.
  deno: { binary: "deno", args: ["run", "--no-prompt", "--no-lock", "--allow-read"] },
};

/** The runtimes of `package.json`: programs for Linux on x64. Node 20 is the first of its line, the floor of `engines`. */
export function pinnedRuntimes(): Runtime[] {
  return Object.entries(dependencies).map(([alias, source]) => {
    const [kind = "", major] = alias.split("-");
    const how = KINDS[kind];
    if (!how) throw new Error(`unknown runtime ${alias} in tools/runtimes/package.json`);
    return {
      name: major ? `${kind} ${major}` : kind,
      binary: join("tools/runtimes/node_modules", alias, how.binary),
      args: how.args,
      version: source.slice(source.lastIndexOf("@") + 1),
    };
  });
}

/** The Node that runs this. */
export function presentNode(): Runtime {
  return { name: "node", binary: process.execPath, args: [], version: process.versions.node };
}
