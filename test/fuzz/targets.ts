import type { IAsyncProperty, IProperty } from "fast-check";
import { http, snapshot } from "./handoff";
import { config, events, journal, profile, trace } from "./parsers";
import { poolCalls } from "./pool-calls";
import { regions } from "./regions";

/** A property that takes any input; its own type is of no interest to who runs it. */
export type Target = IProperty<unknown> | IAsyncProperty<unknown>;

/** What is fuzzed, by name. */
export const TARGETS = {
  trace,
  profile,
  config,
  journal,
  events,
  snapshot,
  http,
  regions,
  pool: poolCalls,
} as unknown as Readonly<Record<string, Target>>;
