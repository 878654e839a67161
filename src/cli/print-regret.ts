import type { LoggedTraffic } from "../regret/logged-traffic";
import type { RegretReport } from "../regret/regret";
import { counted, percent, points, whole } from "./format";
import { section, table } from "./tables";

/** The regret of a run as a person reads it. */
export function printRegret({ total, kept, bestKept, parts, actual, best }: RegretReport): string {
  const { order, admission, roles } = parts;
  const row = (name: string, requests: number, note: string) => [
    name,
    whole(requests),
    total > 0 ? points(requests / total) : "-",
    note,
  ];
  return section(
    `Regret: ${counted(bestKept - kept, "more request")} would have met both SLOs, by one who knew all of the trace`,
    table(
      ["", "requests", "points", "by"],
      [
        row("order", order, "serving last what is late anyway, with one prompt an engine"),
        row("admission", admission, "refusing what would be late"),
        row(
          "roles",
          roles,
          `${counted(best.moves.length, "move")} at other times, instead of ${whole(actual.moves.length)}`,
        ),
        row("all", bestKept - kept, `${percent(ratio(bestKept, total))} instead of ${percent(ratio(kept, total))}`),
      ],
      ["by"],
    ),
    "It is the best schedule of those that were tried: a better one may exist.",
  );
}

/** The requests of a log, and how they were met in it. */
export function printTraffic(file: string, traffic: LoggedTraffic, { kept, total }: RegretReport): string {
  const { engines, requests, leftOut, moves } = traffic;
  const prefill = engines.filter(({ role }) => role === "prefill").length;
  return [
    `${file}: ${counted(requests.length, "request")} on ${engines.length} engines (${prefill} prefill + ${engines.length - prefill} decode at first), ${counted(moves.length, "move")}`,
    ...(leftOut > 0
      ? [`${counted(leftOut, "request")} left out: without a length, still open, rejected, cancelled or invalid`]
      : []),
    `both SLOs met: ${percent(ratio(traffic.kept, traffic.total))} in the log, ${percent(ratio(kept, total))} when the simulated fleet plays it again`,
  ].join("\n");
}

function ratio(part: number, total: number): number | null {
  return total > 0 ? part / total : null;
}
