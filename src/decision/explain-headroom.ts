import type { Role } from "../roles";
import type { DecisionDocument } from "./decision-document";
import { type Amount, apart, countOf, plain } from "./explain-words";

/** Engines of a role beyond its load. */
interface Spare {
  readonly role: Role;
  /** Below 0: it is short. */
  readonly engines: number;
  readonly deviations: number;
}

/** Why the headroom policy let queues decide; null: it did not. */
export function queueBasis(record: DecisionDocument): string | null {
  switch (record.headroom_basis) {
    case "no_model":
      return "Queues decide, since the engines have no profile and have shown too little.";
    case "history_short":
      return "Queues decide, since less than 5 s of what is offered is known.";
    case "model_refuted":
      return refuted(record);
    default:
      return null;
  }
}

function refuted({ refuted_phase: phase = "prefill", ...record }: DecisionDocument): string {
  const { [`${phase}_spare_engines` as const]: spare = null, [`${phase}_fit` as const]: fit = null } = record;
  const room = `${phase} misses its SLO where the model says that it has ${countOf(spare, "engine")} to spare`;
  return `Queues decide, since ${room}; it now counts ${plain(fit)} times what the profile says.`;
}

/** Spare engines of the tighter role, now and in the best split: in engines, if the record has the loads. */
export function tighterRole(record: DecisionDocument): string {
  const { result, current_prefill: current = null, headroom_best_prefill: wanted = current } = record;
  const now = tighterOf(record, current);
  const best = tighterOf(record, wanted);
  if (now === null || best === null) return inDeviations(record);
  const [is, has] = result === "applied" ? ["was", "had"] : ["is", "has"];
  const present = now.engines < 0 ? `${is} ${shortBy(now)}` : `${has} ${toSpare(now)}`;
  const future = wanted === current ? "" : `; in the best split ${inBest(best, now.role)}`;
  return `${now.role === "prefill" ? "Prefill" : "Decode"}, the tighter role, ${present}${future}.`;
}

function inBest(best: Spare, before: Role): string {
  const isShort = best.engines < 0;
  if (best.role === before) return isShort ? `it would be ${shortBy(best)}` : `it would have ${toSpare(best)}`;
  return `that would be ${best.role}, ${isShort ? shortBy(best) : `with ${toSpare(best)}`}`;
}

function shortBy({ engines }: Spare): string {
  return `short by ${countOf(-engines, "engine")}`;
}

function toSpare({ engines }: Spare): string {
  return `${countOf(engines, "engine")} to spare`;
}

/** The role of a split that has less to spare, in standard deviations of its load. */
function tighterOf(record: DecisionDocument, prefillEngines: Amount): Spare | null {
  const { current_prefill = null, current_decode = null } = record;
  if (prefillEngines === null || current_prefill === null || current_decode === null) return null;
  const { prefill_load_engines: prefillLoad = null, decode_load_engines: decodeLoad = null } = record;
  // Engines that differ are worth more or less than one: the record has what they come to.
  const { prefill_spare_engines: prefillSpare = less(current_prefill, prefillLoad) } = record;
  const { decode_spare_engines: decodeSpare = less(current_decode, decodeLoad) } = record;
  const moved = prefillEngines - current_prefill;
  const prefill = spareOf("prefill", prefillSpare, moved, record.prefill_spread_engines);
  const decode = spareOf("decode", decodeSpare, -moved, record.decode_spread_engines);
  if (prefill === null || decode === null) return null;
  return decode.deviations < prefill.deviations ? decode : prefill;
}

function less(engines: number, load: Amount): Amount {
  return load === null ? null : engines - load;
}

function spareOf(role: Role, spare: Amount, more: number, spread: Amount = null): Spare | null {
  if (spare === null || spread === null) return null;
  return { role, engines: spare + more, deviations: (spare + more) / spread };
}

function inDeviations({
  headroom_current = null,
  headroom_best = null,
  headroom_best_prefill,
  current_prefill,
}: DecisionDocument): string {
  const [now, best] = apart(headroom_current, headroom_best, plain);
  const inBestSplit = headroom_best_prefill === current_prefill ? "" : `, and ${best} in the best split`;
  return `The tighter role has ${now} standard deviations of its load to spare${inBestSplit}.`;
}
