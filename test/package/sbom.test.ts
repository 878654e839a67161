import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import packageJson from "../../package.json";
import lock from "../../package-lock.json";
import { bundledPackages, publishedSbom, sbomOfBuild } from "../../scripts/sbom";

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

const LOCKED = Object.entries(lock.packages as Readonly<Record<string, Locked>>).filter(([path]) => path !== "");

function locked(ref: string): Locked | undefined {
  const at = ref.lastIndexOf("@");
  const path = `node_modules/${ref.slice(0, at)}`;
  const same = LOCKED.filter(([name, { version }]) => name.endsWith(path) && version === ref.slice(at + 1));
  // A copy that came inside of another package has no content of its own to pin.
  return same.map(([, entry]) => entry).find(({ integrity }) => integrity !== undefined);
}

describe("the bill of materials", () => {
  const sbom = sbomOfBuild();

  test("is CycloneDX, of this package", () => {
    expect(sbom).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.5" });
    const { name, version } = packageJson;
    expect(sbom.metadata.component).toMatchObject({ name, version, purl: `pkg:npm/${name}@${version}` });
  });

  test("has what an installation fetches, and what is bundled into the command, the replay and the report", () => {
    const refs = sbom.components.map((component) => component["bom-ref"]);
    const { devDependencies, dependencies } = packageJson;
    for (const name of ["commander", "cli-progress", "cli-table3", "ml-matrix", "preact", "uplot"]) {
      expect(refs).toContain(`${name}@${devDependencies[name as keyof typeof devDependencies]}`);
    }
    expect(refs).toContain(`valibot@${dependencies.valibot}`);
    expect([...refs].sort()).toEqual([...new Set([...bundledPackages(), `valibot@${dependencies.valibot}`])].sort());
  });

  test("has what each needs, from the package on", () => {
    const needs = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const { devDependencies } = packageJson;
    const table = `cli-table3@${devDependencies["cli-table3"]}`;
    expect(needs.get(`${packageJson.name}@${packageJson.version}`)).toEqual(expect.arrayContaining([table]));
    expect(needs.get(table)?.map((ref) => ref.replace(/@[^@]+$/, ""))).toEqual(["@colors/colors", "string-width"]);
    const reached = new Set([sbom.metadata.component["bom-ref"]]);
    for (const ref of reached) for (const needed of needs.get(ref) ?? []) reached.add(needed);
    const unreached = sbom.components.filter((component) => !reached.has(component["bom-ref"]));
    expect(unreached).toEqual([]);
    expect(needs.size).toBe(sbom.components.length + 1);
  });

  test("names a licence and the hash of each, and calls none a package of development", () => {
    expect(sbom.components.filter(({ licenses }) => !licenses?.length)).toEqual([]);
    expect(sbom.components.filter(({ hashes }) => !hashes?.some(({ alg }) => alg === "SHA-512"))).toEqual([]);
    expect(sbom.components.flatMap(({ properties = [] }) => properties)).toEqual([]);
  });

  test("has no package that runs a script when it is installed, or that the lockfile does not pin by its content", () => {
    for (const { "bom-ref": ref } of sbom.components) {
      const entry = locked(ref);
      expect([ref, entry?.hasInstallScript ?? false]).toEqual([ref, false]);
      expect(entry?.integrity).toMatch(/^sha512-/);
      // The lockfile names a place only where it is not the registry.
      expect([ref, entry?.resolved]).toEqual([ref, undefined]);
    }
  });

  test("is not made where npm does not know a package that is bundled", () => {
    expect(() => publishedSbom(sbom, new Set(["left-pad@1.3.0"]))).toThrow("npm sbom does not know left-pad@1.3.0");
  });
});

test("no package that is not for development runs a script when it is installed", () => {
  const scripted = LOCKED.filter(([, { dev, hasInstallScript }]) => !dev && hasInstallScript);
  expect(scripted.map(([path]) => path)).toEqual([]);
  expect(readFileSync(".npmrc", "utf8")).toMatch(/^ignore-scripts=true$/m);
});
