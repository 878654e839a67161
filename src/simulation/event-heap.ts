/** Events that happen by themselves, and their subject: a request or an engine. */
export const EVENT = {
  arrival: 0,
  uploadEnd: 1,
  admission: 2,
  prefillEnd: 3,
  transferEnd: 4,
  iterationEnd: 5,
  deadline: 6,
  roleMove: 7,
  faultStart: 8,
  faultEnd: 9,
  retry: 10,
} as const;

/** A kind of {@link EVENT}. */
export type EventKind = (typeof EVENT)[keyof typeof EVENT];

/** Something that will happen. */
export interface SimulationEvent {
  readonly timeS: number;
  /** Order of scheduling: it decides between events of the same time. */
  readonly sequence: number;
  readonly kind: EventKind;
  /** Index of the request or the engine that it happens to. */
  readonly subject: number;
  /** Stamp that the subject must still have for the event to count. */
  readonly stamp: number;
}

/**
 * The events to come, by time; of the same time, what was scheduled first comes first. A binary heap: a library of it
 * would be bundled into the entries, with a notice of its own, or be one more dependency of every user.
 */
export class EventHeap {
  readonly #events: SimulationEvent[] = [];
  #sequence = 0;

  /** Time of the next event in seconds; Infinity: there is none. */
  get nextS(): number {
    return this.#events[0]?.timeS ?? Number.POSITIVE_INFINITY;
  }

  /** Schedules an event. */
  push(timeS: number, kind: EventKind, subject: number, stamp = 0): void {
    const event = { timeS, sequence: this.#sequence++, kind, subject, stamp };
    const events = this.#events;
    let place = events.length;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = events[above] as SimulationEvent;
      if (comesBefore(parent, event)) break;
      events[place] = parent;
      place = above;
    }
    events[place] = event;
  }

  /** Takes the next event out; undefined: there is none. */
  pop(): SimulationEvent | undefined {
    const events = this.#events;
    const first = events[0];
    const last = events.pop();
    if (!last || last === first) return first;
    let place = 0;
    for (let below = 1; below < events.length; below = 2 * place + 1) {
      const other = events[below + 1];
      if (other && comesBefore(other, events[below] as SimulationEvent)) below++;
      const child = events[below] as SimulationEvent;
      if (comesBefore(last, child)) break;
      events[place] = child;
      place = below;
    }
    events[place] = last;
    return first;
  }
}

function comesBefore(a: SimulationEvent, b: SimulationEvent): boolean {
  return a.timeS < b.timeS || (a.timeS === b.timeS && a.sequence < b.sequence);
}
