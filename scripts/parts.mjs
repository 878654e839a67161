// The parts of the test suite: a name, and the commands that run beside each other. `npm test` runs those that are
// quick, `npm run test:all` the others as well.
const VITEST = "node_modules/vitest/vitest.mjs run";
const TSC = "node_modules/typescript/bin/tsc";

/** `npm test`. */
export const QUICK = [
  ["build and types", "node scripts/build.mjs", `node ${TSC} -p tsconfig.json`],
  ["install lint and browser", "node scripts/install-tool.mjs tools/lint test/browser"],
  ["lint and format", "node scripts/lint.mjs"],
  ["unit and vector tests", `node ${VITEST} --project unit --project isolated`],
  ["browser smoke test", `node ${VITEST} --project browser smoke`],
  ["package smoke test", `node ${VITEST} --project package smoke`],
];

/** The rest of `npm run test:all`. */
export const REST = [
  [
    "install the tools",
    "node scripts/install-tool.mjs test/package test/mutation tools/api tools/drawings bench/packages examples/gateway",
  ],
  ["types of everything", `node ${TSC} -p tsconfig.all.json`],
  ["slow tests", `node ${VITEST} --project full`],
  ["browser tests", `node ${VITEST} --project browser`],
  ["package tests", `node ${VITEST} --project package`],
];
