import { Registry } from "prom-client";
import type { MetricsOptions } from "../../src/metrics/catalogue";
import type { Pool } from "../../src/pool/pool";
import { collectPoolMetrics } from "../../src/prometheus";

/** The text that a scrape of the pool's metrics gives. */
export async function scrape(pool: Pool, options?: MetricsOptions): Promise<string> {
  const registry = new Registry();
  collectPoolMetrics(pool, registry, options);
  return registry.metrics();
}

/** The series of a scrape with their values. */
export function seriesOf(text: string): Map<string, number> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(" ");
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

/** The same of a pool at once. */
export async function seriesNow(pool: Pool, options?: MetricsOptions): Promise<Map<string, number>> {
  return seriesOf(await scrape(pool, options));
}

/** A request that is served with 2 tokens, and met its limits. */
export function serve(pool: Pool, inputTokens = 1000): void {
  const request = pool.open();
  request.size(inputTokens, 50);
  request.prefill("p");
  request.firstToken();
  request.decode("d");
  request.token(2);
  request.complete();
}
