import { describe, expect, it } from "vitest";
import { decodeOf, prefillOf } from "../../src/fit/measurement-file";

const vllm = (given: object = {}) => ({
  tokenizer_id: "m",
  num_prompts: 2,
  max_concurrency: 1,
  input_lens: [1024, 512, 64],
  output_lens: [3, 3, 0],
  ttfts: [0.06, 0.04, 0],
  itls: [[0.01, 0.02], [0.03], []],
  errors: ["", "", "Bad Gateway"],
  ...given,
});
const json = (...documents: object[]) => documents.map((document) => JSON.stringify(document)).join("\n");

describe("results of vllm bench serve", () => {
  it("give a prefill and an interval of each request that ran alone; failed ones give none", () => {
    expect(prefillOf(json(vllm()), "v.json")).toEqual({
      points: [
        { inputTokens: 1024, seconds: 0.06 },
        { inputTokens: 512, seconds: 0.04 },
      ],
      batched: 0,
      saturated: 0,
    });
    // The second one has two tokens in a chunk of 30 ms: an interval of 15 ms.
    const { points } = decodeOf(json(vllm()), "v.json");
    expect(points.map(({ requests }) => requests)).toEqual([1, 1]);
    expect(points[0]?.kvTokens).toBeCloseTo(1026, 9);
    expect(points.map(({ seconds }) => Math.round(seconds * 1e6))).toEqual([15_000, 15_000]);
  });

  it("may hold several runs, and numbers of Python", () => {
    const lines = `${json(vllm())}\n${json(vllm()).replace('"max_concurrency":1', '"request_rate":Infinity,"max_concurrency":1')}\n`;
    expect(prefillOf(lines, "v.json").points.length).toBe(4);
  });

  it("tell a batch from requests that began and prefilled meanwhile", () => {
    // One decodes for 10 s; another joins it for its second half, a third one is prefilled during the second.
    const run = vllm({
      max_concurrency: 3,
      input_lens: [100, 200, 300],
      output_lens: [101, 51, 11],
      ttfts: [1, 0.1, 2],
      itls: [Array(100).fill(0.1), Array(50).fill(0.1), Array(10).fill(0.1)],
      start_times: [900, 905.9, 908],
      errors: ["", "", ""],
    });
    const prefill = prefillOf(json(run), "v.json");
    expect(prefill).toEqual({ points: [{ inputTokens: 100, seconds: 1 }], batched: 2, saturated: 0 });
    const decode = decodeOf(json(run), "v.json");
    expect(decode.saturated).toBe(2);
    expect(decode.points.length).toBe(1);
    const undisturbed = { ...run, ttfts: [1, 0.1, 0.1], start_times: [900, 905.9, 970] };
    const [first] = decodeOf(json(undisturbed), "v.json").points;
    expect(first?.requests).toBeCloseTo(1.5, 9);
    // 100 + 51 tokens on average, and half of the time 200 + 26 of the other one.
    expect(first?.kvTokens).toBeCloseTo(151 + 0.5 * 226, 9);
  });

  it.each([
    [{ start_times: undefined, max_concurrency: 2 }, /v\.json: has no start_times: take a newer vLLM/],
    [{ ttfts: undefined }, /holds a summary or is damaged \(ttfts\): run vllm bench serve with --save-result/],
    [{ ttfts: undefined, mean_ttft_ms: 12 }, /holds a summary/],
  ])("need %j", (given, message) => {
    const document = { ...vllm(given), mean_ttft_ms: 1 };
    expect(() => prefillOf(json(document), "v.json")).toThrow(message);
  });

  it("without start times are read where all began together", () => {
    const run = vllm({ max_concurrency: 3, errors: undefined, output_lens: [3, 3, 3] });
    expect(prefillOf(json(run), "v.json")).toEqual({ points: [], batched: 2, saturated: 0 });
  });
});

describe("files of guidellm", () => {
  const request = { request_start_time: 5, prompt_tokens: 1024, output_tokens: 4, time_per_output_token_ms: 22.5 };
  const timed = { ...request, time_to_first_token_ms: 60, inter_token_latency_ms: 10 };

  it("give the token interval, which is not their time per output token", () => {
    const successful = [timed, { ...timed, request_start_time: 6, cached_tokens: 512 }, { ...request }];
    const file = json({ metadata: { version: 2 }, benchmarks: [{ requests: { successful, errored: [] } }] });
    expect(prefillOf(file, "g.json").points).toEqual([{ inputTokens: 1024, seconds: 0.06 }]);
    const [point] = decodeOf(file, "g.json").points;
    expect(point).toMatchObject({ requests: 1, seconds: 0.01 });
    expect(point?.kvTokens).toBeCloseTo(1026.5, 6);
  });

  it("without requests are refused", () => {
    expect(() => prefillOf(json({ benchmarks: [{ metrics: {} }] }), "g.json")).toThrow(
      /g\.json: is a guidellm file without requests/,
    );
  });
});

describe("exports of aiperf", () => {
  const line = (startS: number, given: object = {}) => ({
    metadata: { request_start_ns: startS * 1e9, benchmark_phase: "profiling" },
    metrics: {
      input_sequence_length: { value: 550, unit: "tokens" },
      time_to_first_token: { value: 240.5, unit: "ms" },
      output_sequence_length: { value: 9, unit: "tokens" },
      inter_token_latency: { value: 16.2, unit: "ms" },
    },
    error: null,
    ...given,
  });

  it("give what was measured and has completed", () => {
    const file = json(
      line(1764547190, { metadata: { request_start_ns: 1764547190e9, benchmark_phase: "warmup" } }),
      line(1764547200),
      line(1764547210, { error: { code: 499 } }),
      line(1764547220, { metrics: {} }),
    );
    expect(prefillOf(file, "a.jsonl").points).toEqual([{ inputTokens: 550, seconds: 0.2405 }]);
    expect(decodeOf(file, "a.jsonl").points).toMatchObject([{ requests: 1, seconds: 0.0162 }]);
  });

  it.each([
    'Metric,avg,min,max\nTime to First Token (ms),"1,402.50",310.20,"3,870.40"\n',
    json({ time_to_first_token: { unit: "ms", avg: 240.5 }, input_sequence_length: { unit: "tokens", avg: 550 } }),
  ])("as summaries are refused: %s", (text) => {
    expect(() => prefillOf(text, "a.csv")).toThrow(
      /a\.csv: holds a summary, not requests: give aiperf's profile_export/,
    );
  });
});

describe("other files", () => {
  it("are read as CSV, whose flags may be words", () => {
    const csv = "requests,kv_tokens,itl_ms,saturated\n1,100,10,False\n2,200,11,True\n";
    expect(decodeOf(csv, "d.csv")).toEqual({
      points: [{ requests: 1, kvTokens: 100, seconds: 0.01 }],
      batched: 0,
      saturated: 1,
    });
  });

  it("are refused with their kind, or their line", () => {
    expect(() => prefillOf('[{"start_time":10.0}]', "i.json")).toThrow(
      /i\.json: is a list, as of inference-perf, which is not read: give/,
    );
    expect(() => prefillOf(json({ ttft_a: 1 }), "p.json")).toThrow(
      /looks like an engine profile; it must be a CSV file/,
    );
    expect(() => prefillOf(`${json(vllm())}\n{"ttfts":\n`, "v.json")).toThrow(/v\.json:2: is not a JSON object/);
    const many = Array(5001).fill(1);
    expect(() =>
      prefillOf(json(vllm({ input_lens: many, output_lens: many, ttfts: many, itls: [], errors: [] })), "v.json"),
    ).toThrow(/must hold at most 5000 requests a run, got 5001/);
  });
});
