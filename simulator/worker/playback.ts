import type { Pace } from "../app/settings";

/** Wall time between two looks at the page, in milliseconds. */
const TICK_MS = 50;

/** Simulated seconds between two looks at the wall clock, as fast as possible. */
const STRIDE_S = 20;

/** The run that is played: it goes to a time. */
export interface Playable {
  readonly timeS: number;
  readonly done: boolean;
  step(untilS: number): void;
}

/** Lets simulated time go by at a pace. The wall clock decides when something is computed, never what. */
export class Playback {
  readonly #subject: Playable;
  readonly #onTick: () => void;
  #pace: Pace;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #fromS = 0;
  #fromMs = 0;

  constructor(subject: Playable, pace: Pace, onTick: () => void) {
    this.#subject = subject;
    this.#pace = pace;
    this.#onTick = onTick;
  }

  /** Goes on from where it is. */
  resume(): void {
    this.pause();
    this.#fromS = this.#subject.timeS;
    this.#fromMs = performance.now();
    this.#timer = setTimeout(() => this.#tick(), 0);
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  setPace(pace: Pace): void {
    this.#pace = pace;
    if (this.#timer !== undefined) this.resume();
  }

  #tick(): void {
    if (this.#pace === "max") this.#race();
    else this.#subject.step(this.#fromS + ((performance.now() - this.#fromMs) / 1000) * this.#pace);
    this.#timer = this.#subject.done ? undefined : setTimeout(() => this.#tick(), this.#pace === "max" ? 0 : TICK_MS);
    this.#onTick();
  }

  #race(): void {
    const untilMs = performance.now() + TICK_MS;
    while (!this.#subject.done && performance.now() < untilMs) this.#subject.step(this.#subject.timeS + STRIDE_S);
  }
}
