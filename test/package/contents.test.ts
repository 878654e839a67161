import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ENTRIES } from "./entries";
import { installed } from "./project";

const files = readdirSync(installed, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1));
const manifest = JSON.parse(read("package.json"));

interface Meta {
  readonly optional?: boolean;
}

function read(name: string): string {
  return readFileSync(join(installed, name), "utf8");
}

describe("the tarball", () => {
  test("has these entries and no others", () => {
    const top = new Set(files.map((name) => name.split("/")[0]));
    expect([...top].sort()).toEqual(
      [
        "CHANGELOG.md",
        "LICENSE",
        "NOTICE",
        "README.md",
        "data",
        "dist",
        "docs",
        "monitoring",
        "package.json",
        "schemas",
        "SECURITY.md",
      ].sort(),
    );
  });

  test("has built files only", () => {
    const built = files.filter((name) => name.startsWith("dist/")).map((name) => name.slice("dist/".length));
    // What the entries share has a name with a digest.
    const shared = /^[a-z-]+-[A-Za-z0-9_-]{8}\.(js|cjs|js\.map|cjs\.map|d\.ts|d\.cts)$/;
    const entries = Object.keys(ENTRIES).flatMap((entry) =>
      ["js", "js.map", "cjs", "cjs.map", "d.ts", "d.cts"].map((end) => `${entry}.${end}`),
    );
    const report = ["report.js", "report.css", "report.NOTICES.txt"];
    const others = ["cli.js", "cli.NOTICES.txt", "core.wasm", ...report];
    const core = ["core-binary.js", "core-binary.js.map", "core-binary.cjs", "core-binary.cjs.map"];
    expect(built.filter((name) => !shared.test(name)).sort()).toEqual([...entries, ...others, ...core].sort());
    expect(files.filter((name) => /(^|\/)(src|test|bench|assembly|node_modules)\/|\.(tsx?|tgz)$/.test(name))).toEqual(
      files.filter((name) => name.endsWith(".d.ts")),
    );
  });

  test("names no folder of the machine that built it", () => {
    const naming = files.filter((name) => read(name).includes(resolve(".")));
    expect(naming).toEqual([]);
  });

  test("has the core that was built", () => {
    expect(readFileSync(join(installed, "dist/core.wasm")).equals(readFileSync("build/core.wasm"))).toBe(true);
  });

  test("runs nothing at installation and needs valibot only", () => {
    expect(Object.keys(manifest.dependencies)).toEqual(["valibot"]);
    const optional = Object.entries(manifest.peerDependenciesMeta).filter(([, meta]) => (meta as Meta).optional);
    expect(optional.map(([name]) => name)).toEqual(Object.keys(manifest.peerDependencies));
    const hooks = ["preinstall", "install", "postinstall", "prepare"].filter((name) => name in manifest.scripts);
    expect(hooks).toEqual([]);
  });
});

describe("licences", () => {
  test("the package has its own", () => {
    expect(manifest.license).toBe("Apache-2.0");
    expect(read("LICENSE")).toContain("Version 2.0, January 2004");
    expect(read("NOTICE")).toContain("narwhal-slo");
  });

  test("each text that the data need is there", () => {
    const texts = files.filter((name) => name.startsWith("data/licenses/"));
    expect(texts.length).toBeGreaterThan(0);
    const readme = read("data/README.md");
    for (const text of texts) expect(readme).toContain(text.slice("data/".length));
  });

  test("the command names every package that it bundles", () => {
    // esbuild writes the path of each bundled module above it.
    const comments = read("dist/cli.js").matchAll(/^\/\/ .*?node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm);
    const bundled = new Set([...comments].map((comment) => comment[1] as string));
    expect([...bundled]).toEqual(expect.arrayContaining(["commander", "cli-table3", "valibot"]));
    const notices = read("dist/cli.NOTICES.txt");
    const unnamed = [...bundled].filter((name) => !new RegExp(`^${name} \\d\\S* \\(.+\\)$`, "m").test(notices));
    expect(unnamed).toEqual([]);
  });

  test("the entries bundle no package, and so need no notices", () => {
    const maps = files.filter((name) => name.endsWith(".map"));
    const sources = maps.flatMap((name) => (JSON.parse(read(name)) as { sources: string[] }).sources);
    expect(sources.filter((source) => source.includes("node_modules/"))).toEqual([]);
    expect(sources.filter((source) => source.endsWith("src/traces/csv.ts")).length).toBeGreaterThan(0);
  });
});
