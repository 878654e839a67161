import { resolvePolicy } from "../../src/policies/policy-guard";
import { Recording, type RecordingData, replayDocument, type Trace } from "../../src/replay";
import type { RunInput } from "../app/inputs";
import { digestOf } from "./digest";
import { Playback } from "./playback";
import type { Answer, Command, Job, RunResult } from "./protocol";

/** The runs of one job, side by side. */
export class Session {
  readonly #job: Job;
  readonly #trace: Trace;
  readonly #send: (answer: Answer) => void;
  readonly #recordings: readonly Recording[];
  readonly #playback: Playback;
  readonly #sent: { samples: number; decisions: number }[];
  readonly #startedMs = performance.now();
  #timeS = 0;

  /** @throws ConfigError, ProfileError */
  constructor(job: Job, trace: Trace, send: (answer: Answer) => void) {
    this.#job = job;
    this.#trace = trace;
    this.#send = send;
    this.#recordings = job.inputs.map((input) => new Recording({ ...input, requests: trace.requests }));
    this.#sent = job.inputs.map(() => ({ samples: 0, decisions: 0 }));
    this.#playback = new Playback(this, job.pace, () => this.#report());
    if (!job.paused) this.#playback.resume();
  }

  /** Simulated seconds so far. */
  get timeS(): number {
    return this.#timeS;
  }

  get done(): boolean {
    return this.#recordings.every(({ done }) => done);
  }

  /** Lets all runs go to the same time. */
  step(untilS: number): void {
    for (const recording of this.#recordings) recording.step(untilS);
    this.#timeS = this.done ? Math.max(...this.#recordings.map(({ timeS }) => timeS)) : untilS;
  }

  /** Does what the page asks for. */
  command(command: Exclude<Command, { kind: "start" }>): void {
    if (command.kind === "pause") this.#playback.pause();
    if (command.kind === "resume") this.#playback.resume();
    if (command.kind === "pace") this.#playback.setPace(command.pace);
    if (command.kind === "step" && !this.done) this.#stepOnce();
  }

  /** Ends it. */
  stop(): void {
    this.#playback.pause();
  }

  /** To the next decision of the first run. */
  #stepOnce(): void {
    this.#playback.pause();
    const stepS = decisionIntervalS(this.#job.inputs[0]);
    this.step((Math.floor(this.#timeS / stepS + 1e-9) + 1) * stepS);
    this.#report();
  }

  #report(): void {
    const { id } = this.#job;
    const progress = Math.min(...this.#recordings.map((recording) => recording.progress));
    this.#send({ id, kind: "progress", timeS: this.#timeS, progress, parts: this.#newParts() });
    if (this.done) void this.#end();
  }

  #newParts(): RecordingData[] {
    return this.#recordings.map((recording, index) => {
      const sent = this.#sent[index] ?? { samples: 0, decisions: 0 };
      const data = recording.data(sent.samples, sent.decisions);
      sent.samples += data.samples.length;
      sent.decisions += data.decisions.length;
      return data;
    });
  }

  async #end(): Promise<void> {
    const wallS = (performance.now() - this.#startedMs) / 1000;
    const { file, inputs, id } = this.#job;
    const results = this.#recordings.map(async (recording, index): Promise<RunResult> => {
      const input = { ...inputs[index], requests: this.#trace.requests } as ConstructorParameters<typeof Recording>[0];
      const document = replayDocument(file, this.#trace, input, recording.report());
      return { document, digest: await digestOf(JSON.stringify(document)) };
    });
    this.#send({ id, kind: "ended", results: await Promise.all(results), wallS });
  }
}

/** Seconds from one decision of a run to the next. */
function decisionIntervalS(input: RunInput | undefined): number {
  if (!input) return 1;
  const { every } = resolvePolicy(input.policy ?? "reactive");
  return every === "pass" ? input.config.monitorIntervalS : input.config.stepS;
}
