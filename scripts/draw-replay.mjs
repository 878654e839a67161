// Draws the JSON document of a replay as an SVG: attainment, and for each phase the offered work against its engines.
//   npx narwhal-slo replay data/azure-code-busiest2000.csv --policy headroom --json | node scripts/draw-replay.mjs > docs/replay.svg
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const WIDTH = 800;
const LEFT = 56;
const RIGHT = 20;
const PANEL = { first: 108, height: 104, pitch: 166 };
const BOTTOM = PANEL.first + 2 * PANEL.pitch + PANEL.height;
const HEIGHT = BOTTOM + 52;

const LIGHT = {
  card: "fill:#ffffff;stroke:#d0d7de",
  text: "fill:#1f2328",
  muted: "fill:#57606a",
  halo: "stroke:#ffffff",
  grid: "stroke:#eaeef2",
  axis: "stroke:#8c959f",
  prefill: "stroke:#0969da",
  decode: "stroke:#1a7f64",
  prefillArea: "fill:#0969da",
  decodeArea: "fill:#1a7f64",
  engines: "stroke:#1f2328",
  over: "fill:#cf222e",
  move: "stroke:#9a6700",
  moveText: "fill:#7d4e00",
};
const DARK = {
  card: "fill:#0d1117;stroke:#30363d",
  text: "fill:#e6edf3",
  muted: "fill:#9198a1",
  halo: "stroke:#0d1117",
  grid: "stroke:#21262d",
  axis: "stroke:#656c76",
  prefill: "stroke:#58a6ff",
  decode: "stroke:#3fc79a",
  prefillArea: "fill:#58a6ff",
  decodeArea: "fill:#3fc79a",
  engines: "stroke:#e6edf3",
  over: "fill:#ff6b63",
  move: "stroke:#d29922",
  moveText: "fill:#e3b341",
};

/** Makes the SVG of a replay document (`narwhal-slo replay --json`). */
export function drawReplay(replay) {
  const { schema, version, rows = [] } = replay;
  if (schema !== "narwhal-slo/replay" || version !== 1 || rows.length === 0) {
    throw new Error(`it must be a document of narwhal-slo/replay, version 1, with rows; it is ${schema} ${version}`);
  }
  const panels = [attainmentPanel(replay), enginesPanel(replay, "prefill", 1), enginesPanel(replay, "decode", 2)];
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escaped(titleOf(replay))}</title>`,
    `<desc id="desc">${escaped(description(replay))}</desc>`,
    style(),
    `<rect class="card" x="0.5" y="0.5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="8"/>`,
    text(20, 32, titleOf(replay), "text title"),
    text(20, 53, subtitleOf(replay), "muted"),
    ...panels.flatMap(({ plot }) => plot),
    ...moveLines(replay),
    ...panels.flatMap(({ words }) => words),
    ...moveNames(replay),
    ...timeAxis(replay),
    text(
      LEFT,
      HEIGHT - 14,
      `Offered work: the mean of the last ${span(replay)}, as so many engines\u2019 worth. Bursts above it wait, and can miss their limit.`,
      "muted small",
    ),
    "</svg>",
  ].join("\n")}\n`;
}

function titleOf({ trace, engines, profiles }) {
  const names = profiles.map(({ file }) => file.replace(/\.json$/, "")).join(", ");
  return `${grouped(trace.requests)} requests on ${engines.length} engines${names && `, ${names}`}`;
}

function subtitleOf(replay) {
  const { trace, config, attainment, policy } = replay;
  const both = attainment.both_ratio === null ? "none" : percent(attainment.both_ratio);
  const moves = movesMade(replay).length;
  const limits = `TTFT \u2264 ${config.ttft_slo_s} s and TPOT \u2264 ${config.tpot_slo_s} s`;
  return `${trace.file} \u00b7 ${both} kept both limits, ${limits} \u00b7 ${moves} role ${moves === 1 ? "move" : "moves"} by ${policy}`;
}

function description(replay) {
  const list = movesMade(replay).map(
    ({ engine, from, to, moved_s }) => `${engine} from ${from} to ${to} at ${clock(moved_s)}`,
  );
  return `Over time: requests that met each limit, and for both phases the work that was offered and the engines that it had. ${
    list.length > 0 ? `Moves: ${list.join(", ")}.` : "No moves."
  }`;
}

function style() {
  const rules = (theme) =>
    Object.entries(theme)
      .map(([name, rule]) => `.${name}{${rule}}`)
      .join("");
  return [
    "<style>",
    "text{font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;font-size:13px}",
    ".title{font-size:18px;font-weight:600}.head{font-weight:600}.small{font-size:12px}.end{text-anchor:end}.middle{text-anchor:middle}",
    "path,line{fill:none}.prefill,.decode{stroke-width:2.5;stroke-linejoin:round}.engines{stroke-width:2.5}",
    ".halo{stroke-width:5px;stroke-linejoin:round;paint-order:stroke}",
    ".dashed{stroke-dasharray:5 4}.move{stroke-width:1.5;stroke-dasharray:2 3}",
    rules(LIGHT),
    `@media (prefers-color-scheme:dark){${rules(DARK)}}`,
    ".prefillArea,.decodeArea{fill-opacity:.22}.over{fill-opacity:.55}",
    "</style>",
  ].join("\n");
}

function attainmentPanel(replay) {
  const { rows, config } = replay;
  const y = (share) => topOf(0) + PANEL.height * (1 - share);
  const title = heading(0, "Requests that met their limit", [
    swatch("prefill", `TTFT \u2264 ${config.ttft_slo_s} s`),
    swatch("decode dashed", `TPOT \u2264 ${config.tpot_slo_s} s`),
  ]);
  const levels = [0, 0.5, 1].flatMap((share) => level(y(share), percent(share)));
  const drawn = (field, name) => path(steps(replay, rows, field, y), name);
  return {
    plot: [...levels, drawn("ttft_ratio", "prefill"), drawn("tpot_ratio", "decode dashed")],
    words: [...title, ...quietTimes(replay, y(0.5) + 4)],
  };
}

/** Names the stretches of rows in which no request ended, where there is room for it. */
function quietTimes(replay, y) {
  const label = "no request ended";
  const quiet = [];
  for (const { from_s, to_s, total } of replay.rows) {
    const last = quiet.at(-1);
    if (total > 0) continue;
    if (last?.to === from_s) last.to = to_s;
    else quiet.push({ from: from_s, to: to_s });
  }
  return quiet.flatMap(({ from, to }) => {
    const width = xOf(replay, to) - xOf(replay, from);
    const middle = xOf(replay, (from + to) / 2);
    return width < widthOf(label) ? [] : [text(middle, y, label, "muted small middle halo")];
  });
}

/** One run of steps for each stretch of rows that have the field. */
function steps(replay, rows, field, y) {
  let drawn = "";
  let joined = false;
  for (const row of rows) {
    const value = row[field];
    if (value !== null) {
      const at = number(y(value));
      drawn += joined ? `V${at}` : `M${number(xOf(replay, row.from_s))},${at}`;
      drawn += `H${number(xOf(replay, row.to_s))}`;
    }
    joined = value !== null;
  }
  return drawn;
}

function enginesPanel(replay, phase, index) {
  const most = highest(replay);
  const base = topOf(index) + PANEL.height;
  const y = (engines) => base - (PANEL.height * engines) / most;
  const levels = [];
  const every = Math.max(1, Math.ceil(most / 4));
  for (let engines = 0; engines <= most; engines += every) levels.push(...level(y(engines), String(engines)));
  const demand = replay.rows.map((row) => [xOf(replay, row.to_s), y(Math.min(most, row[`${phase}_demand`]))]);
  const area = `${polyline(demand)}L${number(demand.at(-1)[0])},${base}L${number(demand[0][0])},${base}Z`;
  const engines = stepLine(enginesOverTime(replay, phase), replay, y);
  const above = `${engines}V${topOf(index)}H${LEFT}Z`;
  return {
    plot: [
      ...levels,
      `<clipPath id="above-${phase}"><path d="${above}"/></clipPath>`,
      path(area, `${phase}Area`),
      `<g clip-path="url(#above-${phase})">${path(area, "over")}</g>`,
      path(polyline(demand), phase),
      path(engines, "engines"),
    ],
    words: heading(index, `${capital(phase)} engines`, [
      box(`${phase}Area`, "offered work"),
      box("over", "more than the engines can do"),
      swatch("engines", "engines"),
    ]),
  };
}

/** The engines of a role as [from when, how many], from the first roles and the moves. */
function enginesOverTime({ engines, moves }, role) {
  let count = engines.filter((engine) => engine.role === role).length;
  const points = [[0, count]];
  for (const { moved_s, from, to } of moves) {
    if (moved_s === null || (from !== role && to !== role)) continue;
    count += to === role ? 1 : -1;
    points.push([moved_s, count]);
  }
  return points;
}

function stepLine(points, replay, y) {
  const drawn = points.map(([timeS, engines], i) => {
    const x = number(xOf(replay, timeS));
    return i === 0 ? `M${x},${number(y(engines))}` : `H${x}V${number(y(engines))}`;
  });
  return `${drawn.join("")}H${WIDTH - RIGHT}`;
}

/** Top of the engines' scale, which both panels share: some headroom, and demand up to twice the engines. */
function highest({ rows, engines }) {
  const first = ["prefill", "decode"].map((role) => engines.filter((engine) => engine.role === role).length);
  const later = rows.flatMap((row) => [row.prefill_engines, row.decode_engines]);
  const most = Math.max(...first, ...later);
  const demand = Math.max(...rows.flatMap((row) => [row.prefill_demand, row.decode_demand]));
  return Math.max(most + 0.3, Math.min(2 * most, demand));
}

function moveLines(replay) {
  return movesMade(replay).map(({ moved_s }) => {
    const x = number(xOf(replay, moved_s));
    return `<line class="move" x1="${x}" x2="${x}" y1="${topOf(0)}" y2="${BOTTOM}"/>`;
  });
}

/** Names the moves between the first two panels, where there is room for it. */
function moveNames(replay) {
  let freeFrom = 0;
  return movesMade(replay).flatMap(({ moved_s, engine, from, to }) => {
    const x = xOf(replay, moved_s);
    const name = `${clock(moved_s)} ${engine}: ${from} \u2192 ${to}`;
    const end = x + 6 + widthOf(name);
    if (x < freeFrom || end > WIDTH) return [];
    freeFrom = end;
    return [text(x + 6, topOf(0) + PANEL.height + 20, name, "moveText small halo")];
  });
}

function movesMade({ moves }) {
  return moves.filter(({ moved_s }) => moved_s !== null);
}

function timeAxis(replay) {
  const endS = replay.time_s;
  const stepS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 3600, 7200].find((s) => endS / s <= 10) ?? 14400;
  const ticks = [];
  for (let timeS = 0; timeS <= endS; timeS += stepS) {
    const x = number(xOf(replay, timeS));
    ticks.push(`<line class="axis" x1="${x}" x2="${x}" y1="${BOTTOM}" y2="${BOTTOM + 5}"/>`);
    ticks.push(text(x, BOTTOM + 20, clock(timeS), "muted small middle"));
  }
  return ticks;
}

function heading(index, title, keys) {
  const y = topOf(index) - 12;
  let x = WIDTH - RIGHT;
  const drawn = [];
  for (const { width, draw } of [...keys].reverse()) {
    x -= width;
    drawn.unshift(draw(x, y));
    x -= 14;
  }
  return [text(LEFT, y, title, "text head halo"), ...drawn];
}

function swatch(name, label) {
  const draw = (x, y) => `${path(`M${x},${y - 4}h22`, name)}${text(x + 28, y, label, "muted small halo")}`;
  return { width: 30 + 1.05 * widthOf(label), draw };
}

function box(name, label) {
  const draw = (x, y) =>
    `<rect class="${name}" x="${x}" y="${y - 10}" width="14" height="11"/>${text(x + 20, y, label, "muted small halo")}`;
  return { width: 22 + 1.05 * widthOf(label), draw };
}

/** Room for a label of 12 px: no font at hand tells its own width. */
function widthOf(label) {
  return Math.ceil(5.6 * label.length);
}

function level(y, label) {
  const at = number(y);
  return [
    `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}"/>`,
    text(LEFT - 8, at + 4, label, "muted small end"),
  ];
}

function topOf(index) {
  return PANEL.first + index * PANEL.pitch;
}

function xOf({ time_s }, timeS) {
  return LEFT + ((WIDTH - LEFT - RIGHT) * Math.min(timeS, time_s)) / time_s;
}

function polyline(points) {
  return points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${number(x)},${number(y)}`).join("");
}

function path(d, name) {
  return `<path class="${name}" d="${d}"/>`;
}

function text(x, y, content, name) {
  return `<text class="${name}" x="${number(x)}" y="${number(y)}">${escaped(content)}</text>`;
}

function span({ config: { window_s } }) {
  return window_s % 60 === 0 ? `${window_s / 60} min` : `${window_s} s`;
}

function clock(timeS) {
  const total = Math.round(timeS);
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, "0")}`;
}

function percent(ratio) {
  return `${Number((100 * ratio).toFixed(1))}%`;
}

function grouped(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function number(value) {
  return Math.round(10 * value) / 10;
}

function escaped(content) {
  return content.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(drawReplay(JSON.parse(readFileSync(0, "utf8"))));
  } catch (error) {
    process.stderr.write(`draw-replay: ${error.message}\n`);
    process.exitCode = 1;
  }
}
