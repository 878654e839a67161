import { Command } from "commander";
import packageJson from "../../package.json";
import { NarwhalError } from "../errors";
import { replayCommand } from "./replay-command";

/** The `narwhal-slo` command. It ends with 1 after an error, and says it in one line. */
async function main(): Promise<void> {
  const program = new Command("narwhal-slo")
    .description(packageJson.description)
    .version(packageJson.version)
    .addCommand(replayCommand());
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof NarwhalError)) throw error;
    process.stderr.write(`narwhal-slo: ${error.message}\n`);
    process.exitCode = 1;
  }
}

await main();
