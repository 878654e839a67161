import { readFileSync } from "node:fs";
import { parseTrace, type ReplayEngine, ReplayRun, type TraceRequest } from "../src/replay";
import { profileOf } from "./fleets";
import { DEFAULTS } from "./full-account";

const HOUR_S = 3600;
const REQUESTS = 19_000;
const ENGINES = [0, 1, 2, 3].map(
  (i): ReplayEngine => ({ id: `gpu-${i}`, role: i < 2 ? "prefill" : "decode", profile: profileOf(0) }),
);

/** Replays an hour of about the conversation trace's rate, once: the shipped minutes, one after the other. */
export function replayHourS(): number {
  const requests = tiledHour();
  const startMs = performance.now();
  const run = new ReplayRun({ requests, engines: ENGINES, config: DEFAULTS });
  run.run();
  if (run.report().timeS < HOUR_S * 0.9) throw new Error("the replay ended early");
  return (performance.now() - startMs) / 1000;
}

function tiledHour(): TraceRequest[] {
  const text = readFileSync(new URL("../data/azure-code-busiest2000.csv", import.meta.url), "utf8");
  const { requests } = parseTrace(text);
  const lastS = requests.at(-1)?.atS ?? 0;
  const tiles = REQUESTS / requests.length;
  const tileS = HOUR_S / tiles;
  const tiled = Array.from({ length: Math.ceil(tiles) }, (_, tile) =>
    requests.map((request) => ({ ...request, atS: tile * tileS + (request.atS * tileS) / lastS })),
  );
  return tiled.flat().filter(({ atS }) => atS <= HOUR_S);
}
