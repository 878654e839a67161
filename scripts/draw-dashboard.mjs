// Draws the panels of monitoring/grafana-dashboard.json as an SVG, from the data of a running Prometheus:
//   node scripts/draw-dashboard.mjs http://127.0.0.1:9090 START END > docs/dashboard.svg
// START and END are Unix times in seconds.
import { readFileSync } from "node:fs";

const [url = "", start = "", end = ""] = process.argv.slice(2);
const startS = Number(start);
const endS = Number(end);
const { panels } = JSON.parse(readFileSync("monitoring/grafana-dashboard.json", "utf8"));

const COLUMN = 600;
const ROW = 250;
const PLOT = { left: 62, top: 40, width: 515, height: 150 };
const COLORS = ["#3274d9", "#e0752d", "#37872d", "#c4162a", "#8f3bb8", "#b8860b", "#0f766e", "#6b7280"];

const drawn = [];
for (const [index, panel] of panels.entries()) drawn.push(await draw(panel, index));
const height = Math.ceil(panels.length / 2) * ROW;
process.stdout.write(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * COLUMN} ${height}" font-family="sans-serif" font-size="12">
<title>The panels of the dashboard, of the example gateway under load</title>
<rect width="100%" height="100%" fill="#fff"/>
${drawn.join("\n")}
</svg>
`);

async function draw(panel, index) {
  const lists = await Promise.all(panel.targets.map(query));
  const series = lists.flat().filter(({ points }) => points.length > 0);
  const values = series.flatMap(({ points }) => points.map(([, value]) => value));
  const { min = 0, max, unit } = panel.fieldConfig.defaults;
  const top = max ?? (Math.max(...values, 0) * 1.1 || 1);
  const x = (timeS) => PLOT.left + ((timeS - startS) / (endS - startS)) * PLOT.width;
  const y = (value) => PLOT.top + PLOT.height * (1 - (value - min) / (top - min));
  const steps = [0, 0.5, 1].map((share) => min + (top - min) * share);
  const grid = steps.map(
    (step) =>
      `<line x1="${PLOT.left}" x2="${PLOT.left + PLOT.width}" y1="${y(step)}" y2="${y(step)}" stroke="#e5e7eb"/>` +
      `<text x="${PLOT.left - 6}" y="${y(step) + 4}" text-anchor="end" fill="#4b5563">${shown(step, unit)}</text>`,
  );
  const minutes = Array.from({ length: Math.floor((endS - startS) / 60) + 1 }, (_, minute) => minute);
  const times = minutes.map(
    (minute) =>
      `<text x="${x(startS + 60 * minute)}" y="${PLOT.top + PLOT.height + 16}" text-anchor="middle" fill="#4b5563">${minute} min</text>`,
  );
  const lines = series.map(({ points }, nth) =>
    pieces(points)
      .map((piece) => line(piece, x, y, COLORS[nth % 8]))
      .join(""),
  );
  return `<g transform="translate(${(index % 2) * COLUMN},${Math.floor(index / 2) * ROW})">
<text x="14" y="24" font-size="15" font-weight="bold" fill="#111827">${escaped(panel.title)}</text>
${grid.join("")}${times.join("")}
${lines.join("\n")}
${legend(series)}
</g>`;
}

async function query({ expr, legendFormat }) {
  const plain = expr.replaceAll("$__rate_interval", "15s").replaceAll("$job", ".*");
  const asked = new URLSearchParams({ query: plain, start, end, step: "1" });
  const answer = await (await fetch(`${url}/api/v1/query_range?${asked}`)).json();
  if (answer.status !== "success") throw new Error(`${plain}: ${answer.error}`);
  return answer.data.result.map(({ metric, values }) => ({
    name: legendFormat.replace(/{{(\w+)}}/g, (_, label) => metric[label] ?? ""),
    points: values.map(([timeS, value]) => [timeS, Number(value)]).filter(([, value]) => Number.isFinite(value)),
  }));
}

/** A series is absent at times: its line has gaps there. */
function pieces(points) {
  const found = [];
  for (const point of points) {
    const piece = found.at(-1);
    if (piece && point[0] - piece.at(-1)[0] <= 1.5) piece.push(point);
    else found.push([point]);
  }
  return found;
}

function line(points, x, y, color) {
  const [first] = points;
  const path = points.length > 1 ? points : [first, [first[0] + 1, first[1]]];
  const corners = path.filter(
    ([, value], i) => i === 0 || i === path.length - 1 || value !== path[i - 1][1] || value !== path[i + 1][1],
  );
  const text = corners.map(([timeS, value]) => `${x(timeS).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  return `<polyline points="${text}" fill="none" stroke="${color}" stroke-width="2"/>`;
}

function legend(series) {
  let left = 14;
  let row = 0;
  const moving = series.filter(({ points }) => series.length < 8 || points.some(([, value]) => value > 0));
  return moving
    .map(({ name }) => {
      const color = COLORS[series.findIndex((other) => other.name === name) % 8];
      const width = 26 + name.length * 6.4;
      if (left + width > COLUMN) [left, row] = [14, row + 1];
      const place = left;
      left += width;
      const y = PLOT.top + PLOT.height + 34 + 15 * row;
      return `<rect x="${place}" y="${y - 8}" width="10" height="4" fill="${color}"/><text x="${place + 14}" y="${y}" fill="#111827">${escaped(name)}</text>`;
    })
    .join("");
}

function shown(value, unit) {
  if (unit === "percentunit") return `${Math.round(value * 100)} %`;
  if (unit === "s") return `${(value * 1000).toPrecision(2)} ms`;
  return Number(value.toPrecision(2)).toString();
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
