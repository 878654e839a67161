/** Splits a stream of server-sent events into the data of its events, wherever the chunks of bytes end. */
export class EventStream {
  readonly #decoder = new TextDecoder();
  #rest = "";

  /** Data of the events that these bytes complete. Comments, which keep a connection alive, are no events. */
  feed(bytes: Uint8Array): string[] {
    const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split("\n");
    this.#rest = lines.pop() ?? "";
    return lines.flatMap((line) => dataOf(line) ?? []);
  }

  /** Data of a last event without its line end. */
  end(): string[] {
    return this.feed(LINE_END);
  }
}

const LINE_END = Uint8Array.of(10);

/** Servers of completions write each event as one line. */
function dataOf(line: string): string | null {
  const data = /^data: ?(.*?)\r?$/.exec(line)?.[1];
  return data ? data : null;
}
