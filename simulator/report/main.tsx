import { render } from "preact";
import type { ReportData } from "../../src/cli/html-report";
import { Report } from "./report";
import "uplot/dist/uPlot.min.css";
import "../view/view.css";
import "./report.css";

const data: ReportData = JSON.parse(document.getElementById("report-data")?.textContent ?? "");
render(<Report data={data} />, document.getElementById("report") as HTMLElement);
