import { Command } from "commander";
import packageJson from "../../package.json";
import { NarwhalError, printable } from "../errors";
import { demoCommand } from "./demo-command";
import { explainCommand } from "./explain-command";
import { fitCommand } from "./fit-command";
import { messageOf } from "./messages";
import { replayCommand } from "./replay-command";
import { verifyCommand } from "./verify-command";

/** The `narwhal-slo` command. It ends with 1 after an error, and says it in one line. */
async function main(): Promise<void> {
  const program = new Command("narwhal-slo")
    .description(packageJson.description)
    .version(packageJson.version)
    .addCommand(demoCommand())
    .addCommand(replayCommand())
    .addCommand(verifyCommand())
    .addCommand(explainCommand())
    .addCommand(fitCommand());
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof NarwhalError)) throw error;
    process.stderr.write(`narwhal-slo: ${printable(messageOf(error))}\n`);
    process.exitCode = 1;
  }
}

// Whoever reads the output may stop before its end (`| head`): that is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

await main();
