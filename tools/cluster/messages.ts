import type { Directive } from "../../src/cluster/directive";

/** Something that happened to a request of a router: what is called on its handle, and when in seconds of the cluster. */
export type RouterEvent = readonly [
  atS: number,
  request: number,
  call: "open" | "size" | "prefill" | "firstToken" | "decode" | "token" | "complete",
  ...args: readonly (number | string)[],
];

/** Message of a router to the process that has started it. */
export type RouterMessage =
  | { readonly type: "joined"; readonly member: string; readonly startedS: number }
  /** Events of an interval that ends with a publish: the next one of the router. */
  | { readonly type: "events"; readonly seq: number; readonly events: readonly RouterEvent[] }
  | { readonly type: "directive"; readonly directive: Directive; readonly atS: number }
  | {
      readonly type: "done";
      readonly passMs: number;
      readonly publishedBytes: number;
      readonly seconds: number;
      readonly isLeader: boolean;
    };

/** Options of a router process. */
export interface RouterOptions {
  readonly port: number;
  readonly name: string;
  readonly number: number;
  readonly routers: number;
  readonly seconds: number;
  readonly seed: number;
  readonly rate: number;
}
