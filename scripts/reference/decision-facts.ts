import type { FactKind, FactTable } from "../../src/decision/fact-kinds";
import * as facts from "../../src/decision/fact-table";
import { snakeCase } from "../../src/schema";
import { tableOf } from "./table";

/** The facts that belong together, under what they are facts of. */
const GROUPS: readonly (readonly [title: string, table: FactTable])[] = [
  ["What every decision has", facts.OUTCOME],
  ["What it knew", facts.INPUTS],
  ["The split before it", facts.SPLIT],
  ["How the proposed split would do", facts.PROJECTION],
  ["Evidence that decode can spare an engine", facts.EVIDENCE],
  ["What an urgent decision saw", facts.URGENCY],
  ["What an urgent decision expects", facts.RELIEF],
  ["What the lines of waiting requests say", facts.QUEUE],
  ["What the headroom policy saw", { ...facts.HEADROOM_LOADS, ...facts.HEADROOM_GAIN }],
  ["What a policy of your own gives", facts.OWN],
  ["How often it was proposed", facts.CONFIRMATIONS],
];

const HEADING = "## What a record has\n";

/** docs/decisions.md with its last chapter made anew: every fact of a decision, from the tables that all else reads. */
export function decisionGuide(page: string): string {
  const [before = ""] = page.split(HEADING);
  return `${before}${HEADING}
This chapter is made from the code by \`npm run reference\`. A record has the facts that its decision came to, and no
others. In TypeScript a \`Decision\` has the same ones by their names in camelCase, not rounded.

${GROUPS.map(([title, table]) => `### ${title}\n\n${factsTable(table)}\n`).join("\n")}`;
}

function factsTable(table: FactTable): string {
  const rows = Object.entries(table).map(([name, [kind, unit, meaning]]) => {
    return [`\`${snakeCase(name)}\``, unit, `${meaning}${namesOf(kind)}`];
  });
  return tableOf(["field", "unit", "meaning"], rows);
}

function namesOf(kind: FactKind): string {
  return typeof kind === "string" ? "" : `: ${kind.map((name) => `\`${name}\``).join(", ")}`;
}
