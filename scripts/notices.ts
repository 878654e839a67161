import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Metafile, Plugin } from "esbuild";
import type { Plugin as VitePlugin } from "vite";

// No plugin does this better: `esbuild-plugin-license` has few users (1,600 downloads a month), and
// `rollup-plugin-license` sees one bundle at a time, so that the workers of the page would be left out.

/** A plugin of esbuild that writes the licence of every package whose code is in the bundle to `file`. */
export function notices(file: string): Plugin {
  return {
    name: "notices",
    setup(build) {
      build.onEnd(({ metafile }) => {
        const folders = metafile ? bundledPackages(metafile) : [];
        if (folders.length === 0) return;
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, noticesOf(folders));
      });
    },
  };
}

/**
 * The same for Vite: a plugin for the page and one for its workers, which are bundled before it. The page's writes the
 * licences of both.
 */
export function viteNotices(fileName: string): { page: VitePlugin; worker: VitePlugin } {
  const folders = new Set<string>();
  const collect: VitePlugin["generateBundle"] = (_, bundle) => {
    for (const output of Object.values(bundle)) {
      for (const path of output.type === "chunk" ? output.moduleIds : []) {
        const folder = folderOf(path);
        if (folder) folders.add(folder);
      }
    }
  };
  return {
    worker: { name: "notices-worker", generateBundle: collect },
    page: {
      name: "notices",
      generateBundle(options, bundle, isWrite) {
        collect.call(this, options, bundle, isWrite);
        this.emitFile({ type: "asset", fileName, source: noticesOf([...folders].sort()) });
      },
    },
  };
}

function noticesOf(folders: readonly string[]): string {
  return folders.map(notice).join(`\n${"-".repeat(80)}\n\n`);
}

/** The folders of the packages that gave the bundle at least a byte. */
function bundledPackages(metafile: Metafile): string[] {
  const folders = new Set<string>();
  for (const output of Object.values(metafile.outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(output.inputs)) {
      const folder = folderOf(path);
      if (folder && bytesInOutput > 0) folders.add(folder);
    }
  }
  return [...folders].sort();
}

/** The folder of the package that a module is of; nothing for the project's own. */
function folderOf(path: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

function notice(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const texts = readdirSync(folder)
    .filter((entry) => /^(licen[cs]e|notice|copying)([-.]|$)/i.test(entry))
    .map((entry) => `${folder}/${entry}`);
  if (texts.length === 0) throw new Error(`${name} is bundled, but has no licence text to ship`);
  const body = texts.map((path) => readFileSync(path, "utf8").trim()).join("\n\n");
  return `${name} ${version} (${license})\n\n${body}\n`;
}
