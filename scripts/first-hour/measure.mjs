// Runs a command and watches it as a newcomer would: seconds of CPU and wall, first line, longest silence.
import { spawn } from "node:child_process";

/**
 * @param command for bash
 * @param until text after which the command is stopped; without it the command runs to its end
 * @returns seconds, the output, and `reachedS`: when `until` was printed (null if never)
 */
export function watch(command, cwd, until) {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  // `times` of bash has the CPU of all processes that the command started and that have ended.
  const script = `trap : TERM; ${command} & wait $!; status=$?; wait; times >&3; exit $status`;
  const child = spawn("bash", ["-c", script], { cwd, stdio: ["ignore", "pipe", "pipe", "pipe"], detached: true });
  const seen = { output: "", firstLineS: null, lastS: 0, silenceS: 0, reachedS: null };
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => listen(seen, chunk, seconds()));
  if (until) {
    const timer = setInterval(() => {
      if (!until.test(seen.output)) return;
      clearInterval(timer);
      seen.reachedS = seconds();
      process.kill(-child.pid, "SIGTERM");
    }, 20);
    child.on("close", () => clearInterval(timer));
  }
  let times = "";
  child.stdio[3].on("data", (chunk) => {
    times += chunk;
  });
  return new Promise((resolve) => {
    child.on("close", (status) => {
      const { output, firstLineS, silenceS, reachedS } = seen;
      resolve({ status, output, firstLineS, silenceS, reachedS, wallS: seconds(), cpuS: cpuOf(times) });
    });
  });
}

function listen(seen, chunk, atS) {
  seen.output += chunk;
  if (seen.firstLineS === null && seen.output.trim() !== "") seen.firstLineS = atS;
  seen.silenceS = Math.max(seen.silenceS, atS - seen.lastS);
  seen.lastS = atS;
}

/** The second line of `times` is of the children: `0m1.234s 0m0.567s`. */
function cpuOf(times) {
  const [, children = ""] = times.trim().split("\n");
  const spans = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  return spans.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
}
