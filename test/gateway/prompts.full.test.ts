import { describe, expect, it } from "vitest";
import type { Chat } from "../../examples/gateway/chat";
import { MEDIA_TOKENS, promptTokens } from "../../examples/gateway/prompt-tokens";
import { chat, raw, settled, start } from "./start-gateway";

/** Tokens of a prompt of one message, without the four of the message itself. */
function tokensOf(content: Chat["messages"][number]["content"], more: object = {}): number {
  const messages = [{ role: "user", content, ...more }];
  return promptTokens({ model: "narwhal", messages, stream: false } as Chat) - 4;
}

const IMAGE = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };

describe("tokens of a prompt", () => {
  it("are those of its texts, and four for each message", () => {
    expect(tokensOf("How deep does it dive?")).toBe(6);
    expect(tokensOf([{ type: "text", text: "How deep" }])).toBe(2);
    expect(tokensOf("")).toBe(0);
  });

  it("of the text of a special token are those of a text", () => {
    expect(tokensOf("<|endoftext|>")).toBe(7);
    expect(tokensOf("<|endofprompt|>")).toBe(7);
  });

  it("of no content are none", () => {
    expect(tokensOf(null)).toBe(0);
    expect(tokensOf(undefined)).toBe(0);
  });

  it("of a tool call are those of its JSON", () => {
    const toolCalls = [{ id: "1", type: "function", function: { name: "depth", arguments: "{}" } }];
    expect(tokensOf(null, { tool_calls: toolCalls })).toBe(tokensOf(JSON.stringify(toolCalls)));
  });

  it("of every other part are a constant", () => {
    expect(tokensOf([{ type: "text", text: "How deep" }, IMAGE, { type: "input_audio" }])).toBe(2 + 2 * MEDIA_TOKENS);
  });

  it("of a long run without a gap are counted by the piece, of which none takes long", () => {
    expect(tokensOf("a".repeat(128))).toBe(16);
    expect(tokensOf("a".repeat(128_000))).toBe(16_000);
    expect(tokensOf("中".repeat(128_000))).toBe(128_000);
    expect(tokensOf(`How deep ${"a".repeat(129)}`)).toBe(3 + 16 + 1);
  });
});

describe("chats of the API", () => {
  const MESSAGES = [
    { role: "system", content: [{ type: "text", text: "Say <|endoftext|> and <|im_start|>" }] },
    { role: "user", content: [{ type: "text", text: "How deep?" }, IMAGE] },
    { role: "assistant", content: null, tool_calls: [{ id: "1", type: "function", function: { name: "depth" } }] },
    { role: "assistant", tool_calls: [] },
    { role: "tool", tool_call_id: "1", content: "800 m" },
  ];

  it("with tool turns, images, special tokens and nulls are served", async () => {
    const { gateway, url } = await start();
    const body = { ...chat(3), messages: MESSAGES, stream: null, max_completion_tokens: null };
    expect(await raw(url, {}, JSON.stringify(body))).toBe(200);
    expect((await settled(gateway, 1)).ended).toMatchObject({ completed: 1, failed: 0, invalid: 0 });
  });

  it.each([
    ["messages.0.content", [{ role: "user", content: 5 }]],
    ["messages.0.content.0", [{ role: "user", content: [{ type: "text" }] }]],
    ["messages.0.role", [{ content: "How deep?" }]],
    ["messages", []],
  ])("that are none name the field %s", async (field, messages) => {
    const { gateway, url } = await start();
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers,
      body: JSON.stringify({ ...chat(3), messages }),
    });
    const { error } = (await answer.json()) as { error: { message: string } };
    expect([answer.status, error.message.split(": ")[0]]).toEqual([400, field]);
    expect((await settled(gateway, 1)).ended.invalid).toBe(1);
  });
});
