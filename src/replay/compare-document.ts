import type * as v from "valibot";
import { COMPARE_SCHEMA, COMPARE_VERSION } from "../document-names";
import type { Trace } from "../traces/trace";
import { toExactWire, toWire } from "../wire";
import type { ComparisonInput, ComparisonReport } from "./compare";
import type { compareSchema } from "./compare-schema";
import { inputsOf } from "./replay-document";

/** A comparison as one JSON document: snake_case, seconds, rounded to 6 digits, null for what is undefined. */
export type ComparisonDocument = v.InferOutput<typeof compareSchema>;

/** Makes the document of a comparison. `file` is what the trace is called. */
export function comparisonDocument(
  file: string,
  trace: Trace,
  input: ComparisonInput,
  report: ComparisonReport,
): ComparisonDocument {
  const inputs = toExactWire(inputsOf(file, trace, { ...input, control: "on" }));
  return { ...toWire(documentOf(file, trace, input, report)), ...inputs } as ComparisonDocument;
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
