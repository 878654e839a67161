import manifest from "../../package.json";

/** The entries of the package that are modules with types: the subpath of each, by the name of its file in dist/. */
export const ENTRIES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(manifest.exports)
    .filter((subpath) => !/\.(wasm|json)$|\*/.test(subpath))
    .map((subpath) => [subpath === "." ? "index" : subpath.slice("./".length), subpath]),
);
