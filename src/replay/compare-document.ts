import type { Trace } from "../traces/trace";
import { toExactWire, toWire, type Wire } from "../wire";
import type { ComparisonInput, ComparisonReport } from "./compare";
import { inputsOf } from "./replay-document";

/** Name and version of the comparison document. */
export const COMPARE_SCHEMA = "narwhal-slo/compare";
export const COMPARE_VERSION = 1;

/** A comparison as one JSON document: snake_case, seconds, rounded to 6 digits, null for what is undefined. */
export type ComparisonDocument = Wire<ReturnType<typeof documentOf>>;

/** Makes the document of a comparison. `file` is what the trace is called. */
export function comparisonDocument(
  file: string,
  trace: Trace,
  input: ComparisonInput,
  report: ComparisonReport,
): ComparisonDocument {
  const inputs = toExactWire(inputsOf(file, trace, { ...input, control: "on" }));
  return { ...toWire(documentOf(file, trace, input, report)), ...inputs };
}

function documentOf(file: string, trace: Trace, input: ComparisonInput, report: ComparisonReport) {
  const { prefill, decode } = report.bestFixed;
  return {
    schema: COMPARE_SCHEMA,
    version: COMPARE_VERSION,
    ...inputsOf(file, trace, { ...input, control: "on" }),
    fixed: report.fixed,
    controller: report.controller,
    bestFixed: { prefill, decode },
    distanceRatio: report.distanceRatio,
  };
}
