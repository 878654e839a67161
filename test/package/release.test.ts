import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import packageJson from "../../package.json";

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: unknown;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = ".github/workflows";

function workflow(name: string): Workflow {
  return parse(readFileSync(`${FOLDER}/${name}`, "utf8")) as Workflow;
}

describe.each(readdirSync(FOLDER))("the workflow %s", (name) => {
  const { permissions, jobs } = workflow(name);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test("uses actions by their commits only", () => {
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
    expect(used.length).toBeGreaterThan(0);
  });

  test("gives no right to write to all jobs, and each job an end", () => {
    expect(Object.values(permissions).filter((right) => right !== "read")).toEqual([]);
    expect(Object.values(jobs).map((job) => (job["timeout-minutes"] ?? 0) > 0)).not.toContain(false);
  });

  test("keeps no credentials in a checkout, and puts nothing that others name into a script", () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.map((step) => step.with?.["persist-credentials"])).toEqual(checkouts.map(() => false));
    expect(steps.filter(({ run }) => run?.includes("${{"))).toEqual([]);
  });

  test("calls scripts that exist", () => {
    const called = steps.flatMap(({ run }) => [...(run ?? "").matchAll(/npm run (?:-\S+ )*([\w:-]+)/g)]);
    expect(called.map(([, script]) => script as string).filter((script) => !(script in packageJson.scripts))).toEqual(
      [],
    );
  });
});

describe("a release", () => {
  const { on, jobs } = workflow("release.yml");
  const { pack, publish, announce } = jobs as Readonly<Record<"pack" | "publish" | "announce", Job>>;
  const commands = (job: Job) => job.steps.flatMap(({ run }) => run ?? []);

  test("follows from a tag, and from nothing else", () => {
    expect(on).toEqual({ push: { tags: ["v*"] } });
  });

  test("asks the registry for known weaknesses and for signatures before it packs", () => {
    const order = commands(pack);
    const at = (command: string) => order.findIndex((run) => run.includes(command));
    expect(at("npm audit --omit=dev")).toBeGreaterThan(at("npm ci"));
    expect(at("npm audit signatures")).toBeGreaterThan(at("npm ci"));
    expect(at("npm pack")).toBeGreaterThan(at("npm audit signatures"));
    expect(at("npm run sbom")).toBeGreaterThan(at("npm ci"));
    expect(at("NARWHAL_TARBALL")).toBeGreaterThan(at("npm pack"));
  });

  test("publishes the tarball that was tested, with provenance, without a token", () => {
    expect(publish.needs).toBe("pack");
    expect(publish.permissions).toEqual({ "id-token": "write" });
    expect(commands(publish)).toEqual([
      "npm publish ./narwhal-slo-*.tgz --provenance --access public --ignore-scripts",
    ]);
    expect(pack.permissions).toEqual({ contents: "read" });
    expect(readFileSync(`${FOLDER}/release.yml`, "utf8")).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN/);
  });

  test("has the tarball and its bill of materials attached", () => {
    expect(announce.needs).toBe("publish");
    expect(announce.permissions).toEqual({ contents: "write" });
    expect(commands(announce)).toEqual([
      'gh release create "$GITHUB_REF_NAME" --verify-tag --generate-notes narwhal-slo-*.tgz sbom.cdx.json',
    ]);
  });
});
