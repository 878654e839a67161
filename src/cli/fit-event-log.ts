import { type EngineLearned, EventLogLearner, samplesOf } from "../fit/event-log-profiles";
import type { EngineProfile } from "../profile";
import { LogError } from "../verify/log-error";
import { percent, whole } from "./format";
import { InputError } from "./input-error";
import { LogInput } from "./log-input";
import { section, table } from "./tables";
import { wrongLog } from "./wrong-log";

/** A profile from an event log, and the report about it. */
export interface LoggedFit {
  readonly profile: EngineProfile;
  readonly report: string;
}

/**
 * Learns the profile of an engine from an event log.
 *
 * @param engine its id; without one, the engine that taught most
 * @throws InputError
 */
export async function fitEventLog(path: string, engine: string | undefined): Promise<LoggedFit> {
  const learned = await learn(path);
  const chosen = engine === undefined ? mostTaught(learned) : learned.find((one) => one.engine === engine);
  if (!chosen) throw new InputError(unknownEngine(path, engine, learned));
  const { profile } = chosen;
  if (!profile) {
    const { prefill, decode } = chosen;
    throw new InputError(
      `${path}: ${chosen.engine} has ${prefill.samples} prefills and ${decode.samples} intervals of decode; a profile needs 20 and 10`,
    );
  }
  return { profile, report: reportOf(path, chosen, learned) };
}

async function learn(path: string): Promise<readonly EngineLearned[]> {
  const input = new LogInput(path);
  const learner = new EventLogLearner();
  try {
    for await (const line of input.lines()) learner.feed(line);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    const reason = `${input.placeOf(error.line)}: ${error.reason}`;
    throw wrongLog({ path, beginning: input.beginning, wanted: "an event log", reason });
  }
  return learner.profiles();
}

function mostTaught(all: readonly EngineLearned[]): EngineLearned | undefined {
  return all.reduce<EngineLearned | undefined>(
    (best, one) => (best && samplesOf(best) >= samplesOf(one) ? best : one),
    undefined,
  );
}

function unknownEngine(path: string, engine: string | undefined, learned: readonly EngineLearned[]): string {
  if (engine === undefined) return `${path}: the log has no engine`;
  return `${path}: the log has no engine ${engine}; it has ${learned.map((one) => one.engine).join(", ") || "none"}`;
}

function reportOf(
  path: string,
  { engine, profile, prefill, decode }: EngineLearned,
  all: readonly EngineLearned[],
): string {
  const {
    prefillMinTokens,
    prefillMaxTokens,
    decodeMinRequests,
    decodeMaxRequests,
    decodeMinKvTokens,
    decodeMaxKvTokens,
  } = profile as EngineProfile;
  return [
    section(
      `learned from ${path}: the kind of ${engine}, ${all.length} engines in the log`,
      table(
        ["phase", "measurements", "mean error", "from", "to"],
        [
          [
            "prefill",
            whole(prefill.samples),
            percent(prefill.error),
            tokens(prefillMinTokens),
            tokens(prefillMaxTokens),
          ],
          [
            "decode",
            whole(decode.samples),
            percent(decode.error),
            `${whole(decodeMinRequests)} requests`,
            whole(decodeMaxRequests),
          ],
          ["", "", "", tokens(decodeMinKvTokens), tokens(decodeMaxKvTokens)],
        ],
      ),
    ),
    "",
  ].join("\n\n");
}

function tokens(count: number | undefined): string {
  return count === undefined ? "-" : `${whole(count)} tokens`;
}
