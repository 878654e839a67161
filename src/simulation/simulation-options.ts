import * as v from "valibot";
import { MAX_TOKENS } from "../check";
import { ConfigError } from "../errors";
import { fleetBehaviour } from "../scenario/fleet-behaviour";
import { field, flag, notNegative, positive, ratio, whole } from "../scenario/option-rules";
import { checkedBy, hintOf } from "../schema";

// One line a field: its rule, default, unit and meaning, as in ../config.
const requestedOutput = v.union(
  [v.picklist(["exact", "pow4"]), whole(1, MAX_TOKENS)],
  'must be "exact", "pow4" or a whole number of tokens >= 1',
);
const faults = v.array(
  v.strictObject({ engine: v.string("must be the id of an engine"), fromS: notNegative, toS: notNegative }),
  "must be an array",
);

/** Rules, defaults, units and meanings of the simulated fleet's options. */
export const simulationSchema = v.strictObject({
  seed: field(whole(0, Number.MAX_SAFE_INTEGER), 1, "", "what all random draws follow from"),
  speed: field(positive, 1, "ratio", "how much faster than in the trace requests arrive"),
  ttftSloS: field(positive, 1, "s", "TTFT that a request must meet"),
  tpotSloS: field(positive, 0.05, "s", "TPOT that a request must meet"),
  requestedOutput: field(requestedOutput, "pow4", "tokens", "output that is asked for, where the trace is silent"),
  estimateError: field(ratio, 0.2, "ratio", "largest error of the local estimate of the input length"),
  sizingDelayS: field(notNegative, 0.002, "s", "from arrival to the local estimate (the upload)"),
  tokenizationDelayS: field(notNegative, 0.003, "s", "from the local estimate to the token count and admission"),
  abortShare: field(ratio, 0, "ratio", "requests that are cancelled while uploading"),
  cancelShare: field(ratio, 0, "ratio", "requests that are cancelled at one of their tokens"),
  failShare: field(ratio, 0, "ratio", "requests that fail at one of their tokens"),
  prefillSlots: field(whole(1, MAX_TOKENS), 4, "requests", "requests that one engine may hold for prefill"),
  refuse: field(flag, false, "", "refuse at admission what would miss the TTFT SLO"),
  refuseMargin: field(notNegative, 0.2, "ratio", "excess of the projected TTFT over the SLO that refusal needs"),
  timeoutS: field(positive, 60, "s", "age at which a request that waits for an engine expires"),
  noiseCv: field(ratio, 0.1, "ratio", "coefficient of variation of prefill times and token intervals"),
  transferS: field(notNegative, 0.001, "s", "KV transfer to the decode engine: the constant part"),
  transferPerTokenS: field(notNegative, 2.5e-6, "s/token", "KV transfer to the decode engine: per input token"),
  moveS: field(notNegative, 0, "s", "from setRole to the new role; the old one counts until then"),
  faults: field(faults, [], "", "times in which an engine is down; what it holds fails"),
  bucketS: field(positive, 10, "s", "width of a bucket of the results"),
  ...fleetBehaviour,
});

/** The resolved options: every field has its value. */
export type SimulationOptions = Readonly<v.InferOutput<typeof simulationSchema>>;

/** The options as a user gives them: every field has a default. */
export type SimulationOptionsInput = Readonly<v.InferInput<typeof simulationSchema>>;

/** Checks options and fills in the defaults. */
export function resolveOptions(input: SimulationOptionsInput, engines: ReadonlySet<string>): SimulationOptions {
  const options = checkedBy(simulationSchema, input, (refused) => {
    const { path, rule, value } = refused;
    return new ConfigError(path || "options", rule, value, hintOf(refused, Object.keys(simulationSchema.entries)));
  });
  checkShares(options);
  checkMoveShares(options);
  for (const [index, fault] of options.faults.entries()) {
    if (!engines.has(fault.engine)) {
      throw new ConfigError(`faults.${index}.engine`, "must be the id of an engine", fault.engine);
    }
    if (fault.toS <= fault.fromS)
      throw new ConfigError(`faults.${index}.toS`, `must be > fromS ${fault.fromS} s`, fault.toS);
  }
  return Object.freeze(options);
}

function checkMoveShares({ moveFailShare, moveLieShare }: SimulationOptions): void {
  if (moveFailShare + moveLieShare <= 1) return;
  throw new ConfigError("moveLieShare", "must leave moveFailShare + moveLieShare <= 1", moveLieShare);
}

function checkShares({ abortShare, cancelShare, failShare }: SimulationOptions): void {
  if (abortShare + cancelShare + failShare <= 1) return;
  throw new ConfigError("failShare", "must leave abortShare + cancelShare + failShare <= 1", failShare);
}
