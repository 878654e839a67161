/** Whether something is a promise, of whatever kind. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value;
}

/** A user's function that should return a value may return a promise: if it rejects, nobody else looks after it. */
export function ignoreRejection(answer: unknown): void {
  if (isThenable(answer)) Promise.resolve(answer).catch(() => {});
}
