import * as v from "valibot";
import { configSchema } from "../../src/config";
import { snakeCase } from "../../src/schema";
import { poolOptionsTable } from "./pool-options";
import { tableOf } from "./table";

/** The part of a valibot schema that is used: its own parts, those that it wraps, and its default. */
interface Part {
  readonly type: string;
  readonly requirement?: unknown;
  readonly pipe?: readonly Part[];
  readonly wrapped?: Part;
  readonly default?: unknown;
  /** Of a choice. */
  readonly options?: readonly string[];
}

/** docs/configuration.md: every option, from the schema that checks them. */
export function configurationReference(): string {
  return `# Configuration

This page is made from the code by \`npm run reference\`. [semantics.md](semantics.md) has the rules that the fields
stand in, [decisions.md](decisions.md) says which of them to change when an engine does not move.

\`createPool\` takes two kinds of options: the fields of the configuration, and what else a pool is made from. Those that
are not known, or out of their range, are refused with a \`ConfigError\`.

## Fields

In TypeScript, fields are options of \`createPool\` by the names of the first column; the two SLOs are \`slo.ttftS\` and
\`slo.tpotS\` there. In a configuration file (\`configFromJson\`, \`narwhal-slo replay --config\`) they have the names of the
second column.

${tableOf(["field", "in a file", "default", "range", "unit", "meaning"], Object.entries(configSchema.entries).map(rowOf))}

Between fields: \`shrink\` < \`expand\`; \`evidenceSpanS\` <= \`evidenceMaxSpanS\` <= \`windowS\`; \`decodeCorrectionMin\` <= 1 <=
\`decodeCorrectionMax\`.

## Other options of createPool

A configuration file has none of these. \`narwhal-slo replay\` has flags for \`policy\` (\`--policy\`), \`urgent\` (\`--urgent\`),
\`journal\` (\`--journal\`) and \`eventLog\` (\`--event-log\`).

${poolOptionsTable()}
`;
}

function rowOf([name, entry]: [string, v.GenericSchema]): string[] {
  const part = entry as unknown as Part;
  const field = (part.wrapped ?? part) as Part & v.GenericSchema;
  const { unit } = v.getMetadata(field) as { unit: string };
  const meaning = v.getDescription(field) ?? "";
  const fallback = part.default === undefined ? "none" : String(part.default);
  return [`\`${name}\``, `\`${snakeCase(name)}\``, fallback, rangeOf(field), unit, meaning];
}

function rangeOf(field: Part): string {
  const rules = rulesOf(field);
  if (rules.some(({ type }) => type === "boolean")) return "true, false";
  const choices = rules.flatMap(({ options = [] }) => options.map((option) => `\`${option}\``));
  if (choices.length > 0) return [...new Set(choices)].join(", ");
  const bounds = rules.flatMap(({ type, requirement }) => {
    if (type === "gt_value") return [`> ${requirement}`];
    if (type === "min_value") return [`>= ${requirement}`];
    return type === "max_value" && requirement !== Number.MAX_SAFE_INTEGER ? [`<= ${requirement}`] : [];
  });
  const kind = rules.some(({ type }) => type === "integer") ? ["whole"] : [];
  return [...kind, ...bounds].join(", ") || "any";
}

function rulesOf(part: Part): Part[] {
  return [
    part,
    ...(part.pipe ?? [])
      .filter((inner) => inner !== part)
      .flatMap((inner) => (inner.type === part.type && !inner.pipe ? [inner] : rulesOf(inner))),
  ];
}
