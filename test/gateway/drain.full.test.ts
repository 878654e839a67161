import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { chat, cleanups, settled, start } from "./start-gateway";

/** Longer than a test may take: what waits for it fails. */
const FOREVER_S = 1800;

describe("a gateway that closes", () => {
  it("ends with its last stream, whatever connections are open", async () => {
    const { gateway, client, url } = await start({ drainS: FOREVER_S });
    const unused = connect(Number(new URL(url).port), "127.0.0.1");
    cleanups.push(async () => unused.destroy());
    await client.chat.completions.create(chat(1));
    const stream = await client.chat.completions.create({ ...chat(200), stream: true });
    let tokens = 0;
    let closing: Promise<void> | undefined;
    for await (const chunk of stream) {
      closing ??= gateway.close();
      tokens += chunk.choices[0]?.delta.content ? chunk.choices[0].delta.content.split(" ").length - 1 : 0;
    }
    await closing;
    expect(tokens).toBe(200);
    expect((await settled(gateway, 2)).ended.completed).toBe(2);
  });

  it("takes no more requests", async () => {
    const { gateway, client, url } = await start({ drainS: FOREVER_S });
    const stream = await client.chat.completions.create({ ...chat(100_000), stream: true });
    const closing = gateway.close();
    const refused = () =>
      fetch(`${url}/healthz`).then(
        ({ status }) => status === 503,
        () => true,
      );
    await expect.poll(refused).toBe(true);
    stream.controller.abort();
    await closing;
    expect((await settled(gateway, 1)).ended.cancelled).toBe(1);
  });

  it("cuts what is not out in time: it has failed, and no client has left", async () => {
    const { gateway, client } = await start({ drainS: 0.1 });
    const stream = await client.chat.completions.create({ ...chat(100_000), stream: true });
    const reading = (async () => {
      for await (const _ of stream);
    })();
    await Promise.all([gateway.close(), expect(reading).rejects.toThrow()]);
    expect((await settled(gateway, 1)).ended).toMatchObject({ failed: 1, cancelled: 0 });
  });
});
