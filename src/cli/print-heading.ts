import type { ComparisonInput, Trace } from "../replay";
import { profilesOf } from "../replay/profile-origin";
import { clockTime, counted, whole } from "./format";
import { profileNames } from "./profile-names";

/** Subject of a replay: the lines that both kinds of report begin with. */
export interface Subject {
  readonly file: string;
  readonly trace: Trace;
  readonly input: ComparisonInput;
}

/** The trace, the profile of the engines, the fleet and the SLOs. */
export function heading({ file, trace, input }: Subject): string[] {
  const { config, engines, simulation, policy = "reactive" } = input;
  const prefill = engines.filter(({ role }) => role === "prefill").length;
  const spanS = trace.requests.at(-1)?.atS ?? 0;
  const speed = simulation?.speed ?? 1;
  return [
    `${file}: ${counted(trace.requests.length, "request")} in ${clockTime(spanS / speed)} (${unitOf(trace)}load x${speed}, seed ${simulation?.seed ?? 1})`,
    profileLine(input),
    `${engines.length} engines: ${prefill} prefill + ${engines.length - prefill} decode; SLOs: TTFT <= ${config.ttftSloS} s, TPOT <= ${config.tpotSloS} s`,
    `policy: ${typeof policy === "string" ? policy : policy.name}`,
    ...(trace.skippedRows > 0 ? [skipped(trace)] : []),
  ];
}

function unitOf({ timestampUnit }: Trace): string {
  return timestampUnit === null ? "" : `timestamps in ${timestampUnit}, `;
}

function profileLine({ engines }: ComparisonInput): string {
  const profiles = profilesOf(engines);
  return `profile: ${profileNames(profiles)}${profiles.some(({ shipped }) => shipped) ? "; yours: --profile FILE" : ""}`;
}

function skipped({ skippedRows, firstSkipped }: Trace): string {
  const rows = skippedRows === 1 ? "1 malformed row was" : `${whole(skippedRows)} malformed rows were`;
  return `${rows} left out, the first: ${firstSkipped[0]?.message}`;
}
