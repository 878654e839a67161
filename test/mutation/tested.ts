/** What became of one mutant. */
export interface Tested {
  readonly path: string;
  /** The line of the source that the change begins in, without what is before and behind it. */
  readonly line: string;
  readonly lineNumber: number;
  /** The function that the line is in, "" outside of any. */
  readonly within: string;
  readonly original: string;
  readonly replacement: string;
  /** "unusable": it does not compile, so that it says nothing. */
  readonly outcome: "detected" | "survived" | "unusable";
}

/** Where a function or a method begins. */
const FUNCTION = /^(?:export )?function (\w+)|^ {2}(?:static |get |private |override )*(#?\w+)\(.*\{$/gm;

/** The line that a change begins in. */
export function lineAt(text: string, start: number): Pick<Tested, "line" | "lineNumber" | "within"> {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const [line = ""] = text.slice(from).split("\n", 1);
  const [, ofModule, ofClass] = [...text.slice(0, from + line.length).matchAll(FUNCTION)].at(-1) ?? [];
  return { line: line.trim(), lineNumber: text.slice(0, start).split("\n").length, within: ofModule ?? ofClass ?? "" };
}

/** A change as reports and explanations name it: on one line, and not too long. */
export function changeOf({ original, replacement }: Pick<Tested, "original" | "replacement">): string {
  return `${onOneLine(original)} -> ${onOneLine(replacement)}`;
}

function onOneLine(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}
