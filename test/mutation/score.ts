import { isExplained } from "./explained";
import { shareInterval } from "./sample";
import { changeOf, type Tested } from "./tested";

/** How many of the mutants that say something were detected. */
export interface Score {
  readonly detected: number;
  /** Those that no test can detect, for a reason that is written down. */
  readonly explained: number;
  readonly survivors: readonly Tested[];
  readonly unusable: number;
  /** Detected / (detected + all that survived); null without any. */
  readonly share: number | null;
  /** The same without those that are explained. */
  readonly shareOfDetectable: number | null;
}

export function scoreOf(tested: readonly Tested[]): Score {
  const detected = tested.filter(({ outcome }) => outcome === "detected").length;
  const survived = tested.filter(({ outcome }) => outcome === "survived");
  const survivors = survived.filter((mutant) => !isExplained(mutant));
  return {
    detected,
    explained: survived.length - survivors.length,
    survivors,
    unusable: tested.length - detected - survived.length,
    share: shareOf(detected, survived.length),
    shareOfDetectable: shareOf(detected, survivors.length),
  };
}

function shareOf(detected: number, survived: number): number | null {
  return detected + survived === 0 ? null : detected / (detected + survived);
}

/** A mutant that survived: the change, its line, and its place as an explanation names it. */
export function survivorLines(mutant: Tested): string {
  const { path, lineNumber, line, place } = mutant;
  const key = place ? `in ${place.within}: ${place.change}` : "";
  return `${path}:${lineNumber}  ${changeOf(mutant)}\n    ${line}\n    ${key}`.trimEnd();
}

/** The score in words; of a sample also what the score of all mutants lies between. */
export function scoreLines(score: Score, isSample: boolean): string {
  const { detected, explained, unusable, share, shareOfDetectable } = score;
  const survived = score.survivors.length + explained;
  const lines = [
    `${detected} detected, ${survived} survived (${explained} explained), ${unusable} do not compile`,
    `score ${percent(share)}, ${percent(shareOfDetectable)} without those explained`,
  ];
  if (isSample && share !== null) lines.push(`95% interval ${intervalOf(detected, survived)}`);
  return lines.join("\n");
}

function intervalOf(detected: number, survived: number): string {
  return shareInterval(detected, detected + survived)
    .map(percent)
    .join(" .. ");
}

function percent(share: number | null): string {
  return share === null ? "-" : `${(100 * share).toFixed(1)}%`;
}
