import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { DEFAULT_PREFIX, metricsOf } from "../../src/metrics/catalogue";
import { validateHorizontalPodAutoscaler, validateScaledObject } from "./kubernetes-validators.mjs";

const FOLDER = "monitoring/kubernetes";
const VALIDATORS = { ScaledObject: validateScaledObject, HorizontalPodAutoscaler: validateHorizontalPodAutoscaler };

interface Manifest {
  readonly kind: keyof typeof VALIDATORS;
  readonly metadata: { readonly name: string };
  readonly spec: Record<string, unknown>;
}

function manifestsOf(file: string): readonly Manifest[] {
  return parseAllDocuments(readFileSync(`${FOLDER}/${file}`, "utf8")).map((document) => document.toJS());
}

const files = readdirSync(FOLDER).sort();

/** Fields of a manifest that are wrong, by the schema of its kind. */
function wrongIn(manifest: Manifest): readonly string[] {
  const validate = VALIDATORS[manifest.kind];
  return validate(manifest) ? [] : (validate.errors ?? []).map(({ instancePath }) => instancePath);
}

test("there is a manifest for both fleets, by KEDA and by an HPA", () => {
  expect(files).toEqual(["hpa-one-fleet.yml", "hpa-per-role.yml", "keda-one-fleet.yml", "keda-per-role.yml"]);
  const names = (file: string) => manifestsOf(file).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  expect(names("keda-one-fleet.yml")).toEqual(["ScaledObject engines"]);
  expect(names("keda-per-role.yml")).toEqual(["ScaledObject engines-prefill", "ScaledObject engines-decode"]);
  expect(names("hpa-one-fleet.yml")).toEqual(["HorizontalPodAutoscaler engines"]);
});

describe.each(files)("%s", (file) => {
  it("is valid by the schema of its kind", () => {
    expect(manifestsOf(file).map(wrongIn)).toEqual(manifestsOf(file).map(() => []));
  });

  it("speaks of metrics that exist", () => {
    const known = metricsOf({}).map(({ name }) => DEFAULT_PREFIX + name);
    const named = JSON.stringify(manifestsOf(file)).match(/narwhal_[a-z_]+/g) ?? [];
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe("the schemas", () => {
  const [keda] = manifestsOf("keda-one-fleet.yml") as [Manifest];
  const [hpa] = manifestsOf("hpa-one-fleet.yml") as [Manifest];

  test.each([
    ["/spec/fallback/behavior", { ...keda.spec, fallback: { failureThreshold: 3, replicas: 4, behavior: "bogus" } }],
    ["/spec/minReplicaCount", { ...keda.spec, minReplicaCount: "2" }],
    [
      "/spec/triggers/0/metadata/threshold",
      { ...keda.spec, triggers: [{ type: "prometheus", metadata: { threshold: 1 } }] },
    ],
    ["/spec", { triggers: [] }],
  ])("refuse a ScaledObject that is wrong at %s", (path, spec) => {
    expect(wrongIn({ ...keda, spec })).toContain(path);
  });

  test.each([
    ["/spec", { minReplicas: 1 }],
    ["/spec/maxReplicas", { ...hpa.spec, maxReplicas: "16" }],
  ])("refuse a HorizontalPodAutoscaler that is wrong at %s", (path, spec) => {
    expect(wrongIn({ ...hpa, spec })).toContain(path);
  });
});

test("an absent gauge makes KEDA fall back, and never shrinks the fleet", () => {
  for (const file of ["keda-one-fleet.yml", "keda-per-role.yml"]) {
    for (const { spec } of manifestsOf(file)) {
      expect(spec).toMatchObject({
        fallback: { behavior: "currentReplicasIfHigher" },
        triggers: [{ metadata: { ignoreNullValues: "false" } }],
      });
      expect(spec.minReplicaCount).toBeGreaterThanOrEqual(1);
    }
  }
});
