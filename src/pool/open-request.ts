import type { HandleContext } from "./handle-context";
import { RequestHandle } from "./request";
import { idOf, type OpenOptions } from "./request-options";

/**
 * A request's first byte arrived.
 *
 * @throws what `Pool.open` throws
 */
export function openRequest(context: HandleContext, options: OpenOptions | undefined): RequestHandle {
  if (options) return openAsTold(context, options);
  return new RequestHandle(context, context.clock.checkedNow());
}

function openAsTold(context: HandleContext, options: OpenOptions): RequestHandle {
  // Read before anything is counted: a getter of the router's may throw.
  const id = idOf(options);
  const given = context.given(options);
  const openedS = given !== undefined && context.accepts(given) ? given : context.clock.checkedNow();
  return new RequestHandle(context, openedS, id, given);
}
