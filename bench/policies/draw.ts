import { CONTESTANTS } from "./contestants";
import { bestFixed, percent, type Ran, runsOf, scoreOf, summaryOf } from "./report";
import { SCENARIOS } from "./scenarios";

const WIDTH = 800;
const LEFT = 250;
const RIGHT = 24;
const TOP = 92;
const ROW = 34;
const HEIGHT = TOP + SCENARIOS.length * ROW + 40;
/** Misses are drawn to scale: 0.1%, 1%, 10% and 100% of the requests lie equally far apart. */
const LEAST = 0.0003;

const LIGHT = ["#ffffff", "#d0d7de", "#1f2328", "#57606a", "#cf222e", "#9a6700", "#57606a", "#0969da"];
const DARK = ["#0d1117", "#30363d", "#e6edf3", "#9198a1", "#ff6b63", "#d29922", "#9198a1", "#58a6ff"];
const SHOWN = ["reactive", "queue threshold", "headroom"];

/** Draws how many requests missed an SLO in each scenario, as an SVG. */
export function drawComparison(runs: readonly Ran[]): string {
  const rows = SCENARIOS.flatMap(({ name }, scenario) => rowOf(runs, name, scenario));
  const title = "Requests that missed a limit";
  const scores = SHOWN.map((name) => `${name} ${percent(1 - scoreOf(runs, placeOf(name)))}`).join(", ");
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${title}</title>`,
    `<desc id="desc">For each scenario the share of requests that missed TTFT or TPOT, mean of all starts. Means: ${scores}.</desc>`,
    style(),
    `<rect class="card" x="0.5" y="0.5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="8"/>`,
    `<text class="ink head" x="20" y="32">${title}</text>`,
    ...legend(),
    ...[0.001, 0.01, 0.1, 1].flatMap(grid),
    ...rows,
    "</svg>",
  ].join("\n")}\n`;
}

function rowOf(runs: readonly Ran[], name: string, scenario: number): string[] {
  const y = TOP + scenario * ROW + ROW / 2;
  const marks = SHOWN.map((rival, kind) => {
    const { mean } = summaryOf(runsOf(runs, scenario, placeOf(rival)));
    return `<circle class="mark${kind}" cx="${xOf(1 - mean)}" cy="${y}" r="6"/>`;
  });
  const fixed = xOf(1 - bestFixed(runs, scenario).summary.mean);
  return [
    `<text class="ink" x="20" y="${y + 4}">${name}</text>`,
    `<path class="fixed" d="M${fixed} ${y - 9}v18"/>`,
    ...marks,
  ];
}

function legend(): string[] {
  return [...SHOWN, "best fixed split in hindsight"].flatMap((name, kind) => {
    const x = 20 + kind * 150;
    const mark =
      kind < SHOWN.length
        ? `<circle class="mark${kind}" cx="${x + 6}" cy="54" r="6"/>`
        : `<path class="fixed" d="M${x + 6} 45v18"/>`;
    return [mark, `<text class="muted" x="${x + 18}" y="58">${name}</text>`];
  });
}

function grid(share: number): string[] {
  const x = xOf(share);
  const bottom = HEIGHT - 34;
  return [
    `<path class="line" d="M${x} ${TOP}V${bottom}"/>`,
    `<text class="muted" text-anchor="middle" x="${x}" y="${bottom + 18}">${100 * share}%</text>`,
  ];
}

function xOf(missed: number): string {
  const share = Math.log10(Math.max(LEAST, missed) / LEAST) / Math.log10(1 / LEAST);
  return (LEFT + share * (WIDTH - LEFT - RIGHT)).toFixed(1);
}

function style(): string {
  const rules = ([card, line, ink, muted, first, second, fixed, third]: readonly string[]) =>
    `.card{fill:${card};stroke:${line}}.line{stroke:${line}}.ink{fill:${ink}}.muted{fill:${muted}}` +
    `.mark0{fill:${first}}.mark1{fill:${second}}.mark2{fill:${third}}.fixed{stroke:${fixed};stroke-width:3}`;
  const font = "text{font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;font-size:13px}";
  return `<style>${font}.head{font-size:18px;font-weight:600}${rules(LIGHT)}@media (prefers-color-scheme:dark){${rules(DARK)}}</style>`;
}

function placeOf(name: string): number {
  return CONTESTANTS.findIndex((contestant) => contestant.name === name);
}
