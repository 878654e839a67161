import { type EngineProfile, prefillS } from "../profile";
import { LognormalNoise, normalDraw } from "../random/noise";
import { RANDOM_STREAMS, Random } from "../random/random";
import type { Role } from "../roles";
import { DecodeBatch } from "./decode-batch";
import { EVENT, type EventKind } from "./event-heap";
import { PrefillServer } from "./prefill-server";
import { LEVEL } from "./series";
import type { SimulationContext } from "./simulation-context";
import { TransferLink } from "./transfer-link";

/** Activity of an engine at a moment: one thing at a time. */
export type Work = "idle" | Role;

/** An engine to simulate. */
export interface EngineSpec {
  /** Its name in all calls; each engine's is another. */
  readonly id: string;
  /** The role that it begins with. */
  readonly role: Role;
  readonly profile: EngineProfile;
}

/**
 * An engine: one server for the prefills and the decode iterations of its residents. While it holds both kinds (its
 * role has changed, or it is not disaggregated) it alternates, one prefill and one iteration, and prefill goes first.
 * With chunks it does both in one step, which takes as long as the two together.
 */
export class SimulatedEngine {
  readonly index: number;
  readonly id: string;
  readonly profile: EngineProfile;
  readonly prefill: PrefillServer;
  readonly decode: DecodeBatch;
  readonly link: TransferLink;
  readonly #run: SimulationContext;
  readonly #noise: LognormalNoise;
  readonly #random: Random;
  /** Its true times / those of its profile. */
  readonly #slowness: number;
  #role: Role;
  #nextRole: Role;
  #moveStamp = 0;
  #faults = 0;
  #work: Work = "idle";
  #lastWork: Work = "idle";
  #workStamp = 0;

  /** @param index its place in the fleet: it seeds the noise of its token intervals */
  constructor(index: number, { id, role, profile }: EngineSpec, run: SimulationContext) {
    this.index = index;
    this.id = id;
    this.profile = profile;
    this.prefill = new PrefillServer(profile, run.options);
    this.decode = new DecodeBatch(profile);
    this.link = new TransferLink(run.options);
    this.#role = role;
    this.#nextRole = role;
    this.#run = run;
    this.#noise = new LognormalNoise(run.options.noiseCv);
    this.#random = new Random(run.options.seed, RANDOM_STREAMS.decodeNoise, index);
    this.#slowness = slownessOf(index, run.options);
  }

  get role(): Role {
    return this.#role;
  }

  get available(): boolean {
    return this.#faults === 0;
  }

  get work(): Work {
    return this.#work;
  }

  /** Seconds to prefill a request, by the profile. */
  prefillS(request: number): number {
    return prefillS(this.profile, this.#run.lifecycle.workload.inputTokens[request] as number);
  }

  /** Whether it takes requests for a phase. */
  serves(phase: Role): boolean {
    return (this.#role === phase || this.#run.options.aggregated) && this.available;
  }

  /** Whether it takes a prompt of so many tokens now. An engine that will decode it too has to have room for it. */
  takesPrompt(tokens: number): boolean {
    if (!this.serves("prefill") || this.prefill.size >= this.#run.options.prefillSlots) return false;
    return !this.#run.options.aggregated || this.#hasRoomBeside(tokens);
  }

  /** Begins its next work, if it has any and does nothing yet. */
  start(nowS: number): void {
    if (this.#work !== "idle") return;
    const work = this.#nextWork();
    this.#lastWork = work;
    if (work === "prefill") this.#begin(work, nowS + this.#prefillStepS(), EVENT.prefillEnd);
    else if (work === "decode") this.#begin(work, nowS + this.#iterationS(), EVENT.iterationEnd);
  }

  /** Plans a change of role, in place of an earlier plan. Gives the stamp that {@link changeRole} needs. */
  planRole(role: Role): number {
    this.#nextRole = role;
    return ++this.#moveStamp;
  }

  /** Takes the planned role; its residents stay. False: a later plan has replaced this one. */
  changeRole(stamp: number): boolean {
    if (stamp !== this.#moveStamp) return false;
    this.#role = this.#nextRole;
    return true;
  }

  /** Stops its work. False: a fault has stopped the work of that stamp before. */
  stop(stamp: number): boolean {
    if (stamp !== this.#workStamp || this.#work === "idle") return false;
    this.#run.series.change(BUSY[this.#work], -1);
    this.#work = "idle";
    return true;
  }

  /** Goes down, and gives the residents that it loses: prefill before decode, each in order. */
  fault(): number[] {
    this.#faults++;
    this.stop(this.#workStamp);
    return [...this.prefill.clear(), ...this.decode.clear()];
  }

  /** One fault is over; it comes up again when all are. */
  recover(): void {
    this.#faults--;
  }

  #prefillStepS(): number {
    const seconds = this.prefill.begin(this.#run.lifecycle.workload.prefillNoise) * this.#slowness;
    return this.#run.options.chunkTokens > 0 && this.decode.size > 0 ? seconds + this.#iterationS() : seconds;
  }

  #iterationS(): number {
    return this.decode.begin() * this.#noise.draw(this.#random) * this.#slowness;
  }

  #hasRoomBeside(tokens: number): boolean {
    const { decodeMaxRequests } = this.profile;
    const requests = this.decode.size + this.prefill.size;
    return requests < decodeMaxRequests && this.decode.fits(this.decode.kvTokens + this.prefill.tokens + tokens + 1);
  }

  #nextWork(): Work {
    const alternates = this.#run.options.chunkTokens === 0;
    const mayPrefill = this.#lastWork !== "prefill" || this.decode.size === 0 || !alternates;
    if (this.prefill.size > 0 && mayPrefill) return "prefill";
    return this.decode.size > 0 ? "decode" : "idle";
  }

  #begin(work: Role, endS: number, end: EventKind): void {
    this.#work = work;
    this.#workStamp++;
    this.#run.series.change(BUSY[work], 1);
    this.#run.agenda.push(endS, end, this.index, this.#workStamp);
  }
}

const BUSY = { prefill: LEVEL.prefillBusy, decode: LEVEL.decodeBusy } as const;

/** An engine is never faster than ten times its profile. */
const LEAST_SLOWNESS = 0.1;

function slownessOf(index: number, { seed, engineSpread }: SimulationContext["options"]): number {
  if (engineSpread === 0) return 1;
  const deviations = normalDraw(new Random(seed, RANDOM_STREAMS.engineSpeed, index));
  return Math.max(LEAST_SLOWNESS, 1 + engineSpread * deviations);
}
