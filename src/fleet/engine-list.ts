import { checkTime, ownFields } from "../check";
import { MAX_ENGINES } from "../config";
import { ArgumentError, ConfigError, UnknownIdError } from "../errors";
import { checkProfile, type EngineProfile, type EngineProfileInput } from "../profile";
import { Engine } from "./engine";
import { checkPhase } from "./fleet-request";
import type { EngineOptions, FleetConfig } from "./options";

/** The engines of a fleet, by id and in the order in which they joined. */
export class EngineList {
  readonly #config: FleetConfig;
  readonly #inOrder: Engine[] = [];
  readonly #byId = new Map<string, Engine>();

  constructor(config: FleetConfig) {
    this.#config = config;
  }

  get inOrder(): readonly Engine[] {
    return this.#inOrder;
  }

  find(engineId: string): Engine | undefined {
    return this.#byId.get(engineId);
  }

  /** @throws UnknownIdError */
  get(engineId: string): Engine {
    const engine = this.#byId.get(engineId);
    if (engine === undefined) throw new UnknownIdError("engine", engineId);
    return engine;
  }

  /** @throws ArgumentError, ProfileError, TimeError, ConfigError, as `Fleet.addEngine` does */
  add(options: EngineOptions, nowS: number): Engine {
    const given = ownFields("engine", options);
    const { id, role, profile = null } = given;
    checkTime("nowS", nowS);
    checkPhase("role", role);
    if (typeof id !== "string" || id === "") throw new ArgumentError("id", "must be a string that is not empty", id);
    if (ILL_FORMED.test(id)) throw new ArgumentError("id", "must be well-formed Unicode, without half a pair", id);
    if (this.#byId.has(id)) throw new ArgumentError("id", "must be the id of no other engine", id);
    const size = this.#inOrder.length + 1;
    if (size > MAX_ENGINES) throw new ConfigError("engines", `must be at most ${MAX_ENGINES}`, size);
    const engine = new Engine(given, checkedOrNull(id, profile), this.#config, nowS);
    this.#inOrder.push(engine);
    this.#byId.set(id, engine);
    return engine;
  }

  /** Takes an engine out. @throws UnknownIdError */
  remove(engineId: string): Engine {
    const engine = this.get(engineId);
    this.#byId.delete(engineId);
    this.#inOrder.splice(this.#inOrder.indexOf(engine), 1);
    engine.inFleet = false;
    return engine;
  }

  /** Puts another profile of an engine into force, or none. @throws UnknownIdError, ProfileError */
  setProfile(engineId: string, profile: EngineProfileInput | null): void {
    const engine = this.get(engineId);
    engine.setProfile(checkedOrNull(engineId, profile));
  }
}

/** Half a surrogate pair: in UTF-8 two such ids would be one. */
const ILL_FORMED = /\p{Surrogate}/u;

/** Null and undefined mean no profile; any other value that is no object is refused as a profile. */
function checkedOrNull(engineId: string, profile: EngineProfileInput | null | undefined): EngineProfile | null {
  return profile === null || profile === undefined ? null : checkProfile(engineId, profile);
}
