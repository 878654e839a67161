// Installs the packages of folders that have a package.json and a lockfile of their own, where that was not yet done:
//   node scripts/install-tool.mjs tools/lint test/browser
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

for (const folder of process.argv.slice(2)) {
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  const installed = join(folder, "node_modules/.installed-lock.json");
  if (existsSync(installed) && readFileSync(installed, "utf8") === lock) continue;
  console.log(`installing ${folder} (once)`);
  execFileSync("npm", ["ci", "--no-audit", "--loglevel=error", "--prefix", folder], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  writeFileSync(installed, lock);
}
