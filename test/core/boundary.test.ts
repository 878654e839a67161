import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { CORE_VERSION } from "../../assembly/version";
import { ConfigError } from "../../src/errors";
import { instantiateCore } from "../../src/wasm/loader";

const text = (path: string) => readFileSync(path, "utf8");
const parsed = (path: string) => ts.createSourceFile(path, text(path), ts.ScriptTarget.Latest, true);

/** Types of the core as src/wasm/exports.ts names them. */
const HOST_TYPES: Readonly<Record<string, string>> = {
  i32: "number",
  u32: "number",
  f64: "number",
  bool: "Flag",
  "assembly/window-structs/Window": "WindowPointer",
  "assembly/outcomes/Outcomes": "OutcomesPointer",
  "assembly/offered-work/OfferedWork": "WorkPointer",
};

/** What the compiler says that the core exports: the types of the core stand in comments. */
function compiledExports(): string[] {
  const file = parsed("build/core.debug.d.ts");
  const functions: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isFunctionDeclaration(node) && node.name?.text !== "instantiate") functions.push(signatureOf(node));
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return functions;
}

function signatureOf(declared: ts.FunctionDeclaration): string {
  const typeOf = (tag: ts.JSDocTag | undefined) => String(tag?.comment ?? "`void`").slice(1, -1);
  const hostType = (tag: ts.JSDocTag | undefined) => HOST_TYPES[typeOf(tag)] ?? typeOf(tag);
  const parameters = declared.parameters.map((each) => {
    return `${each.name.getText()}: ${hostType(ts.getJSDocParameterTags(each)[0])}`;
  });
  return `${declared.name?.text}(${parameters.join(", ")}): ${hostType(ts.getJSDocReturnTag(declared))}`;
}

/** What the host takes the core's exports for. */
function declaredExports(): string[] {
  const [exports] = parsed("src/wasm/exports.ts").statements.filter(ts.isInterfaceDeclaration);
  const methods = exports?.members.filter(ts.isMethodSignature) ?? [];
  return methods.map(({ name, parameters, type }) => {
    return `${name.getText()}(${parameters.map((each) => each.getText()).join(", ")}): ${type?.getText()}`;
  });
}

describe("the exports of the core", () => {
  it("are those that the host declares, with the same parameters and types", () => {
    expect(compiledExports().length).toBeGreaterThan(40);
    expect(declaredExports().sort()).toEqual(compiledExports().sort());
  });

  it("are all that a module has", () => {
    const names = declaredExports().map((each) => each.replace(/\(.*/, ""));
    expect(Object.keys(instantiateCore(2 ** 17).exports).sort()).toEqual([...names, "memory"].sort());
  });
});

/** Structs of the core by file, each with its fields. */
function structsOf(path: string): Map<string, string[]> {
  const classes = parsed(path).statements.filter(ts.isClassDeclaration);
  return new Map(
    classes.map(({ name, members }) => [
      name?.text ?? "",
      members.filter(ts.isPropertyDeclaration).map((field) => field.name.getText()),
    ]),
  );
}

describe("the fields of a struct that core and host share", () => {
  const checks = text("assembly/check-layout.ts");
  const shared = ["profiles", "results", "rows", "scoring"].flatMap((name) => [...structsOf(`assembly/${name}.ts`)]);

  it.each(shared)("are all compared when the core is compiled: %s", (struct, fields) => {
    expect(fields.length).toBeGreaterThan(1);
    const compared = [...checks.matchAll(new RegExp(`offsetof<${struct}>\\("(\\w+)"\\) != at\\.\\w+\\) ERROR`, "g"))];
    expect(compared.map(([, field]) => field)).toEqual(fields);
    expect(checks).toMatch(new RegExp(`offsetof<${struct}>\\(\\) (!=|>) .*ERROR`));
  });

  it("are all that the host knows of", () => {
    const offsets = [...text("assembly/fields.ts").matchAll(/^export const (\w+) = /gm)].map(([, name = ""]) => name);
    const compared = new Set([...checks.matchAll(/at\.(\w+)/g)].map(([, name]) => name));
    expect(offsets.filter((name) => !compared.has(name))).toEqual([]);
  });
});

describe("addresses, offsets and codes of the core", () => {
  it("are known to src/wasm alone", () => {
    const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
    const users = files.filter((name) => /from ".*assembly\/(?!formulas")/.test(text(`src/${name}`)));
    expect(users.filter((name) => !name.startsWith("wasm/"))).toEqual([]);
    expect(users.length).toBeGreaterThan(5);
  });
});

/** A module of one export, `coreVersion`, that returns a number of one byte. */
function moduleOfVersion(version: number): WebAssembly.Module {
  const name = [...new TextEncoder().encode("coreVersion")];
  return new WebAssembly.Module(
    Uint8Array.of(
      ...[0, 97, 115, 109, 1, 0, 0, 0],
      ...[1, 5, 1, 0x60, 0, 1, 0x7f],
      ...[3, 2, 1, 0],
      ...[7, name.length + 4, 1, name.length, ...name, 0, 0],
      ...[10, 6, 1, 4, 0, 0x41, version, 0x0b],
    ),
  );
}

describe("a module of the core", () => {
  it("belongs to these sources", () => {
    expect(instantiateCore(2 ** 17).exports.coreVersion()).toBe(CORE_VERSION);
  });

  it("is refused if it was compiled from others", () => {
    const stale = moduleOfVersion(1);
    expect((new WebAssembly.Instance(stale).exports.coreVersion as () => number)()).toBe(1);
    expect(() => instantiateCore(2 ** 17, stale)).toThrow(ConfigError);
    expect(() => instantiateCore(2 ** 17, stale)).toThrow("module must be this version's core.wasm, got an object");
  });
});
