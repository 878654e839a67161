import fc from "fast-check";
import { configFromJson } from "../../src/config";
import { explain } from "../../src/decision/explain";
import { decisionOf, readJournal, replayEvents } from "../../src/journal-entry";
import { profileFromJson } from "../../src/profile";
import { parseTrace, readTrace } from "../../src/replay";
import { allowed, allowedLater, assertRule, demandJson } from "./expectations";
import { mutatedJson, mutatedText } from "./mutations";
import { PROFILE_JSON, RUN } from "./subjects";

const AZURE = [
  "TIMESTAMP,ContextTokens,GeneratedTokens",
  "2023-11-16 18:15:46.6805900,374,44",
  '"2023-11-16 18:15:50.9951690",396,109',
  "2023-11-16 18:15:51.2225670+01:00,879,55",
].join("\n");

const MOONCAKE = [
  '{"timestamp": 0, "input_length": 6755, "output_length": 500, "hash_ids": [0, 1]}',
  '{"timestamp": 3000, "input_length": 7319, "output_length": 490, "hash_ids": [2]}',
].join("\r\n");

/** Traces, whole and in chunks: the same rows, in order, or a typed error. */
export const trace = fc.asyncProperty(
  fc.oneof(mutatedText(AZURE), mutatedText(MOONCAKE)),
  fc.array(fc.nat(300), { maxLength: 4 }),
  fc.boolean(),
  async (text, cuts, skipBadRows) => {
    const whole = allowed(() => parseTrace(text, { skipBadRows }));
    const inChunks = await allowedLater(() => readTrace(chunks(text, cuts), { skipBadRows }));
    assertRule(JSON.stringify(whole?.requests) === JSON.stringify(inChunks?.requests), "chunks make a difference");
    let beforeS = 0;
    for (const { atS } of whole?.requests ?? []) {
      assertRule(atS >= beforeS && Number.isFinite(atS), `a request comes at ${atS} s`);
      beforeS = atS;
    }
  },
);

async function* chunks(text: string, cuts: readonly number[]): AsyncGenerator<string> {
  let from = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    yield text.slice(from, cut);
    from = Math.max(from, cut);
  }
  yield text.slice(from);
}

/** Profiles: numbers that are finite, or a typed error. */
export const profile = fc.property(mutatedJson(PROFILE_JSON), (json) => {
  const checked = allowed(() => profileFromJson(json));
  if (checked) demandJson(checked);
});

/** Configurations. */
export const config = fc.property(mutatedJson(RUN.configJson), (json) => {
  const checked = allowed(() => configFromJson(json));
  if (checked) demandJson(checked);
});

/** Rows of a log with one or two of them changed, moved or doubled. */
function mutatedLog(rows: readonly string[]): fc.Arbitrary<string[]> {
  const at = fc.nat(rows.length - 1);
  const changed = at.chain((row) =>
    fc.tuple(
      fc.constant(row),
      fc.oneof(
        mutatedText(rows[row] as string, 2),
        mutatedJson(JSON.parse(rows[row] as string), 2).map((json) => JSON.stringify(json) ?? "null"),
        at.map((other) => rows[other] as string),
      ),
    ),
  );
  return fc.array(changed, { maxLength: 2 }).map((changes) => {
    const log = [...rows];
    for (const [row, text] of changes) log[row] = text;
    return log;
  });
}

/** Journals: rows are read or named, and every decision is explained or refused. */
export const journal = fc.property(mutatedLog(RUN.journal), (lines) => {
  const { rows, skipped } = readJournal(lines);
  const blank = lines.filter((line) => line.trim() === "").length;
  assertRule(rows.length + skipped.length + blank === lines.length, "a line is missing");
  for (const row of rows) if (row.type === "decision") allowed(() => explain(decisionOf(row)));
});

/** Event logs: replayed, or a typed error. */
export const events = fc.property(mutatedLog(RUN.events), (lines) => {
  const replay = allowed(() => replayEvents(lines));
  if (replay?.pool) demandJson(replay.pool.state());
});
