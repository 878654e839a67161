import { execFileSync } from "node:child_process";
import * as v from "valibot";
import type { ReplayDocument } from "../../src/replay/index";
import { replaySchema } from "../../src/schema-entry";
import { figure, textAt } from "./figure";
import { attainmentPanel } from "./replay-attainment";
import { clock, movesMade, PANEL, TIME_MARGIN, WIDTH } from "./replay-axes";
import { enginesPanel } from "./replay-engines";

const HEIGHT = 602;

/** The command that the picture shows. */
const REPLAY = ["src/cli/main.ts", "replay", "data/azure-code-busiest2000.csv", "--policy", "headroom", "--json"];

/** Replays the shipped trace, and draws attainment and, for each phase, the offered work beside its engines. */
export function drawReplay(): string {
  const json = execFileSync(process.execPath, ["--import", "tsx", ...REPLAY], { encoding: "utf8", maxBuffer: 2 ** 26 });
  const replay = v.parse(replaySchema, JSON.parse(json));
  return figure({
    title: titleOf(replay),
    description: descriptionOf(replay),
    width: WIDTH,
    height: HEIGHT,
    parts: [
      textAt({ x: 20, y: 53 }, subtitleOf(replay), { color: "muted", size: 13 }),
      attainmentPanel(replay, 74),
      enginesPanel(replay, "prefill", 74 + PANEL.pitch),
      enginesPanel(replay, "decode", 74 + 2 * PANEL.pitch),
      textAt({ x: TIME_MARGIN.left, y: HEIGHT - 14 }, footnoteOf(replay), { color: "muted" }),
    ],
  });
}

function titleOf({ trace, engines, profiles }: ReplayDocument): string {
  const names = profiles.map(({ file }) => file.replace(/\.json$/, "")).join(", ");
  return `${trace.requests.toLocaleString("en-US")} requests on ${engines.length} engines, ${names}`;
}

function subtitleOf(replay: ReplayDocument): string {
  const { trace, config, attainment, policy } = replay;
  const both = `${Number((100 * (attainment.both_ratio ?? 0)).toFixed(1))}%`;
  const slos = `TTFT \u2264 ${config.ttft_slo_s} s and TPOT \u2264 ${config.tpot_slo_s} s`;
  return `${trace.file} \u00b7 ${both} met both SLOs, ${slos} \u00b7 ${movesMade(replay).length} role moves by ${policy}`;
}

function descriptionOf(replay: ReplayDocument): string {
  const moves = movesMade(replay).map(
    ({ engine, from, to, movedS }) => `${engine} from ${from} to ${to} at ${clock(movedS)}`,
  );
  return `Over time: requests that met each SLO, and for both phases the offered work and the engines. Moves: ${moves.join(", ")}.`;
}

function footnoteOf({ config }: ReplayDocument): string {
  const minutes = config.window_s / 60;
  return `Offered work: the mean of the last ${minutes} min, in engines. Bursts above it wait, and can miss their SLO.`;
}
