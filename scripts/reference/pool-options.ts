import { POLICIES } from "../../src/policies/policy-guard";
import { POOL_OPTIONS, type PoolOption } from "../../src/pool-options";
import { tableOf } from "./table";

/** An option of `createPool` that is no field of the configuration. */
interface Row {
  readonly values: string;
  readonly fallback: string;
  readonly meaning: string;
}

/** A value as TypeScript has it. */
const quoted = (value: string) => `\`"${value}"\``;

const ROWS: Readonly<Record<PoolOption, Row>> = {
  slo: { values: "`{ ttftS, tpotS }`", fallback: "none", meaning: "the SLOs of every request, in seconds" },
  preset: {
    values: quoted("busy"),
    fallback: "none",
    meaning: "settings for a kind of router, which other options override ([overflow.md](overflow.md))",
  },
  engines: {
    values: "list of `{ id, role, profile, .. }`",
    fallback: "none",
    meaning: "the engines at the start; more may join and leave",
  },
  policy: {
    values: `${Object.keys(POLICIES).map(quoted).join(", ")}, a policy object`,
    fallback: quoted("reactive"),
    meaning: "what decides which split of the engines is best ([policies.md](policies.md))",
  },
  desired: {
    values: "`{ spreads, maxPrefill, maxDecode, maxEngines }`",
    fallback: "3 spreads, no caps",
    meaning: "how `pool.desired()` computes the least fleet ([kubernetes.md](kubernetes.md))",
  },
  urgent: {
    values: "true, false",
    fallback: "false",
    meaning: "project waiting requests, and let one that will be late call for a decision (`pool.urgent()`)",
  },
  applyMoves: {
    values: `${quoted("auto")}, ${quoted("host")}`,
    fallback: quoted("auto"),
    meaning: "whether moves count at once, or when the host says so (`pool.moved()`, `pool.moveFailed()`)",
  },
  whileUnavailable: {
    values: `${quoted("hold")}, ${quoted("rebalance")}`,
    fallback: quoted("hold"),
    meaning: "while an engine is unavailable: move nothing, or divide the available ones",
  },
  strict: {
    values: "true, false",
    fallback: "false",
    meaning: "throw at a wrong move of a handle, instead of counting it as an anomaly; for tests",
  },
  clock: { values: "`{ now() }`", fallback: "`monotonicClock()`", meaning: "where the time comes from, in seconds" },
  journal: { values: "a sink", fallback: "none", meaning: "takes decisions, moves, floors and risks (`fileSink`)" },
  eventLog: {
    values: "a sink",
    fallback: "none",
    meaning: "takes all inputs, so that `verify` can make the same decisions again",
  },
  onLogFault: {
    values: "a function",
    fallback: "none",
    meaning: "called when a log begins to fail, and when it works again ([operations.md](operations.md))",
  },
  module: {
    values: "a `WebAssembly.Module`",
    fallback: "compiled here",
    meaning: "the core (`narwhal-slo/core.wasm`), where compiling at run time is forbidden",
  },
};

/** The table of these options. */
export function poolOptionsTable(): string {
  const rows = POOL_OPTIONS.map((name) => [`\`${name}\``, ROWS[name].values, ROWS[name].fallback, ROWS[name].meaning]);
  return tableOf(["option", "values", "default", "meaning"], rows);
}
