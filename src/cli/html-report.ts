import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  type ComparisonDocument,
  type ComparisonReport,
  comparisonDocument,
  type RecordingData,
  type ReplayDocument,
  type ReplayInput,
  type ReplayReport,
  replayDocument,
} from "../replay";
import { heading, type Subject } from "./print-heading";
import { builtFile } from "./shipped-file";

/** Contents of a report; its page reads it from the element `report-data`. */
export interface ReportData {
  /** Heading of the report, in a few lines. */
  readonly heading: readonly string[];
  readonly document: ReplayDocument;
  /** SHA-256 of the document's JSON, in hex. */
  readonly digest: string;
  readonly recording: RecordingData;
  readonly comparison: ComparisonDocument;
}

/** Findings of a report. */
interface Findings {
  readonly report: ReplayReport;
  readonly recording: RecordingData;
  readonly comparison: ComparisonReport;
}

/** A replay and its comparison with every fixed split, as one HTML file that needs no other. */
export function htmlReport(subject: Subject, input: ReplayInput, { report, recording, comparison }: Findings): string {
  const { file, trace } = subject;
  const document = replayDocument(file, trace, input, report);
  return page(file, {
    heading: heading(subject),
    document,
    digest: createHash("sha256").update(JSON.stringify(document)).digest("hex"),
    recording,
    comparison: comparisonDocument(file, trace, subject.input, comparison),
  });
}

/** Nothing of it may be loaded from elsewhere. */
const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

/**
 * uPlot makes a number format of the language when it is loaded. One that is no tag (`en-US@posix`, in a container
 * without a locale) would end the page there; and the numbers are the same everywhere.
 */
const PLAIN_LANGUAGE = 'Object.defineProperty(navigator, "language", { value: "en-US" });';

function page(title: string, data: ReportData): string {
  return [
    "<!doctype html>",
    '<html lang="en">',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escaped(title)} - narwhal-slo replay</title>`,
    '<link rel="icon" href="data:,">',
    `<style>${asset("report.css")}</style>`,
    '<div id="report"></div>',
    `<script type="application/json" id="report-data">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`,
    `<script>${PLAIN_LANGUAGE}</script>`,
    `<script>${asset("report.js").replaceAll("</script", "<\\/script")}</script>`,
    `<!--\n${asset("report.NOTICES.txt")}-->`,
    "</html>",
    "",
  ].join("\n");
}

/** A part of the report's page, as it was built. */
function asset(name: string): string {
  return readFileSync(builtFile(name), "utf8");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
