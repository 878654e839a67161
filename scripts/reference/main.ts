import { writeFileSync } from "node:fs";
import { configurationReference } from "./configuration";
import { metricsReference } from "./metrics";

writeFileSync("docs/metrics.md", metricsReference());
writeFileSync("docs/configuration.md", configurationReference());
