import type { Phase } from "../roles";
import type { Engine } from "./engine";
import { Fleet } from "./fleet";
import { PrefillFit } from "./prefill-fit";
import type { FleetRequest } from "./request";

/** A fleet that also measures how its prefills compare with the profiles. */
export class MeasuredFleet extends Fleet {
  readonly prefillFit = new PrefillFit();

  override dispatch(engine: Engine, request: FleetRequest, phase: Phase, nowS: number): void {
    super.dispatch(engine, request, phase, nowS);
    if (phase === "prefill" && engine.prefillRequests === 1) this.prefillFit.started(engine, nowS);
  }

  override firstToken(request: FleetRequest, nowS: number): boolean {
    const { engine, prefillTokens } = request;
    if (!super.firstToken(request, nowS)) return false;
    if (engine) this.prefillFit.ended(engine, prefillTokens, nowS);
    return true;
  }
}
