import type { ScalingRow } from "./scaling";

/** The scaling table as a picture: three panels, both axes logarithmic. */

const WIDTH = 860;
const HEIGHT = 300;
const PLOT = { top: 64, width: 210, height: 170 };
const PANELS = [
  { title: "engines", unit: /(\d+) engines/, left: 60 },
  { title: "shapes in a bucket", unit: /(\d+) shapes/, left: 340 },
  { title: "window (s)", unit: /(\d+) s window/, left: 620 },
];
const LINES = ["nothing new", "after 20 requests", "after 2,000"];
const DECADES_US = [1, 10, 100, 1000];
const STYLE = `.card{fill:#ffffff;stroke:#d0d7de}.text{fill:#1f2328}.muted{fill:#57606a}.grid{stroke:#eaeef2}
.l0{stroke:#0969da;fill:#0969da}.l1{stroke:#1a7f64;fill:#1a7f64}.l2{stroke:#9a6700;fill:#9a6700}path{stroke-width:2}path.l0,path.l1,path.l2{fill:none}
text{font:12px system-ui,sans-serif}.b{font-weight:600}.m{text-anchor:middle}.e{text-anchor:end}
@media (prefers-color-scheme:dark){.card{fill:#0d1117;stroke:#30363d}.text{fill:#e6edf3}.muted{fill:#9198a1}.grid{stroke:#21262d}
.l0{stroke:#58a6ff;fill:#58a6ff}.l1{stroke:#3fc79a;fill:#3fc79a}.l2{stroke:#d29922;fill:#d29922}path.l0,path.l1,path.l2{fill:none}}`;

export function drawScaling(rows: readonly ScalingRow[]): string {
  const legend = LINES.map((name, i) => {
    const x = 60 + i * 160;
    return `<rect class="l${i}" x="${x}" y="${HEIGHT - 26}" width="12" height="12"/><text class="text" x="${x + 18}" y="${HEIGHT - 16}">${name}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Time of a decision by engines, shapes and window">
<style>${STYLE}</style>
<rect class="card" x="0.5" y="0.5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="8"/>
<text class="text b" x="20" y="26">Demand and scores of a decision, in microseconds</text>
${PANELS.map((panel) => drawPanel(panel, rows)).join("\n")}
${legend.join("\n")}
</svg>
`;
}

function drawPanel({ title, unit, left }: (typeof PANELS)[number], rows: readonly ScalingRow[]): string {
  const steps = rows.flatMap((row) => {
    const at = Number(unit.exec(row.name)?.[1]);
    return Number.isNaN(at) ? [] : [{ at, afterUs: row.afterUs }];
  });
  const first = Math.log10(steps[0]?.at ?? 1);
  const last = Math.log10(steps.at(-1)?.at ?? 10);
  const x = (at: number) => left + ((Math.log10(at) - first) / (last - first)) * PLOT.width;
  const grid = DECADES_US.map(
    (us) =>
      `<line class="grid" x1="${left}" x2="${left + PLOT.width}" y1="${y(us)}" y2="${y(us)}"/><text class="muted e" x="${left - 8}" y="${y(us) + 4}">${us}</text>`,
  );
  const ticks = steps.map(
    ({ at }) => `<text class="muted m" x="${x(at).toFixed(1)}" y="${PLOT.top + PLOT.height + 18}">${at}</text>`,
  );
  const lines = LINES.map((_, i) => {
    const points = steps.map(({ at, afterUs }) => `${x(at).toFixed(1)} ${y(afterUs[i] as number).toFixed(1)}`);
    return `<path class="l${i}" d="M${points.join("L")}"/>`;
  });
  return [`<text class="text b" x="${left}" y="${PLOT.top - 12}">${title}</text>`, ...grid, ...ticks, ...lines].join(
    "\n",
  );
}

function y(us: number): number {
  return PLOT.top + PLOT.height * (1 - Math.log10(Math.max(1, us)) / 3);
}
