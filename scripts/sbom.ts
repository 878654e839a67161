import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import packageJson from "../package.json";

/** What is used of a component of a CycloneDX document. */
export interface Component {
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly unknown[];
}

/** What is used of a CycloneDX document. */
export interface Sbom {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/**
 * The bill of materials of what is published, in CycloneDX: what an installation fetches, and what was bundled into
 * `dist`, which the build has told of in its notices.
 *
 * @param all what `npm sbom` says of all that is installed
 * @param bundled as `name@version`
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
    components,
    dependencies: [{ ref: root["bom-ref"], dependsOn: [...refs].sort() }, ...[...refs].sort().map(ofNone)],
  };
}

/** What is bundled needs nothing that is not bundled as well, and valibot needs nothing. */
function ofNone(ref: string) {
  return { ref, dependsOn: [] };
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
