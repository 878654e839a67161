import type { ViewRun } from "./run";

/** Digest that no other run has. */
export function Digests({ runs }: { readonly runs: readonly ViewRun[] }) {
  return (
    <footer>
      {runs.map(({ name, digest }) => (
        <p key={name} class="digest">
          {name && `Run ${name}, `}
          <abbr title="SHA-256 of the JSON document that narwhal-slo replay --json prints for this run">digest</abbr>{" "}
          <code data-digest={name || "A"}>{digest ?? "–"}</code>
        </p>
      ))}
    </footer>
  );
}
