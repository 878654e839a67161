// Records what the panels of monitoring/grafana-dashboard.json show of a running Prometheus, for `npm run draw -- dashboard`:
//   npx tsx tools/drawings/record-dashboard.ts http://127.0.0.1:9090 START END
// START and END are Unix times in seconds.
import { readFileSync, writeFileSync } from "node:fs";
import { type Panel, RECORDING, type Recording, type Series, type Target } from "./recording";

const [url = "", start = "", end = ""] = process.argv.slice(2);
const startS = Number(start);
const endS = Number(end);
if (url === "" || !(startS > 0 && endS > startS)) throw new Error("usage: record-dashboard.ts URL START END");

const { panels } = JSON.parse(readFileSync("monitoring/grafana-dashboard.json", "utf8")) as { panels: Panel[] };
const recording: Recording = { spanS: endS - startS, panels: {} };
for (const { title, targets } of panels) {
  const answers = await Promise.all(targets.map(query));
  recording.panels[title] = answers.flat().filter(({ points }) => points.length > 0);
}
writeFileSync(RECORDING, `${JSON.stringify(recording).replaceAll('{"name"', '\n{"name"')}\n`);
console.log(RECORDING);

async function query({ expr, legendFormat }: Target): Promise<Series[]> {
  const plain = expr.replaceAll("$__rate_interval", "15s").replaceAll("$job", ".*");
  const asked = new URLSearchParams({ query: plain, start, end, step: "1" });
  const answer = await (await fetch(`${url}/api/v1/query_range?${asked}`)).json();
  if (answer.status !== "success") throw new Error(`${plain}: ${answer.error}`);
  return answer.data.result.map(({ metric, values }: Answer) => ({
    name: legendFormat.replace(/{{(\w+)}}/g, (_, label) => metric[label] ?? ""),
    points: values.map(pointOf).filter(([, value]) => Number.isFinite(value)),
  }));
}

interface Answer {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [number, string])[];
}

/** Four digits are more than a picture shows. */
function pointOf([timeS, value]: readonly [number, string]): [number, number] {
  return [timeS - startS, Number(Number(value).toPrecision(4))];
}
