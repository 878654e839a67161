import { type EngineProfile, prefillS } from "../profile";
import { LognormalNoise, normalDraw } from "../random/noise";
import { RANDOM_STREAMS, Random } from "../random/random";
import type { Role } from "../roles";
import { PrefixCache } from "../scenario/prefix-cache";
import { DecodeBatch } from "./decode-batch";
import { EVENT, type EventKind } from "./event-heap";
import { PrefillServer } from "./prefill-server";
import { RoleChange } from "./role-change";
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
  readonly roleChange: RoleChange;
  readonly #run: SimulationContext;
  readonly #noise: LognormalNoise;
  readonly #random: Random;
  /** Its true times / those of its profile. */
  readonly #slowness: number;
  readonly #cache: PrefixCache;
  /** Those that the batch has put out, the one that may come back first in front. */
  readonly #preempted: number[] = [];
  readonly #recomputed = new Set<number>();
  #preemptions = 0;
  /** Extra time of its next step. */
  #coldS = 0;
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
    this.roleChange = new RoleChange(role, run.options);
    this.#cache = new PrefixCache(run.options.prefixCacheTokens, run.options.hashBlockTokens);
    this.#run = run;
    this.#noise = new LognormalNoise(run.options.noiseCv);
    this.#random = new Random(run.options.seed, RANDOM_STREAMS.decodeNoise, index);
    this.#slowness = slownessOf(index, run.options);
  }

  get role(): Role {
    return this.roleChange.role;
  }

  /** How often a batch that had outgrown its KV limit put a request out. */
  get preemptions(): number {
    return this.#preemptions;
  }

  /** Whether it holds no request. Its KV that is still on its way counts as held. */
  emptyAt(nowS: number): boolean {
    return this.prefill.size + this.decode.size + this.#preempted.length === 0 && this.link.freeS <= nowS;
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
    return (this.role === phase || this.#run.options.aggregated) && this.roleChange.takesRequests && this.available;
  }

  /** Whether it takes a prompt of so many tokens now. An engine that will decode it too has to have room for it. */
  takesPrompt(tokens: number): boolean {
    if (!this.serves("prefill") || this.prefill.size >= this.#run.options.prefillSlots) return false;
    return !this.#run.options.aggregated || this.#hasRoomBeside(tokens);
  }

  /** Takes a prompt, less what its cache holds of it. */
  takePrompt(request: number): void {
    const { workload } = this.#run.lifecycle;
    const inputTokens = workload.inputTokens[request] as number;
    const hashIds = workload.hashIds.get(request);
    const cached = hashIds ? this.#cache.admit(hashIds, inputTokens) : (workload.cachedTokens.get(request) ?? 0);
    this.prefill.join(request, inputTokens - cached);
  }

  /** Whether the prompt that it has prefilled is one of those that its batch had put out, which comes back now. */
  rejoins(request: number): boolean {
    if (!this.#recomputed.delete(request)) return false;
    this.decode.join(request, this.#run.lifecycle.kvTokens(request));
    return true;
  }

  /** Begins its next work, if it has any and does nothing yet. */
  start(nowS: number): void {
    if (this.#work !== "idle") return;
    if (this.#run.options.preemption) this.#keepWithinKvLimit();
    const work = this.#nextWork();
    this.#lastWork = work;
    if (work === "prefill") this.#begin(work, nowS + this.#prefillStepS(), EVENT.prefillEnd);
    else if (work === "decode") this.#begin(work, nowS + this.#iterationS(), EVENT.iterationEnd);
  }

  /** Takes the planned role: a drained engine has lost its cache, and all are cold. False: it has that role. */
  takeRole(): boolean {
    if (!this.roleChange.takeRole()) return false;
    if (this.#run.options.moveMode !== "label") this.#cache.clear();
    this.#coldS = this.#run.options.coldS;
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
    this.#recomputed.clear();
    this.#cache.clear();
    return [...this.prefill.clear(), ...this.decode.clear(), ...this.#preempted.splice(0)];
  }

  /** One fault is over; it comes up again when all are. */
  recover(): void {
    this.#faults--;
  }

  #prefillStepS(): number {
    const seconds = this.prefill.begin(this.#run.lifecycle.workload.prefillNoise) * this.#slowness;
    return this.#run.options.chunkTokens > 0 && this.decode.size > 0 ? seconds + this.#iterationS() : seconds;
  }

  /** Puts the youngest out until the batch has room to grow, and takes those back that there is room for. */
  #keepWithinKvLimit(): void {
    while (this.decode.size > 1 && !this.decode.fits(this.decode.kvTokens + this.decode.size)) {
      const youngest = this.decode.removeLast(this.#run.lifecycle);
      this.#preempted.unshift(youngest);
      this.#preemptions++;
    }
    const first = this.#preempted[0];
    if (first === undefined || this.#recomputed.size > 0) return;
    const tokens = this.#run.lifecycle.kvTokens(first);
    if (this.decode.size > 0 && !this.decode.hasRoom(tokens + this.decode.size + 1)) return;
    this.#preempted.shift();
    this.#recomputed.add(first);
    this.prefill.join(first, tokens);
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
    this.#run.agenda.push(endS + this.#coldS, end, this.index, this.#workStamp);
    this.#coldS = 0;
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
