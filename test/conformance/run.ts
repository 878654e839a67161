import { compare, type Mismatch } from "./compare";
import { controlReplayer } from "./control";
import { demandReplayer } from "./demand";
import { fleetReplayer } from "./fleet";
import { movesReplayer } from "./moves";
import { outcomesReplayer } from "./outcomes";
import type { Replayer } from "./replayer";
import { scoreReplayer } from "./score";
import { readVectorFile } from "./vector-file";
import { windowReplayer } from "./window";

const REPLAYERS: Readonly<Record<string, Replayer>> = {
  window: windowReplayer,
  outcomes: outcomesReplayer,
  demand: demandReplayer,
  score: scoreReplayer,
  fleet: fleetReplayer,
  moves: movesReplayer,
  control: controlReplayer,
};

/** A field of a line that is not as recorded. */
export interface LineMismatch extends Mismatch {
  readonly line: number;
  readonly op: string;
}

/** What became of a file. */
export interface FileResult {
  readonly kind: string;
  /** False when nothing here replays its kind. */
  readonly known: boolean;
  /** Operations with something to compare. */
  readonly checks: number;
  /** The first few. */
  readonly mismatches: readonly LineMismatch[];
}

const SHOWN = 5;

/** Replays one vector file; it stops after the first few mismatches. */
export function runVectorFile(path: string): FileResult {
  const { header, operations } = readVectorFile(path);
  const replayer = REPLAYERS[header.kind];
  if (!replayer) return { kind: header.kind, known: false, checks: 0, mismatches: [] };
  const step = replayer.start(header);
  const mismatches: LineMismatch[] = [];
  let checks = 0;
  for (const { line, operation } of operations) {
    const got = step(operation);
    const expected = replayer.expected?.(operation) ?? operation.expect;
    if (expected === undefined) continue;
    checks += 1;
    for (const mismatch of compare(got, expected, replayer.toleranceOf))
      mismatches.push({ line, op: operation.op, ...mismatch });
    if (mismatches.length >= SHOWN) break;
  }
  return { kind: header.kind, known: true, checks, mismatches: mismatches.slice(0, SHOWN) };
}
