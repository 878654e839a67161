import { profileNames } from "../../src/cli/profile-names";
import type { ViewRun } from "./run";

/** Whose engines the runs simulate. */
export function ProfilesNote({ runs }: { readonly runs: readonly ViewRun[] }) {
  return (
    <>
      {runs.map(({ name, document }) => (
        <p key={name} class="note" data-profile={name || "A"}>
          {name && `Run ${name}, `}profile: {document ? profileNames(document.profiles) : "–"}
        </p>
      ))}
    </>
  );
}
