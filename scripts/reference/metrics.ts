import { DECISION_SECONDS, DEFAULT_PREFIX, metricsOf } from "../../src/metrics/catalogue";
import { labelNames, type Metric } from "../../src/metrics/metric";
import { DECISION_BOUNDS_S } from "../../src/pool/decision-times";
import { tableOf } from "./table";

/** docs/metrics.md: every metric, from the catalogue that the exporters read. */
export function metricsReference(): string {
  const metrics = metricsOf({});
  const series = metrics.reduce((sum, metric) => sum + metric.series.length, 0) + DECISION_BOUNDS_S.length + 3;
  return `# Metrics

This page is made from the code by \`npm run reference\`. How to expose them: [embedding.md](embedding.md).

\`narwhal-slo/prometheus\` and \`narwhal-slo/opentelemetry\` export the same metrics, read when they are scraped or
collected. A pool has at most ${series} series, whatever comes in: every value of every label is named here. (Kinds of risk that
the option \`riskKinds\` names have one more each.) What is undefined is absent, and never NaN. Counters go on over a
[handoff](handoff.md); the histogram starts anew.

The prefix \`${DEFAULT_PREFIX}\` can be changed. OpenTelemetry leaves \`_total\` away.

${tableOf(["metric", "type", "unit", "meaning"], metrics.map(rowOf))}

The histogram \`${DEFAULT_PREFIX}${DECISION_SECONDS.name}\`: ${lowerFirst(DECISION_SECONDS.help)} Its buckets end at
${DECISION_BOUNDS_S.slice(0, 6).join(", ")},
${DECISION_BOUNDS_S.slice(6).join(", ")} s. In OpenTelemetry it is three counters: \`_bucket\` by \`le\`, \`_sum\` and \`_count\`.

## Labels

${tableOf(["metric", "label", "values"], metrics.flatMap(labelsOf))}
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
