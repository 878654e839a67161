// The imports between the files of a folder, type imports among them.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";

/** Every TypeScript file below the folders, by path. */
export function sourceFiles(folders) {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.includes("node_modules"))
      .map((name) => join(folder, name)),
  );
}

/** For each file the files that it imports. */
export function importGraph(files) {
  return new Map(files.map((file) => [file, importsOf(file)]));
}

function importsOf(file) {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"), true, true);
  const targets = importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith("."));
  return [...new Set(targets.map((name) => resolved(normalize(join(dirname(file), name)))).filter(Boolean))];
}

function resolved(base) {
  const candidates = [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`];
  return candidates.find((path) => existsSync(path) && statSync(path).isFile());
}

/** Sets of files that import each other in a circle: strongly connected components of more than one file (Tarjan). */
export function circlesOf(graph) {
  const indexOf = new Map();
  const lowest = new Map();
  const stack = [];
  const circles = [];
  const visit = (file) => {
    indexOf.set(file, indexOf.size);
    lowest.set(file, indexOf.get(file));
    stack.push(file);
    for (const target of graph.get(file) ?? []) {
      if (!graph.has(target)) continue;
      if (!indexOf.has(target)) visit(target);
      if (stack.includes(target)) lowest.set(file, Math.min(lowest.get(file), lowest.get(target)));
    }
    if (lowest.get(file) !== indexOf.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const file of graph.keys()) if (!indexOf.has(file)) visit(file);
  return circles;
}
