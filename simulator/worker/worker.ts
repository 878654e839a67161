import type { Answer, Command, Job } from "./protocol";
import { Session } from "./session";
import { TraceCache } from "./trace-cache";

// The simulation's own thread: the page stays responsive.
const traces = new TraceCache();
let session: Session | null = null;
let newest = 0;

addEventListener("message", ({ data }: MessageEvent<Command>) => {
  if (data.kind === "start") void start(data.job);
  else session?.command(data);
});

async function start(job: Job): Promise<void> {
  session?.stop();
  session = null;
  newest = job.id;
  try {
    const trace = await traces.read(job.source, job.file);
    // Meanwhile the page may have asked for something else.
    if (newest !== job.id) return;
    const { requests, format } = trace;
    send({ id: job.id, kind: "loaded", requests: requests.length, spanS: requests.at(-1)?.atS ?? 0, format });
    session = new Session(job, trace, send);
  } catch (error) {
    send({ id: job.id, kind: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}

function send(answer: Answer): void {
  postMessage(answer);
}
