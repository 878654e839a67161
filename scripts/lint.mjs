// Format and lint, with the Biome of tools/lint:  node scripts/lint.mjs [--write]
import { spawnSync } from "node:child_process";

const biome = "tools/lint/node_modules/@biomejs/biome/bin/biome";
const { status } = spawnSync(process.execPath, [biome, "check", "--error-on-warnings", ...process.argv.slice(2)], {
  stdio: "inherit",
});
process.exitCode = status ?? 1;
