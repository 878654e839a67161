// Draws the table of docs/overflow.md as docs/overflow.svg: priced over exact demand by rate, both modes.
import { readFileSync, writeFileSync } from "node:fs";

const WIDTH = 800;
const HEIGHT = 340;
const PANELS = [
  { title: "prefill", left: 60, spec: 3, binned: 6 },
  { title: "decode", left: 450, spec: 4, binned: 7 },
];
const PLOT = { top: 70, width: 310, height: 190 };
const RATES = [10, 100, 1000, 10_000];
const TIMES = [1, 10, 100];
const STYLE = `
.card{fill:#ffffff;stroke:#d0d7de}.text{fill:#1f2328}.muted{fill:#57606a}.grid{stroke:#eaeef2}
.spec{stroke:#cf222e}.binned{stroke:#0969da}.dot-spec{fill:#cf222e}.dot-binned{fill:#0969da}
path{fill:none;stroke-width:2}
text{font:12px system-ui,sans-serif}.b{font-weight:600}.m{text-anchor:middle}.e{text-anchor:end}
@media (prefers-color-scheme:dark){.card{fill:#0d1117;stroke:#30363d}.text{fill:#e6edf3}.muted{fill:#9198a1}
.grid{stroke:#21262d}.spec{stroke:#ff6b63}.binned{stroke:#58a6ff}.dot-spec{fill:#ff6b63}.dot-binned{fill:#58a6ff}}`;

const rows = readFileSync("docs/overflow.md", "utf8")
  .split("\n")
  .filter((line) => /^\| (azure|mooncake)-/.test(line))
  .map((line) =>
    line
      .split("|")
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
const mixes = [...new Set(rows.map(([mix]) => mix))];

const x = (left, rate) => left + (Math.log10(rate / 10) / 3) * PLOT.width;
const y = (times) => PLOT.top + PLOT.height * (1 - Math.log10(times) / 2);

function line(panel, mix, mode) {
  const points = rows
    .filter(([name]) => name === mix)
    .map((row) => [x(panel.left, Number(row[1].replaceAll(",", ""))), y(Number(row[panel[mode]]))]);
  const path = points.map(([px, py], i) => `${i === 0 ? "M" : "L"}${px.toFixed(1)} ${py.toFixed(1)}`).join("");
  const dots = points.map(
    ([px, py]) => `<circle class="dot-${mode}" cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" r="3"/>`,
  );
  return `<path class="${mode}" d="${path}"/>${dots.join("")}`;
}

function label(panel, mix) {
  const last = rows.filter(([name]) => name === mix).at(-1);
  return `<text class="text e" x="${panel.left + PLOT.width - 8}" y="${(y(Number(last[panel.spec])) + 18).toFixed(1)}">${mix}</text>`;
}

function draw(panel) {
  const grid = TIMES.map((times) => {
    const at = y(times).toFixed(1);
    const end = panel.left + PLOT.width;
    return `<line class="grid" x1="${panel.left}" x2="${end}" y1="${at}" y2="${at}"/><text class="muted e" x="${panel.left - 8}" y="${(y(times) + 4).toFixed(1)}">${times}x</text>`;
  });
  const ticks = RATES.map((rate) => {
    const at = x(panel.left, rate).toFixed(1);
    return `<text class="muted m" x="${at}" y="${PLOT.top + PLOT.height + 20}">${rate.toLocaleString("en-US")}</text>`;
  });
  const title = `<text class="text b" x="${panel.left}" y="${PLOT.top - 16}">${panel.title}</text>`;
  const lines = mixes.map((mix) => line(panel, mix, "spec") + line(panel, mix, "binned") + label(panel, mix));
  return [title, ...grid, ...ticks, ...lines].join("\n");
}

const legend = `<rect class="dot-spec" x="60" y="${HEIGHT - 30}" width="12" height="12"/><text class="text" x="78" y="${HEIGHT - 20}">overflow: spec</text>
<rect class="dot-binned" x="190" y="${HEIGHT - 30}" width="12" height="12"/><text class="text" x="208" y="${HEIGHT - 20}">overflow: binned, within 3% everywhere</text>
<text class="muted e" x="${WIDTH - 40}" y="${HEIGHT - 20}">requests per second</text>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Priced over exact demand by requests per second">
<style>${STYLE}</style>
<rect class="card" x="0.5" y="0.5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="8"/>
<text class="text b" x="20" y="28">Priced demand over exact demand</text>
${PANELS.map(draw).join("\n")}
${legend}
</svg>
`;
writeFileSync("docs/overflow.svg", svg);
