import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import packageJson from "../package.json";

/** The part of a component of a CycloneDX document that is used. */
export interface Component {
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly unknown[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

/** The part of a CycloneDX document that is used. */
export interface Sbom {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/**
 * Makes the bill of materials of what is published, in CycloneDX: what an installation fetches, and what the build
 * bundled into `dist`. Their licences, hashes and dependencies are those of `npm sbom`.
 *
 * Two tools of CycloneDX know less. `cyclonedx-esbuild` reads the bundle, and takes `preact/hooks` for a package
 * `preact-hooks`. `cyclonedx-npm` lists what is installed, as npm does, but has no hashes where the lockfile has no
 * addresses.
 *
 * @param all what `npm sbom` prints of all that is installed
 * @param bundled as `name@version`
 * @throws Error if npm does not know one of them
 */
export function publishedSbom(all: Sbom, bundled: ReadonlySet<string>): Sbom {
  const root = all.metadata.component;
  const fetched = Object.entries(packageJson.dependencies).map(([name, version]) => `${name}@${version}`);
  const refs = new Set([...fetched, ...bundled]);
  const components = all.components.filter(({ "bom-ref": ref }) => refs.has(ref));
  const missing = [...refs].filter((ref) => !components.some((component) => component["bom-ref"] === ref));
  if (missing.length > 0) throw new Error(`npm sbom does not know ${missing.join(", ")}`);
  return {
    ...all,
    // npm takes the folder's name for the package's.
    metadata: { ...all.metadata, component: { ...root, name: packageJson.name } },
    // npm marks what is bundled as of development: users have it all the same.
    components: components.map((component) => ({ ...component, properties: [] })),
    dependencies: all.dependencies
      .filter(({ ref }) => ref === root["bom-ref"] || refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((on) => refs.has(on)).sort() })),
  };
}

/** The packages whose code is in `dist`, as `name@version`, from the notices that the build wrote. */
export function bundledPackages(folder = "dist"): Set<string> {
  const notices = readdirSync(folder).filter((name) => name.endsWith(".NOTICES.txt"));
  const heads = notices.flatMap((name) => [...readFileSync(`${folder}/${name}`, "utf8").matchAll(NOTICE_HEAD)]);
  return new Set(heads.map(([, name, version]) => `${name}@${version}`));
}

const NOTICE_HEAD = /^((?:@[\w.-]+\/)?[\w.-]+) (\d[\w.+-]*) \([^()]+\)$/gm;

/** Makes the bill of materials of the present build. */
export function sbomOfBuild(): Sbom {
  const text = execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "library"], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  return publishedSbom(JSON.parse(text) as Sbom, bundledPackages());
}

if (import.meta.url === `file://${process.argv[1]}`) {
  mkdirSync("build", { recursive: true });
  writeFileSync("build/sbom.cdx.json", `${JSON.stringify(sbomOfBuild(), null, 2)}\n`);
  console.log("build/sbom.cdx.json");
}
