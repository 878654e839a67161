import { FAILED, type Reply } from "./reply";
import type { RoutedPool, RouteOptions } from "./routes";
import { Routes } from "./routes";

/** The part of a request of `node:http` that is used. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** The whole URL, where a framework has cut off the path that the listener is mounted at. */
  readonly originalUrl?: string | undefined;
  resume(): unknown;
}

/** The part of a response of `node:http` that is used. */
export interface NodeResponse {
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown;
  end(body: string): unknown;
}

/**
 * The routes as a listener of `node:http`, also mounted in Express: `app.use("/metrics", listener)`. Bodies are thrown away unread.
 *
 * @throws ConfigError
 * @example
 * createServer(nodeListener(pool, { registry })).listen(9400, "127.0.0.1");
 */
export function nodeListener(
  pool: RoutedPool,
  options?: RouteOptions,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  const routes = new Routes(pool, options);
  return async (request, response) => {
    request.resume();
    const answer = await routes.respond(request.method ?? "", urlOf(request, routes.paths));
    // A rejection would end the process: the content type of a registry may be none, or the answer has begun already.
    if (!sent(response, answer)) sent(response, FAILED);
  };
}

function urlOf({ url = "", originalUrl = url }: NodeRequest, paths: readonly string[]): string {
  return paths.includes(url.split(/[?#]/, 1)[0] as string) ? url : originalUrl;
}

function sent(response: NodeResponse, { status, headers, body }: Reply): boolean {
  try {
    response.writeHead(status, headers);
    response.end(body);
    return true;
  } catch {
    return false;
  }
}
