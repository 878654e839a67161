import type { PolicyName } from "../policies/policy-guard";
import type { EngineProfile } from "../profile";
import type { ProfileOrigin } from "../replay/profile-origin";
import { replayFleet } from "../replay/replay-fleet";
import { type ReplayInput, ReplayRun } from "../replay/replay-run";
import { climb } from "./search";

/** Who decides the split: nobody (the best split that could be kept), or a policy. */
export type Contender = "fixed" | PolicyName;

/** A trace on fleets of one kind of engine. */
export interface TrialInput extends Pick<ReplayInput, "requests" | "config"> {
  readonly profile: EngineProfile;
  readonly origin?: ProfileOrigin;
  /** Options of the simulated fleet, but for load and seed. */
  readonly simulation: Omit<NonNullable<ReplayInput["simulation"]>, "speed" | "seed">;
  /** The runs of one trial differ in their seed. */
  readonly seeds: readonly number[];
}

/** Outcome of a fleet over the seeds. */
export interface Trial {
  readonly engines: number;
  /** The split that was kept, or begun with. */
  readonly prefill: number;
  /** Share of the requests that met both SLOs: mean, least and most of the seeds; null where no request counted. */
  readonly both: number | null;
  readonly least: number | null;
  readonly most: number | null;
  /** Mean moves of a run. */
  readonly moves: number;
}

/** Runs of a trace with fleets of any size, each made once. */
export class Trials {
  readonly #input: TrialInput;
  readonly #ran: (label: string) => void;
  readonly #made = new Map<string, Trial>();

  /** @param ran told before each replay, for a sign of progress */
  constructor(input: TrialInput, ran: (label: string) => void = () => {}) {
    this.#input = input;
    this.#ran = ran;
  }

  /** A fleet under a contender. A policy begins with the split that would be best to keep. */
  of(contender: Contender, engines: number, load: number): Trial {
    const prefill = this.#bestPrefill(engines, load);
    return contender === "fixed" ? this.#fixed(prefill, engines, load) : this.#trial(contender, prefill, engines, load);
  }

  #bestPrefill(engines: number, load: number): number {
    const worth = (prefill: number) => this.#fixed(prefill, engines, load).both ?? 0;
    return climb(Math.floor(engines / 2), 1, engines - 1, worth);
  }

  #fixed(prefill: number, engines: number, load: number): Trial {
    return this.#trial("fixed", prefill, engines, load);
  }

  #trial(contender: Contender, prefill: number, engines: number, load: number): Trial {
    const key = `${contender} ${prefill} ${engines} ${load}`;
    const made = this.#made.get(key);
    if (made) return made;
    const trial = this.#run(contender, prefill, engines, load);
    this.#made.set(key, trial);
    return trial;
  }

  #run(contender: Contender, prefill: number, engines: number, load: number): Trial {
    const shares: number[] = [];
    let moves = 0;
    for (const seed of this.#input.seeds) {
      this.#ran(
        `${contender}, ${prefill} + ${engines - prefill} engines, load x${Number(load.toPrecision(3))}, seed ${seed}`,
      );
      const report = this.#replay(contender, prefill, engines, { speed: load, seed });
      moves += report.moves.filter(({ movedS }) => movedS !== null).length;
      if (report.attainment.bothRatio !== null) shares.push(report.attainment.bothRatio);
    }
    const counted = shares.length > 0;
    return {
      engines,
      prefill,
      both: counted ? shares.reduce((sum, share) => sum + share, 0) / shares.length : null,
      least: counted ? Math.min(...shares) : null,
      most: counted ? Math.max(...shares) : null,
      moves: moves / this.#input.seeds.length,
    };
  }

  #replay(contender: Contender, prefill: number, engines: number, how: { speed: number; seed: number }) {
    const { requests, config, simulation, profile, origin } = this.#input;
    const run = new ReplayRun({
      requests,
      config,
      engines: replayFleet(prefill, engines - prefill, { profile, ...(origin && { origin }) }),
      simulation: { ...simulation, ...how },
      ...(contender === "fixed" ? { control: "off" } : { policy: contender }),
    });
    run.run();
    return run.report();
  }
}
