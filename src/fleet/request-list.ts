import type { FleetRequest } from "./request";

/**
 * A list of requests, linked through their own fields: O(1) append and remove, no garbage, and an order that depends
 * on nothing but the events. A request is in one list at most.
 */
export class RequestList implements Iterable<FleetRequest> {
  /** The first request; null when empty. */
  head: FleetRequest | null = null;
  private tail: FleetRequest | null = null;
  /** Number of requests. */
  size = 0;

  /** Adds a request, which is in no list, at the end. */
  append(request: FleetRequest): void {
    this.insertAfter(this.tail, request);
  }

  /** Takes out a request, which is in this list. */
  remove(request: FleetRequest): void {
    const { previous, next } = request;
    if (previous === null) this.head = next;
    else previous.next = next;
    if (next === null) this.tail = previous;
    else next.previous = previous;
    request.previous = null;
    request.next = null;
    this.size -= 1;
  }

  /**
   * Adds a request to a list that is ordered by time of last token, behind those of the same time. O(1) when times are
   * given in order; else it walks back over the later ones.
   */
  insertByLastToken(request: FleetRequest): void {
    let before = this.tail;
    while (before !== null && before.lastTokenS > request.lastTokenS) before = before.previous;
    this.insertAfter(before, request);
  }

  /** Appends all requests to an array, from first to last. */
  copyInto(requests: FleetRequest[]): void {
    for (let request = this.head; request !== null; request = request.next) requests.push(request);
  }

  /** From first to last. The request at hand may be taken out meanwhile. */
  *[Symbol.iterator](): Iterator<FleetRequest> {
    let request = this.head;
    while (request !== null) {
      const next: FleetRequest | null = request.next;
      yield request;
      request = next;
    }
  }

  private insertAfter(before: FleetRequest | null, request: FleetRequest): void {
    const after = before === null ? this.head : before.next;
    request.previous = before;
    request.next = after;
    if (before === null) this.head = request;
    else before.next = request;
    if (after === null) this.tail = request;
    else after.previous = request;
    this.size += 1;
  }
}
