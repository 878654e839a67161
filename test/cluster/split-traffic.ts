import type { Pool } from "../../src/pool/pool";
import type { RequestHandle } from "../../src/pool/request";
import type { Routers } from "./routers";

type Draw = () => number;

/** A request twice: at its router, and in the one pool. */
interface Twin {
  readonly handles: readonly [RequestHandle, RequestHandle];
  readonly requested: number;
  readonly prefillOn: string;
  readonly decodeOn: string;
  readonly isRepriced: boolean;
  readonly tokens: number;
  input: number;
  done: number;
}

const INPUTS = [50, 100, 200, 400];
const REQUESTED = [16, 64, 128, 256, 0];

/** Traffic that each router gets a part of, and the one pool all. */
export class SplitTraffic {
  readonly #routers: Routers;
  readonly #engines: readonly string[];
  readonly #draw: Draw;
  #twins: Twin[] = [];
  #openShare = 0.1;
  /** Long prompts and short answers, or the other way round. */
  #isPrefillHeavy = false;

  constructor(routers: Routers, engines: readonly string[], draw: Draw) {
    this.#routers = routers;
    this.#engines = engines;
    this.#draw = draw;
  }

  /** The events of one second, none of them at its ends. */
  second(fromS: number): void {
    if (this.#draw() < 0.15) this.#turn();
    const events = 30 + Math.floor(this.#draw() * 60);
    const times = Array.from({ length: events }, () => fromS + 0.001 + 0.998 * this.#draw()).sort(
      (one, other) => one - other,
    );
    for (const timeS of times) {
      this.#routers.clock.set(timeS);
      if (this.#twins.length < 3 || this.#draw() < this.#openShare) this.#open();
      else this.#advance();
    }
  }

  #turn(): void {
    this.#openShare = this.#pick([0.06, 0.09, 0.12]);
    this.#isPrefillHeavy = this.#draw() < 0.5;
  }

  #open(): void {
    const router = this.#pick(this.#routers.pools) as Pool;
    this.#twins.push({
      handles: [router.open(), this.#routers.one.open()],
      requested: this.#pick(REQUESTED),
      prefillOn: this.#pick(this.#engines),
      decodeOn: this.#pick(this.#engines),
      isRepriced: this.#draw() < 0.3,
      tokens: 1 + Math.floor(this.#draw() * (this.#isPrefillHeavy ? 2 : 9)),
      input: this.#pick(INPUTS) * (this.#isPrefillHeavy ? 2 : 1),
      done: 0,
    });
  }

  #advance(): void {
    const twin = this.#pick(this.#twins);
    const isOpen = this.#step(twin);
    twin.done += 1;
    if (!isOpen) this.#twins = this.#twins.filter((one) => one !== twin);
  }

  #step(twin: Twin): boolean {
    const { handles, requested, done } = twin;
    const both = (call: (handle: RequestHandle) => void) => handles.forEach(call);
    const size = (handle: RequestHandle) => handle.size(twin.input, requested);
    const reprice = (handle: RequestHandle) => handle.reprice(twin.input + 50, requested);
    if (done === 0) both(size);
    else if (done === 1 && twin.isRepriced) both(reprice);
    else if (done === 1) both((handle) => handle.wait());
    else if (done === 2) both((handle) => handle.prefill(twin.prefillOn));
    else if (done === 3) both((handle) => handle.firstToken());
    else if (done === 4) both((handle) => handle.decode(twin.decodeOn));
    else if (done < 5 + twin.tokens) both((handle) => handle.token(1 + (done % 3) * 4));
    else return this.#end(twin);
    return true;
  }

  #end({ handles }: Twin): false {
    const kind = this.#pick(["complete", "complete", "complete", "fail", "cancel"] as const);
    for (const handle of handles) handle[kind]();
    return false;
  }

  #pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.#draw() * values.length)] as T;
  }
}
