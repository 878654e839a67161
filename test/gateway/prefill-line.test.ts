import { describe, expect, it } from "vitest";
import { PrefillLine } from "../../examples/gateway/prefill-line";

/** A line of one place, and what was served; each chat ends when it is told to. */
function lineOf() {
  const line = new PrefillLine(() => 1);
  const served: string[] = [];
  const ends: (() => void)[] = [];
  const join = (name: string, late: () => boolean, signal = new AbortController().signal) =>
    line.serve(
      { outlook: () => ({ ttftS: 1, late: late() }) },
      () => {
        served.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      },
      signal,
    );
  const endOne = async () => {
    // What has its turn begins a little later.
    await new Promise((resolve) => setImmediate(resolve));
    ends.shift()?.();
  };
  return { join, served, endOne };
}

const inTime = () => false;
const late = () => true;

describe("the line of the gateway", () => {
  it("serves in order, late ones last", async () => {
    const { join, served, endOne } = lineOf();
    const all = [join("a", inTime), join("b", late), join("c", inTime), join("d", inTime)];
    for (let turn = 0; turn < 4; turn++) await endOne();
    await Promise.all(all);
    expect(served).toEqual(["a", "c", "d", "b"]);
  });

  it("serves a late one after 63 others", async () => {
    const { join, served, endOne } = lineOf();
    const all = [join("first", inTime), join("late", late)];
    for (let i = 0; i < 100; i++) all.push(join(`${i}`, inTime));
    for (let turn = 0; turn < 102; turn++) await endOne();
    await Promise.all(all);
    expect(served.indexOf("late")).toBe(64);
  });

  it("forgets a chat whose client leaves, and goes on after one that fails", async () => {
    const { join, served, endOne } = lineOf();
    const gone = new AbortController();
    const first = join("a", inTime);
    const left = join("b", inTime, gone.signal);
    const last = join("c", inTime);
    gone.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    await expect(join("d", inTime, gone.signal)).rejects.toThrow("gone");
    await endOne();
    await endOne();
    await Promise.all([first, last]);
    expect(served).toEqual(["a", "c"]);
  });
});
