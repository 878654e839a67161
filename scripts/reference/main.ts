import { readFileSync, writeFileSync } from "node:fs";
import { configurationReference } from "./configuration";
import { decisionGuide } from "./decision-facts";
import { metricsReference } from "./metrics";

writeFileSync("docs/metrics.md", metricsReference());
writeFileSync("docs/configuration.md", configurationReference());
writeFileSync("docs/decisions.md", decisionGuide(readFileSync("docs/decisions.md", "utf8")));
