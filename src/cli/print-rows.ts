import type { ReplayRow, Role } from "../replay";
import { clockTime, figure, percent, whole } from "./format";
import { gapMeaning, gapsOf } from "./print-gaps";
import { section, table } from "./tables";

const HEAD = [
  "until",
  "ended",
  "TTFT\nmet",
  "TPOT\nmet",
  "both\nmet",
  ...["prefill\nneed/has", "\nload", "\nwaiting"],
  ...["decode\nneed/has", "\nload", "\nwaiting"],
  "moves",
];

/** The replay span by span. */
export function rowsOverTime(rows: readonly ReplayRow[]): string {
  const gaps = [...new Set(rows.flatMap(({ demandGaps }) => demandGaps))];
  return section(
    "Over time",
    "need/has: engines that the offered work needs on average / engines of the role at the end of the row",
    "load (1 is the SLO's limit) and waiting requests: mean/peak of the row",
    table(HEAD, rows.map(cellsOf)),
    "A need below the engines does not promise the SLOs: bursts, waiting and the slowest requests miss them first.",
    ...(gaps.length > 0 ? ["* at least so many, since some work has no price:"] : []),
    ...gaps.map((gap) => `  ${gap}: ${gapMeaning(gap)}`),
  );
}

function cellsOf(row: ReplayRow): string[] {
  const { attainment, prefillDemand, prefillEngines, decodeDemand, decodeEngines } = row;
  return [
    clockTime(row.toS),
    whole(attainment.total),
    percent(attainment.ttftRatio),
    percent(attainment.tpotRatio),
    percent(attainment.bothRatio),
    `${short(prefillDemand, 2)}${mark(row, "prefill")}/${prefillEngines}`,
    `${short(row.prefillLoadMean, 2)}/${short(row.prefillLoadPeak, 2)}`,
    `${short(row.prefillWaitingMean, 1)}/${whole(row.prefillWaitingPeak)}`,
    `${short(decodeDemand, 2)}${mark(row, "decode")}/${decodeEngines}`,
    `${short(row.decodeLoadMean, 2)}/${short(row.decodeLoadPeak, 2)}`,
    `${short(row.decodeWaitingMean, 1)}/${whole(row.decodeWaitingPeak)}`,
    whole(row.moves),
  ];
}

/** So many decimals at most: the table is wide. */
function short(value: number, decimals: number): string {
  return value === 0 || value >= 10 ? figure(value) : value.toFixed(decimals);
}

/** The mark of a demand that is more than what could be priced. */
function mark({ demandGaps }: ReplayRow, role: Role): string {
  return gapsOf(role, demandGaps).length > 0 ? "*" : "";
}
