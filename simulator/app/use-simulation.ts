import { useEffect, useRef, useState } from "preact/hooks";
import type { RecordingData } from "../../src/replay";
import type { ViewRun } from "../view/run";
import type { Answer, Command, Job } from "../worker/protocol";
import type { Pace } from "./settings";

export type Phase = "idle" | "loading" | "running" | "paused" | "ended" | "failed";

/** A simulation as the page sees it. */
export interface SimulationState {
  readonly phase: Phase;
  readonly runs: readonly ViewRun[];
  /** Simulated seconds so far. */
  readonly timeS: number;
  /** Of the trace, at its load. */
  readonly spanS: number;
  readonly requests: number;
  /** Share of the requests that have ended. */
  readonly progress: number;
  /** Seconds that the worker took; null while it is at it. */
  readonly wallS: number | null;
  /** Why it failed. */
  readonly message: string;
}

const IDLE: SimulationState = {
  phase: "idle",
  runs: [],
  timeS: 0,
  spanS: 0,
  requests: 0,
  progress: 0,
  wallS: null,
  message: "",
};

const NOTHING: RecordingData = { sampleS: 1, lookBackS: 60, samples: [], decisions: [] };

/** The worker, and what it has told so far. */
export function useSimulation() {
  const [state, setState] = useState<SimulationState>(IDLE);
  const worker = useRef<Worker | null>(null);
  /** The runs that ended last: a failure leaves them on show. */
  const ended = useRef<readonly ViewRun[]>([]);
  const job = useRef<Job | null>(null);

  useEffect(() => {
    const made = new Worker(new URL("../worker/worker.ts", import.meta.url), { type: "module" });
    made.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
      const current = job.current;
      if (!current || data.id !== current.id) return;
      setState((before) => {
        const next = after(before, data, current);
        if (next.phase === "ended") ended.current = next.runs;
        return next.phase === "failed" ? { ...next, runs: ended.current } : next;
      });
    });
    made.addEventListener("error", ({ message }) => setState((before) => failed(before, message)));
    worker.current = made;
    return () => made.terminate();
  }, []);

  const tell = (command: Command) => worker.current?.postMessage(command);
  return {
    state,
    start(next: Omit<Job, "id">) {
      job.current = { ...next, id: (job.current?.id ?? 0) + 1 };
      setState({ ...IDLE, phase: "loading", runs: emptyRuns(next.inputs.length) });
      tell({ kind: "start", job: job.current });
    },
    /** Nothing was started, for this reason. */
    refuse(message: string) {
      job.current = null;
      tell({ kind: "pause" });
      setState((before) => ({ ...failed(before, message), runs: ended.current }));
    },
    pause() {
      tell({ kind: "pause" });
      setState((before) => ({ ...before, phase: "paused" }));
    },
    resume() {
      tell({ kind: "resume" });
      setState((before) => ({ ...before, phase: "running" }));
    },
    step() {
      tell({ kind: "step" });
      setState((before) => ({ ...before, phase: "paused" }));
    },
    setPace(pace: Pace) {
      tell({ kind: "pace", pace });
    },
  };
}

function after(before: SimulationState, answer: Answer, job: Job): SimulationState {
  switch (answer.kind) {
    case "loaded": {
      const { speed = 1 } = job.inputs[0]?.simulation ?? {};
      return {
        ...before,
        phase: job.paused ? "paused" : "running",
        requests: answer.requests,
        spanS: answer.spanS / speed,
      };
    }
    case "progress": {
      const runs = before.runs.map((run, index) => ({ ...run, data: joined(run.data, answer.parts[index]) }));
      return { ...before, runs, timeS: answer.timeS, progress: answer.progress };
    }
    case "ended": {
      const runs = before.runs.map((run, index) => ({ ...run, ...answer.results[index] }));
      return { ...before, phase: "ended", runs, progress: 1, wallS: answer.wallS };
    }
    case "failed":
      return failed(before, answer.message);
  }
}

function failed(before: SimulationState, message: string): SimulationState {
  return { ...before, phase: "failed", message };
}

function joined(known: RecordingData, part: RecordingData = NOTHING): RecordingData {
  return {
    ...part,
    samples: [...known.samples, ...part.samples],
    decisions: [...known.decisions, ...part.decisions],
  };
}

function emptyRuns(count: number): ViewRun[] {
  const names = count > 1 ? ["A", "B"] : [""];
  return names.map((name) => ({ name, data: NOTHING, document: null, digest: null }));
}
