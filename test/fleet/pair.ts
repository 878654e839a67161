import { expect } from "vitest";
import { Fleet, FleetRequest, type Phase, type RequestShape } from "../../src/fleet";
import type { EngineProfileInput } from "../../src/profile";
import { NAIVE_CONFIG, NaiveFleet, type NaiveRequest } from "../model/naive-fleet";
import { type Event, lengths } from "./events";

/** The fleet and the naive model side by side. */
export class Pair {
  readonly fleet = new Fleet(NAIVE_CONFIG);
  readonly naive = new NaiveFleet();
  readonly records: FleetRequest[] = [];

  addEngine(role: Phase, profile: EngineProfileInput | null): void {
    this.fleet.addEngine({ id: `${this.fleet.engines.length}`, role, profile }, 0);
    this.naive.addEngine(role, profile);
  }

  addRequest(shape: Required<RequestShape>): void {
    this.records.push(new FleetRequest(shape, 0));
    this.naive.addRequest(shape);
  }

  apply(event: Event, nowS: number): void {
    if ("request" in event) this.applyToRequest(event, nowS);
    else this.applyToEngines(event, nowS);
  }

  private applyToRequest(event: Extract<Event, { request: number }>, nowS: number): void {
    const record = this.records[event.request] as FleetRequest;
    const naive = this.naive.requests[event.request] as NaiveRequest;
    switch (event.op) {
      case "dispatch":
        this.fleet.dispatch(this.fleet.engine(`${event.engine}`), record, event.phase, nowS);
        this.naive.place(naive, this.naive.engines[event.engine] ?? null, event.phase, nowS);
        break;
      case "wait":
        this.fleet.wait(record, event.phase, nowS);
        this.naive.place(naive, "queue", event.phase, nowS);
        break;
      case "token":
        expect(this.fleet.token(record, nowS, event.count)).toBe(this.naive.token(naive, nowS, event.count));
        break;
      case "firstToken":
        expect(this.fleet.firstToken(record, nowS)).toBe(this.naive.firstToken(naive, nowS));
        break;
      case "finished":
        expect(this.fleet.finished(record, nowS)).toBe(naive.place !== null);
        this.naive.place(naive, null, naive.phase, nowS);
        break;
      case "resize":
        naive.shape = lengths(event.shape);
        this.fleet.resize(record, lengths(event.shape));
        break;
    }
  }

  private applyToEngines(event: Exclude<Event, { request: number }>, nowS: number): void {
    if (event.op === "roll") {
      this.fleet.roll(nowS);
      this.naive.roll(nowS);
      return;
    }
    const naive = this.naive.engines[event.engine] as NaiveFleet["engines"][number];
    switch (event.op) {
      case "role":
        naive.role = event.role;
        this.fleet.setRole(`${event.engine}`, event.role);
        break;
      case "available":
        naive.available = event.available;
        this.fleet.setAvailable(`${event.engine}`, event.available);
        break;
      case "profile":
        naive.profile = event.profile;
        this.fleet.setProfile(`${event.engine}`, event.profile);
        break;
    }
  }

  compare(nowS: number): void {
    const { fleet, naive } = this;
    for (const [index, model] of naive.engines.entries()) {
      const shown = fleet.engine(`${index}`);
      expect(shown.decodeTokens).toBe(naive.decodeTokens(model));
      expect([...shown.residents("decode")].length).toBe(naive.residents(model, "decode").length);
      expect([...shown.residents("prefill")].length).toBe(naive.residents(model, "prefill").length);
      close(shown.residentPrefillS(), naive.prefillS(model));
      close(shown.meanPrefillPriceS, model.meanPriceS);
      close(shown.meanGapS, model.meanGapS);
      close(shown.stalledGapS(nowS), naive.stalledGapS(model, nowS));
      close(shown.correction, model.correction);
      close(shown.prefillLoad(), naive.prefillLoad(model));
      close(shown.decodeLoad(nowS), naive.decodeLoad(model, nowS));
    }
    for (const role of ["prefill", "decode"] as const) close(fleet.poolLoad(role, nowS), naive.poolLoad(role, nowS));
    expect(fleet.waitingRequests).toBe(naive.requests.filter(({ place }) => place === "queue").length);
  }
}

function close(actual: number, expected: number): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(Math.max(1e-11, 1e-9 * Math.abs(expected)));
}
