import type { Router } from "./main";
import { compare, lostEvents, stalenessP99, type Written } from "./verdict";

/** Bars of a run. */
const BARS = { demandError: 1e-9, stalenessS: 1.6, failoverS: 6, cpuMsPerS: 0.5, bytesPerS: 8192 };

/** The result of a run, in the names of its JSON. */
export type ClusterReport = ReturnType<typeof reportOf>;

/** Compares a run with one pool, and holds it against the bars. */
export function reportOf(routers: readonly Router[], written: readonly Written[], killedS: number | null) {
  const joined = routers.filter(({ member }) => member !== "");
  const startedS = Math.min(...joined.map((router) => router.startedS));
  const compared = compare(written, joined, startedS);
  const done = joined.flatMap((router) => router.done ?? []);
  const busiest = (of: (router: (typeof done)[number]) => number) =>
    Math.max(...done.map((one) => of(one) / one.seconds));
  const fleet = compared.newest?.fleet ?? null;
  const report = {
    routers: routers.length,
    members: fleet?.members ?? null,
    leader: compared.newest?.leader ?? null,
    epochs: new Set(written.map(({ directive }) => directive.epoch)).size,
    directives: written.length,
    decisions: compared.decisions,
    decisions_equal: compared.decisionsEqual,
    moves: compared.moves,
    reasons: compared.reasons,
    demand: fleet?.demand ?? null,
    demand_of_one_pool: compared.demand,
    demand_error: compared.demandError,
    attainment: fleet?.attainment ?? null,
    attainment_of_one_pool: compared.attainment,
    attainment_equal: compared.attainmentEqual,
    lost_events: joined
      .filter(({ isKilled }) => isKilled)
      .reduce((sum, router) => sum + lostEvents(written, router), 0),
    staleness_p99_s: stalenessP99(written, joined, killedS),
    failover_s: failoverS(written, killedS),
    router_cpu_ms_per_s: busiest(({ passMs }) => passMs),
    bytes_per_router_s: busiest(({ publishedBytes }) => publishedBytes),
  };
  return { ...report, missed: missedBars(report) };
}

interface Measured {
  readonly decisions: number;
  readonly decisions_equal: number;
  readonly demand_error: number;
  readonly attainment_equal: boolean;
  readonly staleness_p99_s: number | null;
  readonly failover_s: number | null;
  readonly router_cpu_ms_per_s: number;
  readonly bytes_per_router_s: number;
}

/** Names of the bars that a run has missed. */
export function missedBars(report: Measured): string[] {
  const holds: Record<string, boolean> = {
    decisions: report.decisions > 0,
    decisions_equal: report.decisions_equal === report.decisions,
    demand_error: report.demand_error <= BARS.demandError,
    attainment_equal: report.attainment_equal,
    staleness_p99_s: (report.staleness_p99_s ?? Number.POSITIVE_INFINITY) <= BARS.stalenessS,
    failover_s: (report.failover_s ?? 0) <= BARS.failoverS,
    router_cpu_ms_per_s: report.router_cpu_ms_per_s <= BARS.cpuMsPerS,
    bytes_per_router_s: report.bytes_per_router_s <= BARS.bytesPerS,
  };
  return Object.keys(holds).filter((bar) => !holds[bar]);
}

/** Seconds from the leader's end to the first directive of another one; null: no leader was killed. */
function failoverS(written: readonly Written[], killedS: number | null): number | null {
  if (killedS === null) return null;
  const first = written[0]?.directive.epoch;
  const next = written.find(({ directive }) => directive.epoch !== first);
  return next ? next.atS - killedS : Number.POSITIVE_INFINITY;
}

/** Prints a report for a person. */
export function printReport(report: ClusterReport): void {
  for (const [field, value] of Object.entries(report)) {
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    console.log(`${field.padEnd(24)} ${text}`);
  }
}
