import { ownFields } from "../check";
import type { Decision, RoleMove } from "../decision/decision";
import { ArgumentError, StateError } from "../errors";
import type { EngineOptions } from "../fleet";
import { type RestoreOptions, type RestoreReport, restorePoolSnapshot } from "../handoff/restore";
import { takePoolSnapshot } from "../handoff/take";
import type { EngineProfileInput } from "../profile";
import type { Accounts } from "./accounts";
import { RequestHandle } from "./request";

/** Commands of a pool besides its requests. While its policy decides, it takes none of them. */
export class PoolCommands {
  readonly #accounts: Accounts;

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  pass(): { decisions: Decision[] } {
    const { controller, records, effects } = this.#accounts;
    const nowS = this.#beginPass("pass");
    records.passBegins(nowS);
    // Loads as they are before the decisions change the split.
    const known = effects.pass(nowS);
    const decisions = this.#timed(nowS, controller.pass(nowS));
    records.passEnds(decisions, nowS);
    records.measured([...known, ...effects.decided(decisions, nowS)], nowS);
    return { decisions };
  }

  sample(): void {
    const { controller, records, effects } = this.#accounts;
    const nowS = this.#beginPass("sample");
    const known = effects.pass(nowS);
    controller.sample(nowS);
    records.sampled(nowS);
    records.measured(known, nowS);
  }

  urgent(): { decisions: Decision[] } {
    const { controller, records, effects } = this.#accounts;
    const nowS = this.#begin("urgent");
    const decisions = this.#timed(nowS, controller.urgent(nowS));
    records.urgentEnds(decisions, nowS);
    records.measured(effects.decided(decisions, nowS), nowS);
    return { decisions };
  }

  moved(engineId: string): RoleMove | null {
    const { controller, records, effects } = this.#accounts;
    const nowS = this.#begin("moved");
    const move = controller.confirmMove(engineId, nowS);
    records.moved(engineId, move, nowS);
    if (move) records.measured(effects.confirmed(nowS), nowS);
    return move;
  }

  moveFailed(engineId: string): RoleMove | null {
    const { controller, records } = this.#accounts;
    const nowS = this.#begin("moveFailed");
    const move = controller.moves.withdraw(engineId, nowS);
    records.moveFailed(engineId, move, nowS);
    return move;
  }

  recordRisk(kind: string): void {
    if (typeof kind !== "string" || kind === "") throw new ArgumentError("kind", "must be a name", kind);
    const { controller, records } = this.#accounts;
    const nowS = this.#begin("recordRisk");
    controller.evidence.recordRisk(kind, nowS);
    records.risk(kind, nowS);
  }

  addEngine(engine: EngineOptions): void {
    const { fleet, records } = this.#accounts;
    const nowS = this.#begin("addEngine");
    records.engineAdded(fleet.addEngine(engine, nowS), nowS);
  }

  removeEngine(engineId: string): RequestHandle[] {
    const { controller, fleet, records } = this.#accounts;
    const nowS = this.#begin("removeEngine");
    const residents = fleet.removeEngine(engineId, nowS);
    const handles = residents.flatMap(({ owner }) => (owner instanceof RequestHandle ? owner : []));
    for (const handle of handles) handle.engineRemoved();
    records.engineRemoved(engineId, controller.moves.withdraw(engineId, nowS), nowS);
    return handles;
  }

  setAvailable(engineId: string, available: boolean): void {
    this.#refuseWhileDeciding("setAvailable");
    this.#accounts.fleet.setAvailable(engineId, available);
    this.#recordSetting("available", engineId);
  }

  setPinned(engineId: string, pinned: boolean): void {
    this.#refuseWhileDeciding("setPinned");
    this.#accounts.fleet.setPinned(engineId, pinned);
    this.#recordSetting("pinned", engineId);
  }

  setProfile(engineId: string, profile: EngineProfileInput | null): void {
    this.#refuseWhileDeciding("setProfile");
    this.#accounts.fleet.setProfile(engineId, profile);
    this.#recordSetting("profile", engineId);
  }

  snapshot(): Uint8Array {
    this.#refuseWhileDeciding("snapshot");
    const nowS = this.#accounts.clock.checkedNow();
    // To the windows it is what that query is.
    this.#accounts.records.look("history", nowS);
    return takePoolSnapshot(this.#accounts, nowS);
  }

  restore(bytes: Uint8Array, options?: RestoreOptions): RestoreReport {
    this.#refuseWhileDeciding("restore");
    const { elapsedS = 0 } = options === undefined ? {} : ownFields("options", options);
    const { decisionTimes, effects, records } = this.#accounts;
    const report = restorePoolSnapshot(this.#accounts, bytes, elapsedS);
    decisionTimes.clear();
    effects.clear();
    records.restored(bytes, elapsedS, report.takenAtS + elapsedS);
    return report;
  }

  #recordSetting(setting: "available" | "pinned" | "profile", engineId: string): void {
    const { fleet, records } = this.#accounts;
    records.engineSet(setting, fleet.engine(engineId));
  }

  /** Counts how long a step took that began at `startS`, if it decided anything. */
  #timed(startS: number, decisions: Decision[]): Decision[] {
    const { clock, decisionTimes } = this.#accounts;
    if (decisions.length > 0) decisionTimes.record(clock.now() - startS);
    return decisions;
  }

  #beginPass(call: string): number {
    this.#refuseWhileDeciding(call);
    return this.#accounts.clock.passNow();
  }

  /** The time of a command. */
  #begin(call: string): number {
    this.#refuseWhileDeciding(call);
    return this.#accounts.clock.checkedNow();
  }

  /** A policy that calls the pool would have it decide within a decision, or change what it decides from. */
  #refuseWhileDeciding(call: string): void {
    if (this.#accounts.controller.deciding) throw new StateError(call, "deciding", "pool");
  }
}
