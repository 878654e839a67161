import { resultErrors } from "./check-results";
import { type CheckedRun, errorsByPlacement, heldOutRuns, runErrors } from "./check-runs";
import { type ErrorSummary, type Prediction, relativeError } from "./errors-of";
import { rounded } from "./shipped-fit";
import type { Validation } from "./validate";
import { runKey } from "./vllm-runs";

/**
 * The report for programs. Errors are fractions; null: there was nothing to compare. The top level is over
 * disaggregated runs that were not fitted; the order is over published results that were not.
 */
export function jsonReport(validation: Validation): string {
  return JSON.stringify(reportOf(validation), rounded, 2);
}

function reportOf({ runs, results, links, switches, colocatedResults }: Validation) {
  const heldOut = heldOutRuns(runs);
  const errors = runErrors(heldOut);
  const served = resultErrors(results.filter(({ fitted }) => !fitted));
  return {
    ...errorKeys("tpot_mape", errors.tpot),
    ...errorKeys("throughput_mape", errors.throughput),
    ...errorKeys("ttft_warm_mape", errors.ttftWarm),
    rank_tau: served.rank.tau,
    n_rank_tau: served.rank.n,
    placements: Object.fromEntries(
      Object.entries(errorsByPlacement(heldOut)).map(([placement, of]) => [
        placement,
        {
          ...errorKeys("tpot_mape", of.tpot),
          ...errorKeys("throughput_mape", of.throughput),
          ...errorKeys("ttft_warm_mape", of.ttftWarm),
        },
      ]),
    ),
    cold: errorKeys("ttft_mape", errors.ttftCold),
    published_results: {
      ...errorKeys("tpot_mape", served.tpot),
      ...errorKeys("throughput_mape", served.throughput),
      ...errorKeys("ttft_mape", served.ttft),
      left_out_colocated: colocatedResults,
    },
    links: links.map(({ system, constantS, perTokenS, errors: of }) => ({
      system,
      constant_s: constantS,
      per_token_s: perTokenS,
      ...errorKeys("transfer_mape", of),
    })),
    switches: switches.map((of) => ({
      model: of.model,
      to_decode_s: of.toDecodeS,
      to_prefill_s: of.toPrefillS,
      error: of.error,
      drain_token_s: of.drainTokenS,
    })),
    runs: runs.map(runRecord),
    results: results.map(({ row, group, configuration, fitted, predicted }) => ({
      group,
      configuration,
      concurrency: row.concurrency,
      fitted,
      tpot_s: { measured: row.medianTpotS, predicted: predicted.tpotS },
      ttft_s: { measured: row.medianTtftS, predicted: predicted.ttftS },
      throughput_per_gpu: { measured: row.throughputPerGpu, predicted: predicted.throughputPerGpu },
    })),
  };
}

function errorKeys(name: string, { mape, median, n }: ErrorSummary) {
  return { [name]: mape, [`${name}_median`]: median, [`n_${name}`]: n };
}

function runRecord({ run, cold, fitted, colocated, tpot, throughput, ttft }: CheckedRun) {
  return {
    run: runKey(run),
    cold,
    fitted,
    colocated,
    tpot_s: withError(tpot),
    throughput: withError(throughput),
    ttft_s: withError(ttft),
  };
}

function withError(prediction: Prediction | null) {
  return prediction && { ...prediction, error: relativeError(prediction) };
}
