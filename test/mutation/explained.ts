import { EXPLAINED_CONTROL } from "./explained-control";
import { EXPLAINED_CORE } from "./explained-core";
import { EXPLAINED_FLEET } from "./explained-fleet";
import { changeOf, type Tested } from "./tested";

/** Changes of one line that no test can notice, and why. */
export interface Explained {
  readonly path: string;
  readonly line: string;
  /** The function that it is in, where its file has the line more than once. */
  readonly within?: string;
  /** As `changeOf` words them; "all": whatever is changed in it. */
  readonly changes: readonly string[] | "all";
  readonly why: string;
}

export const EXPLAINED: readonly Explained[] = [...EXPLAINED_CORE, ...EXPLAINED_CONTROL, ...EXPLAINED_FLEET];

/** Whether it is written down why no test detects it. */
export function isExplained(mutant: Tested): boolean {
  const change = changeOf(mutant);
  return EXPLAINED.some(
    ({ path, line, within = mutant.within, changes }) =>
      path === mutant.path &&
      line === mutant.line &&
      within === mutant.within &&
      (changes === "all" || changes.includes(change)),
  );
}
