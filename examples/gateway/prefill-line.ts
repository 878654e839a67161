import type { RequestHandle } from "narwhal-slo";

interface Waiting {
  readonly offer: Pick<RequestHandle, "outlook">;
  readonly begin: () => void;
}

/** Of so many chats one is a late one, if any waits: late ones do not starve. */
const LATE_EVERY = 64;

/** Prompts that wait in the gateway for a place at an engine. Those that will miss their TTFT anyway are served last. */
export class PrefillLine {
  readonly #places: () => number;
  readonly #inTime: Waiting[] = [];
  readonly #late: Waiting[] = [];
  #taken = 0;
  #passed = 0;

  /** @param places how many prompts the engines may hold at once */
  constructor(places: () => number) {
    this.#places = places;
  }

  /** Runs `serve` when a place is free and it is the chat's turn. @throws the signal's reason if it aborts before */
  async serve<Result>(offer: Waiting["offer"], serve: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    await this.#turn(offer, signal);
    try {
      return await serve();
    } finally {
      this.#taken -= 1;
      this.#fill();
    }
  }

  #turn(offer: Waiting["offer"], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = () => {
        remove(this.#inTime, waiting);
        remove(this.#late, waiting);
        reject(signal.reason);
      };
      const waiting: Waiting = {
        offer,
        begin: () => {
          signal.removeEventListener("abort", leave);
          this.#taken += 1;
          resolve();
        },
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#inTime.push(waiting);
      this.#fill();
    });
  }

  #fill(): void {
    while (this.#taken < this.#places()) {
      const next = this.#next();
      if (!next) return;
      next.begin();
    }
  }

  #next(): Waiting | undefined {
    // Late once is late for good: each chat changes over once.
    while (this.#inTime[0]?.offer.outlook().late) this.#late.push(this.#inTime.shift() as Waiting);
    const isLateTurn = this.#inTime.length === 0 || this.#passed >= LATE_EVERY - 1;
    if (this.#late.length === 0 || !isLateTurn) {
      if (this.#late.length > 0) this.#passed += 1;
      return this.#inTime.shift();
    }
    this.#passed = 0;
    return this.#late.shift();
  }
}

function remove(line: Waiting[], waiting: Waiting): void {
  const index = line.indexOf(waiting);
  if (index >= 0) line.splice(index, 1);
}
