import { type Change, type Place, Sites } from "./places";

/** What became of one mutant. */
export interface Tested {
  readonly path: string;
  /** The line of the source that the change begins in, without what is before and behind it. */
  readonly line: string;
  readonly lineNumber: number;
  /** Null for a change of more than one thing. */
  readonly place: Place | null;
  readonly original: string;
  readonly replacement: string;
  /** "unusable": it does not compile, so that it says nothing. */
  readonly outcome: "detected" | "survived" | "unusable";
}

/** A change of a file, with its place and its line in the file's text. */
export function testedOf(path: string, text: string, change: Change, outcome: Tested["outcome"]): Tested {
  const { original, replacement } = change;
  return {
    path,
    ...lineAt(text, change.start),
    place: new Sites(text).placeOf(change),
    original,
    replacement,
    outcome,
  };
}

/** The line that a change begins in. */
export function lineAt(text: string, start: number): Pick<Tested, "line" | "lineNumber"> {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const [line = ""] = text.slice(from).split("\n", 1);
  return { line: line.trim(), lineNumber: text.slice(0, start).split("\n").length };
}

/** A change as reports name it: on one line, and not too long. */
export function changeOf({ original, replacement }: Pick<Tested, "original" | "replacement">): string {
  return `${onOneLine(original)} -> ${onOneLine(replacement)}`;
}

function onOneLine(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}
