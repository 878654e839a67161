import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createPoolSync, manualClock, memorySink } from "../src/index";
import { BEGINNING, looksLike } from "../src/looks-like";

const journal = memorySink();
const eventLog = memorySink();
const pool = createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 }, clock: manualClock(0), journal, eventLog });
pool.open().cancel();
pool.recordRisk("oom");

const VLLM = {
  date: "20261130-120000",
  backend: "vllm",
  model_id: "m",
  tokenizer_id: "m",
  num_prompts: 3,
  request_rate: "inf",
  input_lens: [1024, 1024, 1024],
  ttfts: [0.061, 0.058, 0.06],
};
const QWEN = { chat_id: 1, parent_chat_id: -1, timestamp: 12.2, input_length: 5, output_length: 2, hash_ids: [1] };

describe("a file", () => {
  it.each([
    ["a journal", journal.rows.join("\n")],
    ["an event log", eventLog.rows.join("\n")],
    ["rows of a log", eventLog.rows.slice(1).join("\n")],
    ["the state of a pool", JSON.stringify(pool.state(), null, 2)],
    ["the result of a replay", '{\n  "schema": "narwhal-slo/replay"'],
    ["the result of a replay", '{\n  "schema": "narwhal-slo/compare"'],
    ["an engine profile", readFileSync("data/h100-tp8-llama2-70b.json", "utf8")],
    ["a vLLM benchmark result", JSON.stringify(VLLM)],
    ["a vLLM benchmark result", JSON.stringify(VLLM, null, 4)],
    ["a Qwen-Bailian trace", JSON.stringify(QWEN)],
    ["a Mooncake trace", '{"timestamp": 0, "input_length": 10, "output_length": 5, "hash_ids": [0]}'],
    ["an Azure trace", readFileSync("data/azure-code-busiest2000.csv", "utf8")],
    ["an Azure trace", "\ufeffTIMESTAMP,NumImages,ContextTokens,GeneratedTokens\n"],
    ["an HTML page", "<!doctype html>\n<html>"],
    ["a binary file", "\u007fELF\u0000\u0001, and so on"],
    ["a binary file", "gone \ufffd\n"],
    ["JSON", '{"a": 1}'],
    ["JSON", "[1, 2]"],
    ["a CSV file", "a,b,c\n1,2,3\n"],
    [null, "hello\nyou, there\n"],
    [null, ""],
  ])("looks like %s", (kind, text) => {
    expect(looksLike(text)).toBe(kind);
  });

  it("is looked at in its beginning only", () => {
    expect(looksLike(`${" ".repeat(BEGINNING - 1)}{`)).toBe("JSON");
    expect(looksLike(`${" ".repeat(BEGINNING)}{`)).toBe(null);
  });
});
