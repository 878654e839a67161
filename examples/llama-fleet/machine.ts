import { readFileSync } from "node:fs";

/** Processor time, in seconds since some start. */
interface Usage {
  readonly atS: number;
  /** Of the fleet's processes. */
  readonly ownS: number;
  /** Of all processes of the machine. */
  readonly allS: number;
  /** That other machines took from this one. */
  readonly stolenS: number;
}

/** Cores that were busy over a time, on average. */
export interface BusyCores {
  readonly fleet: number;
  readonly others: number;
  readonly stolen: number;
}

const TICKS_PER_S = 100;

/** Starts to count. @returns what gives the means since then; null where the system has no /proc */
export function countCores(pids: readonly number[]): () => BusyCores | null {
  const before = usageOf(pids);
  return () => {
    const after = usageOf(pids);
    if (!before || !after) return null;
    const mean = (key: "ownS" | "allS" | "stolenS") => (after[key] - before[key]) / (after.atS - before.atS);
    const rounded = (cores: number) => Number(Math.max(0, cores).toFixed(2));
    const fleet = mean("ownS");
    return { fleet: rounded(fleet), others: rounded(mean("allS") - fleet), stolen: rounded(mean("stolenS")) };
  };
}

function usageOf(pids: readonly number[]): Usage | null {
  try {
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = fieldsOf("/proc/stat").slice(1);
    const own = [process.pid, ...pids].reduce((sum, pid) => sum + ticksOf(pid), 0);
    const all = user + nice + system + irq + softirq;
    const inS = (ticks: number) => ticks / TICKS_PER_S;
    return { atS: performance.now() / 1000, ownS: inS(own), allS: inS(all), stolenS: inS(steal) };
  } catch {
    return null;
  }
}

/** User and system time of a process. Its name, in parentheses, may hold spaces. */
function ticksOf(pid: number): number {
  const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const fields = rest.split(" ").map(Number);
  return (fields[11] ?? 0) + (fields[12] ?? 0);
}

function fieldsOf(path: string): number[] {
  return (readFileSync(path, "utf8").split("\n")[0] ?? "").split(/ +/).map(Number);
}
