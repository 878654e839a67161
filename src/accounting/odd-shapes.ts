import type { CellRow } from "../wasm/cell-rows";

/** Prompts of a window: all, and those that are longer than a length. */
export interface LongPrompts {
  readonly count: number;
  readonly all: number;
}

/** Requests whose output is unknown, and the input of the shape that most of them have. */
export interface UnknownOutputs {
  readonly count: number;
  readonly inputTokens: number;
}

/** Counts the prompts of more tokens than so many. A prompt is what is to be prefilled: the input without its cached part. */
export function longerThan(arrivals: readonly CellRow[], tokens: number): LongPrompts {
  let count = 0;
  let all = 0;
  for (const cell of arrivals) {
    all += cell.count;
    if (cell.value[0] > tokens) count += cell.count;
  }
  return { count, all };
}

/** Counts the requests of expected decode whose output nothing says: neither the client nor completions of their class. */
export function unknownOf(
  expected: readonly CellRow[],
  forecast: (inputTokens: number, requestedTokens: number) => number | null,
): UnknownOutputs {
  let count = 0;
  let most = 0;
  let inputTokens = 0;
  for (const { value, count: requests } of expected) {
    const [input, requested] = value;
    if (requested > 0 || forecast(input, requested) !== null) continue;
    count += requests;
    if (requests <= most) continue;
    most = requests;
    inputTokens = input;
  }
  return { count, inputTokens };
}
