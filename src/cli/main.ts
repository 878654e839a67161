import { Command } from "commander";
import packageJson from "../../package.json";
import { demoCommand } from "./demo-command";
import { EXIT_HELP, exitStatus } from "./exit";
import { explainCommand } from "./explain-command";
import { fitCommand } from "./fit-command";
import { unwritable } from "./input-error";
import { measureCommand } from "./measure-command";
import { planCommand } from "./plan-command";
import { regretCommand } from "./regret-command";
import { replayCommand } from "./replay-command";
import { verifyCommand } from "./verify-command";

/** The `narwhal-slo` command. */
async function main(): Promise<void> {
  const commands = [
    demoCommand(),
    replayCommand(),
    planCommand(),
    regretCommand(),
    verifyCommand(),
    explainCommand(),
    fitCommand(),
    measureCommand(),
  ];
  const program = new Command("narwhal-slo")
    .description(packageJson.description)
    .version(packageJson.version)
    .addHelpText("afterAll", EXIT_HELP)
    .exitOverride();
  for (const command of commands) program.addCommand(command.exitOverride());
  await program.parseAsync();
}

for (const [name, stream] of [
  ["the standard output", process.stdout],
  ["the standard error", process.stderr],
] as const) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // Whoever reads it may stop before its end (`| head`): that is no error.
    if (error.code !== "EPIPE") process.exit(exitStatus(unwritable(name, error)));
  });
}
process.on("uncaughtException", (error) => process.exit(exitStatus(error)));

try {
  await main();
} catch (error) {
  process.exitCode = exitStatus(error);
}
