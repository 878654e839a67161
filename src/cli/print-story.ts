import { meaningOf } from "../decision/reason-texts";
import type { ReplayReport } from "../replay";
import { profilesOf } from "../replay/profile-origin";
import { DEFAULT_POLICY } from "./defaults";
import { clockTime, counted, percent, whole } from "./format";
import type { Subject } from "./print-heading";
import { movesByDecision, splitChange, whyMoved, workLegend } from "./print-moves";
import { profileNames } from "./profile-names";
import { section, table } from "./tables";

/** Runs that a demo compares on the same requests. */
export interface Story {
  /** Every fixed split, fewest prefill engines first. */
  readonly fixed: readonly ReplayReport[];
  /** Each policy, from the split that the fleet begins with. */
  readonly policies: readonly { readonly name: string; readonly report: ReplayReport }[];
}

/** Heading of a demo, known before anything runs. `chat`: whether the split is the one planned for chat. */
export function storyBegins({ file, input }: Subject, chat: boolean): string[] {
  const { config, engines, simulation, requests } = input;
  const { speed = 1, seed = 1 } = simulation ?? {};
  const spanS = (requests.at(-1)?.atS ?? 0) / speed;
  const inputTokens = median(requests.map((request) => request.inputTokens));
  const outputTokens = median(requests.map((request) => request.outputTokens));
  const start = `start    ${splitOf(prefillOf(input), engines.length)} (prefill + decode engines)`;
  return [
    `trace    ${file}: ${counted(requests.length, "request")} in ${clockTime(spanS)} (load x${speed}, seed ${seed});`,
    `         median ${whole(inputTokens)} input tokens and ${whole(outputTokens)} output tokens`,
    `profile  ${profileNames(profilesOf(engines))}`,
    `SLOs     TTFT <= ${config.ttftSloS} s, TPOT <= ${config.tpotSloS} s`,
    ...(chat ? [`${start}, right for chat: it keeps both SLOs`, RIGHT_FOR_CHAT] : [start]),
    "",
  ];
}

/** A test holds it to that trace. */
const RIGHT_FOR_CHAT =
  "         for >99.9% of an hour of Azure's conversation trace. Here come long inputs, short outputs.";

/** Outcome of the runs, what moved and why, and what to try next. */
export function printStory(subject: Subject, story: Story): string[] {
  return [...outcomes(subject, story), "", ...whatMoved(story), "", TRY_NEXT];
}

function outcomes({ input }: Subject, { fixed, policies }: Story): string[] {
  const start = prefillOf(input);
  const share = ({ attainment }: ReplayReport) => attainment.bothRatio ?? 0;
  const best = fixed.reduce((leader, report, index) => {
    return share(report) > share(fixed[leader] as ReplayReport) ? index : leader;
  }, 0);
  const total = input.engines.length;
  const rows = [
    row(`no control: ${splitOf(start, total)} stays`, fixed[start - 1] as ReplayReport),
    ...policies.map(({ name, report }) => row(`policy ${name}`, report)),
    row(`best fixed split: ${splitOf(best + 1, total)} *`, fixed[best] as ReplayReport),
  ];
  return [
    table(["the same requests", "both SLOs met", "TTFT met", "TPOT met", "moves"], rows),
    "* known only afterwards, from a replay of every fixed split",
  ];
}

function row(name: string, { attainment, moves }: ReplayReport): string[] {
  const { bothRatio, ttftRatio, tpotRatio } = attainment;
  return [name, percent(bothRatio), percent(ttftRatio), percent(tpotRatio), whole(moves.length)];
}

const SHOWN = 5;

function whatMoved({ policies }: Story): string[] {
  const { name, report } = policies.find((policy) => policy.name === DEFAULT_POLICY) as Story["policies"][number];
  const { moves } = report;
  const all = movesByDecision(moves);
  const rows = all
    .slice(0, SHOWN)
    .map((together) => [
      clockTime(together.decision.at),
      `${counted(together.moves.length, "engine")} to ${together.moves[0]?.to}`,
      splitChange(together.decision),
      whyMoved(together.decision),
    ]);
  const shown = [
    table(["at", "moved", "prefill + decode", "it saw"], rows, ["moved", "prefill + decode", "it saw"]),
    ...(all.length > SHOWN ? [`... and ${whole(all.length - SHOWN)} more decisions that moved engines`] : []),
    ...workLegend(moves),
  ];
  return [section(`What ${name} did, and why`, ...(all.length > 0 ? shown : []), held(report))];
}

/** Why nothing moved the rest of the time. */
function held({ decisions }: ReplayReport): string {
  const total = decisions.reduce((sum, { count }) => sum + count, 0);
  const idle = decisions.filter(({ result }) => result === "held" || result === "blocked");
  const times = idle.reduce((sum, { count }) => sum + count, 0);
  const [first] = idle;
  if (!first) return `it decided ${counted(total, "time")}`;
  return `${whole(times)} of its ${counted(total, "decision")} moved nothing; most often: ${meaningOf(first.reason)}`;
}

/** Whoever runs the sources has a checkout, and perhaps no build; everybody else has the package. */
const FROM_SOURCES = import.meta.url.endsWith(".ts");

const NARWHAL = FROM_SOURCES ? "npm run narwhal --" : "npx narwhal-slo";

const COMMANDS: readonly (readonly [command: string, what: string])[] = [
  [`${NARWHAL} replay TRACE.csv --profile ENGINE.json`, "your requests, your engines"],
  [`${NARWHAL} demo --profile h200-llama31-8b-fp8 --load 6`, "smaller model, sixfold load"],
  FROM_SOURCES
    ? ["npm run simulator", "the same in a browser"]
    : [`${NARWHAL} replay TRACE.csv --html report.html`, "plots, and why engines moved"],
];

const TRY_NEXT = section("Try next", ...COMMANDS.map(([command, what]) => `${command.padEnd(64)}${what}`));

function prefillOf({ engines }: Subject["input"]): number {
  return engines.filter(({ role }) => role === "prefill").length;
}

function splitOf(prefill: number, total: number): string {
  return `${prefill} + ${total - prefill}`;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
