import { NarwhalError } from "../../src/errors";

/** What a call gave; undefined where it threw a typed error, as it may. Anything else that it throws is a bug. */
export function allowed<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    return refusal(error);
  }
}

/** The same of a call that answers later. */
export async function allowedLater<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    return refusal(error);
  }
}

function refusal(error: unknown): undefined {
  if (error instanceof NarwhalError && error.code.startsWith("ERR_NARWHAL_")) return undefined;
  throw error;
}

/** @throws Error unless it holds */
export function assertRule(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** @throws Error unless a document is JSON of finite numbers */
export function demandJson(document: unknown): void {
  assertRule(
    JSON.stringify(JSON.parse(JSON.stringify(document))) === JSON.stringify(document),
    "the document is no JSON",
  );
  assertRule(isAllFinite(document), "a number of the document is not finite");
}

function isAllFinite(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value !== "object" || value === null || Object.values(value).every(isAllFinite);
}
