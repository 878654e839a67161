import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { azureTrace, output, scratch } from "../cli/command";
import { digestsOf, openSimulator } from "./open";

const write = scratch();

const MOONCAKE = gzipSync(
  Array.from({ length: 200 }, (_, i) =>
    JSON.stringify({ timestamp: 300 * i, input_length: 900 + i, output_length: 40 }),
  ).join("\n"),
);

function file(name: string, content: string | Buffer) {
  return { name, mimeType: "application/octet-stream", buffer: Buffer.from(content) };
}

test("a file of one's own is replayed as the command replays it", async () => {
  const { page } = await openSimulator();
  await digestsOf(page);
  await page.getByLabel("Choose a file").setInputFiles(file("mine.jsonl.gz", MOONCAKE));
  await page.getByText("200 requests").waitFor();
  const document = JSON.parse(output("replay", write("mine.jsonl.gz", MOONCAKE), "--json"));
  const expected = createHash("sha256").update(JSON.stringify(document)).digest("hex");
  expect(await digestsOf(page)).toEqual([expected]);
});

test("a bad file gets a clear message, and a good one works after it", async () => {
  const { page, complaints } = await openSimulator();
  await digestsOf(page);
  const bad = azureTrace([100, 200]).replace(",200,", ",many,");
  await page.getByLabel("Choose a file").setInputFiles(file("bad.csv", bad));
  const alert = page.getByRole("alert");
  await alert.waitFor();
  expect(await alert.textContent()).toMatch(/^bad\.csv:3: ContextTokens .*"many"/);
  await page.getByLabel("Choose a file").setInputFiles(file("good.csv", azureTrace([100, 200])));
  await page.getByText("2 requests").waitFor();
  expect(await alert.count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("what is no trace at all, and what is no gzip, are told apart from traces", async () => {
  const { page } = await openSimulator();
  const alert = page.getByRole("alert");
  await digestsOf(page);
  await page.getByLabel("Choose a file").setInputFiles(file("photo.png", "\u0089PNG\r\n"));
  await expect.poll(() => alert.textContent()).toMatch(/^photo\.png:1: /);
  await page.getByLabel("Choose a file").setInputFiles(file("cut.gz", MOONCAKE.subarray(0, 60)));
  await expect.poll(() => alert.textContent()).toBe("cut.gz:1: the file cannot be read or decompressed");
});

test("a link of a file asks for that file, and no other will do", async () => {
  const { page } = await openSimulator();
  await digestsOf(page);
  const chosen = file("mine.csv", azureTrace([100, 200, 300]));
  await page.getByLabel("Choose a file").setInputFiles(chosen);
  await page.getByText("3 requests").waitFor();
  const digests = await digestsOf(page);
  const again = await openSimulator(new URL(page.url()).hash.slice(1));
  const alert = again.page.getByRole("alert");
  expect(await alert.textContent()).toBe("This link is of a run of mine.csv: choose that file to see it again.");
  await again.page.getByLabel("Choose a file").setInputFiles(chosen);
  expect(await digestsOf(again.page)).toEqual(digests);
});
