import type { PlanAnswer, PlanInput } from "../planning/plan";
import { clockTime, counted, figure, percent } from "./format";
import { section, table } from "./tables";

/** Subject of a plan. */
export interface PlanSubject {
  readonly trace: string;
  readonly profile: string;
  readonly input: PlanInput;
}

/** A plan as a person reads it: the question, the answer of each contender, and the answer in words. */
export function printPlan(subject: PlanSubject, answers: readonly PlanAnswer[]): string {
  return [planHeading(subject).join("\n"), answersOf(subject, answers), inWords(subject, answers)].join("\n\n");
}

/** The question. */
export function planHeading({ trace, profile, input }: PlanSubject): string[] {
  const { requests, config, goal, load, seeds } = input;
  const spanS = (requests.at(-1)?.atS ?? 0) / load;
  return [
    `${trace}: ${counted(requests.length, "request")} in ${clockTime(spanS)} (load x${load}, ${counted(seeds.length, "seed")}: ${seeds.join(", ")})`,
    `profile: ${profile}`,
    `goal: ${percent(goal)} of the requests meet TTFT <= ${config.ttftSloS} s and TPOT <= ${config.tpotSloS} s`,
  ];
}

/** Heads and cells of the table of answers. */
export function planTable(answers: readonly PlanAnswer[]): { head: string[]; rows: string[][] } {
  const head = ["split decided by", "engines", "split", "both", "least", "most", "moves", "carries load up to"];
  const rows = answers.map(({ contender, engines, trial, carries }) => [
    nameOf(contender),
    engines === null ? `more than ${trial.engines}` : String(engines),
    `${trial.prefill} + ${trial.engines - trial.prefill}`,
    percent(trial.both),
    percent(trial.least),
    percent(trial.most),
    figure(trial.moves),
    carries === null ? "-" : `x${figure(carries)}`,
  ]);
  return { head, rows };
}

function answersOf({ input }: PlanSubject, answers: readonly PlanAnswer[]): string {
  const { head, rows } = planTable(answers);
  const title =
    input.engines === null ? "The least fleet that reaches the goal" : `What ${input.engines} engines carry`;
  const meaning = "split: prefill + decode, kept or begun with; both: requests that met both SLOs, mean of the seeds";
  return section(title, meaning, table(head, rows));
}

/** The answer in words: who needs the fewest engines, or carries the most load. */
export function inWords({ input }: PlanSubject, answers: readonly PlanAnswer[]): string {
  const best = bestOf(answers, input.engines === null ? fewest : mostLoad);
  const [first] = best;
  if (!first) return noAnswer(input);
  const who = best.map(({ contender }) => (contender === "fixed" ? "the best fixed split" : contender));
  if (input.engines !== null)
    return `${input.engines} engines carry load x${figure(first.carries)} with ${either(who)}.`;
  return `You need ${first.engines} engines with ${either(who)}${fixedBeside(best, answers)}.`;
}

function noAnswer({ engines, maxEngines, goal }: PlanInput): string {
  if (engines !== null) {
    return `${engines} engines do not reach ${percent(goal)} at any load: the SLOs are below what one request takes.`;
  }
  return `No fleet of up to ${maxEngines} engines reaches ${percent(goal)}: relax the goal or an SLO, or take faster engines.`;
}

/** Engines that the best fixed split needs, where a policy needs fewer. */
function fixedBeside(best: readonly PlanAnswer[], answers: readonly PlanAnswer[]): string {
  const fixed = answers.find(({ contender }) => contender === "fixed");
  if (!fixed || best.includes(fixed)) return "";
  return fixed.engines === null ? "; no fixed split reaches the goal" : `; the best fixed split needs ${fixed.engines}`;
}

/** Those of the greatest worth. */
function bestOf(answers: readonly PlanAnswer[], worth: (answer: PlanAnswer) => number): readonly PlanAnswer[] {
  const most = Math.max(...answers.map(worth));
  return Number.isFinite(most) ? answers.filter((answer) => worth(answer) === most) : [];
}

function fewest({ engines }: PlanAnswer): number {
  return engines === null ? Number.NEGATIVE_INFINITY : -engines;
}

function mostLoad({ carries }: PlanAnswer): number {
  return carries ?? Number.NEGATIVE_INFINITY;
}

/** `a`, `a or b`, `a, b or c`. */
function either(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

function nameOf(contender: PlanAnswer["contender"]): string {
  return contender === "fixed" ? "nobody (best fixed split)" : contender;
}
