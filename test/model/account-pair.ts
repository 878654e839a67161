import { bucketWidthS } from "../../src/config";
import { ByteReader } from "../../src/handoff/byte-reader";
import { ByteWriter } from "../../src/handoff/byte-writer";
import { accountingCodec } from "../../src/handoff/pool-snapshot";
import { type EngineProfile, type ManualClock, manualClock } from "../../src/index";
import { Accounting, DemandEvidence, type Offer, ProfileSet } from "../../src/parts";
import type { AccountLife, Lengths, LifeStep } from "./account-life";
import { NaiveAccount, type NaiveOffer } from "./naive-account";
import { NaiveEstimates } from "./naive-estimates";
import type { NaiveRisk } from "./naive-evidence";
import { NaiveOutcomes } from "./naive-outcomes";
import { timeOf, type When } from "./window-cases";

/** An offer where each of the two has it. */
interface KnownOffer {
  readonly offer: Offer;
  readonly double: NaiveOffer;
}

/** An account and its naive double, to which the same happens. */
export class AccountPair {
  readonly clock: ManualClock;
  readonly fleets: readonly { readonly profiles: readonly EngineProfile[]; readonly set: ProfileSet }[];
  readonly naive: NaiveAccount;
  readonly outcomes: NaiveOutcomes;
  readonly risks: NaiveRisk[] = [];
  /** What the naive account has learned last. */
  estimates = new NaiveEstimates([]);
  accounting: Accounting;
  evidence: DemandEvidence;
  #offers: KnownOffer[] = [];
  readonly #bucketS: number;
  readonly #lengths: number;
  readonly #module: WebAssembly.Module | undefined;

  constructor({ config, startS, fleets, lengths }: Omit<AccountLife, "steps">, module?: WebAssembly.Module) {
    this.clock = manualClock(startS);
    this.fleets = fleets.map((profiles) => ({ profiles, set: new ProfileSet(profiles) }));
    this.naive = new NaiveAccount(config, this.clock);
    this.outcomes = new NaiveOutcomes({ bucketS: config.monitorIntervalS, retainedS: 4 * config.windowS }, this.clock);
    this.#bucketS = bucketWidthS(config);
    this.#lengths = lengths;
    this.#module = module;
    this.accounting = new Accounting(config, this.clock, module);
    this.evidence = new DemandEvidence(config, this.accounting);
  }

  /** A time of a step, in seconds. */
  time(when: When): number {
    return timeOf(when, this.clock.now(), this.#bucketS);
  }

  /** Both learn output lengths. */
  learn(): void {
    const nowS = this.clock.now();
    this.accounting.learn(nowS);
    this.estimates = new NaiveEstimates(this.naive.observed.cells(nowS - 4 * this.naive.config.windowS));
  }

  /** Lets a step happen to both. */
  apply(step: Exclude<LifeStep, { readonly kind: "ask" }>): void {
    const nowS = this.clock.now();
    switch (step.kind) {
      case "clock":
        return this.clock.set(this.time(step.to));
      case "jump":
        return this.clock.advance(step.seconds);
      case "open":
        this.#open(this.time(step.at));
        return;
      case "arrive":
        return this.#arrive(step.lengths, this.time(step.at), step.shapes);
      case "size":
        return this.#size(this.#offer(step.which), step.lengths);
      case "lose":
      case "invalidate":
        return this.#end(this.#offer(step.which), step.kind);
      case "complete":
        return this.#complete(step.lengths, step.observed, step.shapes);
      case "sample":
        this.accounting.sampleResidency(step.engines, nowS);
        this.naive.residency.add([step.engines, 0, 0]);
        return;
      case "outcome":
        this.accounting.outcomes.record(step.ttftMet, step.tpotMet, this.time(step.at));
        return this.outcomes.record(step.ttftMet, step.tpotMet, this.time(step.at));
      case "risk":
        this.evidence.recordRisk(step.name, this.time(step.at));
        this.risks.push({ kind: step.name, atS: this.time(step.at) });
        return;
      case "handoff":
        return this.#handOn();
    }
  }

  #open(arrivedS: number): KnownOffer {
    const known = { offer: this.accounting.offers.open(arrivedS), double: this.naive.open(arrivedS) };
    this.#offers.push(known);
    return known;
  }

  #offer(which: number): KnownOffer | undefined {
    return this.#offers[this.#offers.length - 1 - (which % this.#offers.length)];
  }

  #arrive(lengths: Lengths, arrivedS: number, shapes: number): void {
    for (let i = 0; i < shapes; i += 1) {
      this.#size(this.#open(arrivedS), { ...lengths, input: lengths.input + i });
    }
  }

  /** Sizes an offer, or reprices it if it has a size. */
  #size(known: KnownOffer | undefined, { input, requested, cached }: Lengths): void {
    const state = known?.double.state;
    if (!known || (state !== "pending" && state !== "sized")) return;
    const inputTokens = this.#length(input);
    const requestedTokens = this.#requested(requested);
    const method = state === "pending" ? "size" : "reprice";
    this.accounting.offers[method](known.offer, this.clock.now(), inputTokens, requestedTokens, cached);
    this.naive[method](known.double, inputTokens, requestedTokens, cached);
  }

  #end(known: KnownOffer | undefined, how: "lose" | "invalidate"): void {
    if (known?.double.state !== "pending") return;
    this.accounting.offers[how](known.offer, this.clock.now());
    this.naive[how](known.double);
  }

  #complete({ input, requested }: Lengths, observed: number, shapes: number): void {
    const [inputTokens, requestedTokens] = [this.#length(input), this.#requested(requested) ?? 0];
    for (let i = 0; i < shapes; i += 1) {
      const observedTokens = this.#length(observed + i);
      this.accounting.complete(inputTokens, requestedTokens, observedTokens, this.clock.now());
      this.naive.observed.add([inputTokens, requestedTokens, observedTokens]);
    }
  }

  /** Another process goes on with the accounts; the offers that are in flight stay behind. */
  #handOn(): void {
    const nowS = this.clock.now();
    const { config } = this.naive;
    const codec = accountingCodec(this.accounting.specs);
    const writer = new ByteWriter();
    codec.write(writer, this.accounting.exportState(nowS));
    const taker = new Accounting(config, this.clock, this.#module);
    taker.offers.size(taker.offers.open(nowS), nowS, 7, 7);
    taker.importState(codec.read(new ByteReader(writer.written)), nowS);
    const evidence = new DemandEvidence(config, taker);
    evidence.importState(this.evidence.exportState());
    this.accounting = taker;
    this.evidence = evidence;
    this.#offers = [];
    this.naive.handOn();
    this.learn();
  }

  #requested(place: number | null | undefined): number | undefined {
    if (place === null) return 0;
    return place === undefined ? undefined : this.#length(place);
  }

  #length(place: number): number {
    return 1 + 7 * (place % this.#lengths);
  }
}
