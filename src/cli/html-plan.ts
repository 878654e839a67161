import type { PlanAnswer } from "../planning/plan";
import { inWords, type PlanSubject, planHeading, planTable } from "./print-plan";

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
h1{font-size:1.6rem}p.answer{font-size:1.3rem}table{border-collapse:collapse}
th,td{padding:.3rem .8rem;text-align:right;border-bottom:1px solid #8884}th:first-child,td:first-child{text-align:left}
svg text{font:13px system-ui,sans-serif;fill:currentColor}`;

/** A plan as one HTML page without scripts: the answer in words, a bar for each contender, the table. */
export function htmlPlan(subject: PlanSubject, answers: readonly PlanAnswer[]): string {
  const { head, rows } = planTable(answers);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>How many engines? ${escaped(subject.trace)}</title><style>${STYLE}</style></head><body>
<h1>How many engines?</h1>
<p class="answer">${escaped(inWords(subject, answers))}</p>
${planHeading(subject)
  .map((line) => `<p>${escaped(line)}</p>`)
  .join("\n")}
${bars(answers)}
<table><thead>${rowOf("th", head)}</thead><tbody>${rows.map((row) => rowOf("td", row)).join("\n")}</tbody></table>
</body></html>
`;
}

function rowOf(tag: "th" | "td", cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join("")}</tr>`;
}

const BAR_PX = 26;
const LABEL_PX = 180;
const WIDTH_PX = 700;

/** Engines of each contender as bars. */
function bars(answers: readonly PlanAnswer[]): string {
  const most = Math.max(...answers.map(({ trial }) => trial.engines));
  const scale = (WIDTH_PX - LABEL_PX - 60) / most;
  const lines = answers.map(({ contender, engines, trial }, row) => {
    const y = row * BAR_PX;
    const width = trial.engines * scale;
    const label = engines === null ? `more than ${trial.engines}` : String(engines);
    return `<text x="0" y="${y + 17}">${escaped(contender === "fixed" ? "best fixed split" : contender)}</text>
<rect x="${LABEL_PX}" y="${y + 4}" width="${width.toFixed(1)}" height="${BAR_PX - 8}" fill="#3b76d8"/>
<text x="${(LABEL_PX + width + 8).toFixed(1)}" y="${y + 17}">${label}</text>`;
  });
  return `<svg role="img" aria-label="Engines by contender" viewBox="0 0 ${WIDTH_PX} ${answers.length * BAR_PX}" width="100%">
${lines.join("\n")}</svg>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
