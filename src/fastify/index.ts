import type { FastifyPluginCallback } from "fastify";
import { type RoutedPool, type RouteOptions, Routes } from "../http/routes";

export type { RoutedPool, RouteOptions } from "../http/routes";

/** Options of the plugin, and of the routes. */
export interface NarwhalPluginOptions extends RouteOptions {
  readonly pool: RoutedPool;
}

/**
 * The routes of `narwhal-slo/http` as a plugin of Fastify. They have no access control of their own: register it in a
 * scope that has, or on a port that strangers do not reach.
 *
 * @example
 * await app.register(narwhalPlugin, { pool, registry });
 */
export const narwhalPlugin: FastifyPluginCallback<NarwhalPluginOptions> = (app, { pool, ...options }, done) => {
  const routes = new Routes(pool, options);
  for (const path of routes.paths) {
    app.get(path, async (request, reply) => {
      const query = request.url.split(/\?(.*)/s)[1];
      // To HEAD Fastify answers with the length of this, and without it.
      const answer = await routes.respond("GET", query === undefined ? path : `${path}?${query}`);
      return reply.code(answer.status).headers(answer.headers).send(answer.body);
    });
  }
  done();
};
