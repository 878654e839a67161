// npm run fleet, npm run fleet:calibrate
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { profileFromJson } from "narwhal-slo";
import { calibrate } from "./calibrate";
import { jsonReport, textReport } from "./fleet-report";
import { type FleetRun, runFleet } from "./fleet-run";
import { nameOf, type Predicted, predict, splitsOf, tellingSlo } from "./predict";
import { ensureRandomModel } from "./random-model";
import { bearableRate, workload } from "./workload";

const FOLDER = fileURLToPath(new URL("../../build/llama-fleet/", import.meta.url));
const PREDICTION = `${FOLDER}prediction.json`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engines: { type: "string", default: "3" },
    seconds: { type: "string", default: "60" },
    rate: { type: "string" },
    seed: { type: "string", default: "1" },
    model: { type: "string", default: `${FOLDER}random-384-1.gguf` },
    profile: { type: "string", default: `${FOLDER}profile.json` },
    json: { type: "boolean", default: false },
  },
});
const { model: modelPath, profile: profilePath } = values;
const engines = numberOf("engines", values.engines, 2, 16);
const seconds = numberOf("seconds", values.seconds, 5, 3600);
const seed = numberOf("seed", values.seed, 1, 2 ** 31);
/** With --json the report has the standard output for itself. */
const log = (line: string) => (values.json ? console.error(line) : console.log(line));

mkdirSync(FOLDER, { recursive: true });
if (!existsSync(modelPath)) log(`writing ${modelPath}: random weights`);
ensureRandomModel(modelPath);
if (positionals[0] === "calibrate" || !existsSync(profilePath)) {
  log("calibrating: one engine is measured, the others are busy; this takes a minute or two");
  log(await calibrate(modelPath, engines, profilePath));
}
if (positionals[0] !== "calibrate") await run();
process.exit();

async function run(): Promise<void> {
  const calibrated = profileFromJson(JSON.parse(readFileSync(profilePath, "utf8")), profilePath);
  const requestsPerS = values.rate ? numberOf("rate", values.rate, 0.01, 1000) : bearableRate(calibrated);
  const requests = workload(seconds, requestsPerS, seed);
  const slo = tellingSlo(engines, requests, calibrated);
  const predictions: Predicted[] = splitsOf(engines).map((split) => ({
    ...split,
    predicted: predict(split, requests, calibrated, slo),
  }));
  writeFileSync(PREDICTION, `${JSON.stringify({ seed, seconds, requestsPerS, slo, predictions }, null, 2)}\n`);
  log(`predicted before the runs: ${PREDICTION}`);
  const fixed: FleetRun[] = [];
  for (const split of predictions) fixed.push(await runFleet({ modelPath, split, requests, slo, control: false, log }));
  const worst = predictions.reduce((a, b) => ((b.predicted.attainment ?? 0) < (a.predicted.attainment ?? 0) ? b : a));
  log(`with headroom, from the split that is predicted worst: ${nameOf(worst)}`);
  const headroom = await runFleet({ modelPath, split: worst, requests, slo, control: true, log });
  const report = jsonReport({ slo, requestsPerS, calibrated, predictions, fixed, headroom });
  console.log(values.json ? JSON.stringify(report, null, 2) : textReport(report));
}

function numberOf(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (value >= least && value <= most) return value;
  console.error(`--${name} must be ${least} .. ${most}, got "${text}"`);
  process.exit(2);
}
