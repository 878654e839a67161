import * as v from "valibot";
import { ROLES } from "../roles";
import { count, described, notNegative, oneOf, realOrNull, text } from "../schema-fields";

const move = v.strictObject({
  at_s: notNegative("s", "when, from the first request on"),
  engine: text("its id"),
  to: oneOf(ROLES, "the role that it takes"),
});

/** Regret of a run: a part of the replay document with `--regret`, and of the document of `narwhal-slo regret`. */
export const regretEntries = {
  total: count("requests", "requests that completed, failed, expired or were refused"),
  kept: count("requests", "those of them that met both SLOs"),
  best_kept: count("requests", "the same of the best schedule that was found by one who knows the whole trace"),
  regret: count("requests", "how many more that is: order + admission + roles"),
  regret_ratio: realOrNull("ratio", "the same as a share of all; null where none counted"),
  order: count("requests", "gained by serving last what is late anyway, with one prompt an engine"),
  admission: count("requests", "gained on top by refusing what would be late"),
  roles: count("requests", "gained on top by other roles"),
  moves: count("moves", "moves of the run"),
  best_moves: described(v.array(move), "", "moves of the best schedule"),
};
