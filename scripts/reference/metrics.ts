import { DECISION_SECONDS, DEFAULT_PREFIX, metricsOf } from "../../src/metrics/catalogue";
import { labelNames, type Metric } from "../../src/metrics/metric";
import { DECISION_BOUNDS_S } from "../../src/pool/decision-times";
import { narrowTable } from "./table";

/** docs/metrics.md: every metric, from the catalogue that the exporters read. */
export function metricsReference(): string {
  const metrics = metricsOf({});
  const series = metrics.reduce((sum, metric) => sum + metric.series.length, 0) + DECISION_BOUNDS_S.length + 3;
  return `# Metrics

This page is made from the code by \`npm run reference\`. How to expose them: [embedding.md](embedding.md).

\`narwhal-slo/prometheus\` and \`narwhal-slo/opentelemetry\` export the same metrics, read when they are scraped or
collected. A pool has at most ${series} series: this page names every value of every label. (Kinds of risk that the option
\`riskKinds\` names have one more each.) An undefined value is absent, never NaN. Counters go on over a
[handoff](handoff.md); the histogram starts anew.

The prefix \`${DEFAULT_PREFIX}\` can be changed. OpenTelemetry leaves \`_total\` away.

${narrowTable(["metric", "type", "unit", "meaning"], metrics.map(rowOf))}

The histogram \`${DEFAULT_PREFIX}${DECISION_SECONDS.name}\`:
${lowerFirst(DECISION_SECONDS.help)}
Its buckets end at ${DECISION_BOUNDS_S.join(", ")} s. In OpenTelemetry it
is three counters: \`_bucket\` by \`le\`, \`_sum\` and \`_count\`.

## Labels

${narrowTable(["metric", "label", "values"], metrics.flatMap(labelsOf))}
`;
}

function rowOf({ name, type, unit, help }: Metric): string[] {
  return [`\`${DEFAULT_PREFIX}${name}\``, type, unit, help];
}

function labelsOf(metric: Metric): string[][] {
  return labelNames(metric).map((label) => {
    const values = new Set(metric.series.map((labels) => labels[label] ?? ""));
    return [
      `\`${DEFAULT_PREFIX}${metric.name}\``,
      `\`${label}\``,
      [...values].map((value) => `\`${value}\``).join(" "),
    ];
  });
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
