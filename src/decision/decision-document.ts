import { ownFields, readArgument } from "../check";
import { rounded } from "../round";
import { type Snake, toWire, type Wire } from "../wire";
import { addFacts, type Decision } from "./decision";

/**
 * A decision's record: snake_case, rounded (6 digits; tokens and requests per engine 3), null for what is not finite.
 * Fields that the decision did not reach are left out.
 */
export type DecisionDocument = {
  -readonly [Field in keyof Decision as Snake<Field>]: Wire<Exclude<Decision[Field], undefined>>;
};

/** Makes the record of a decision (semantics, section 13). */
export function decisionDocument(decision: Decision): DecisionDocument {
  const { at, prefill, decode, moves, by, reason, result, limit, ...facts } = ownFields("decision", decision);
  const document = readArgument("decision", "must be a decision", decision, (): DecisionDocument => {
    return addFacts(toWire({ at, prefill, decode, moves, by, reason, result, limit }), toWire(facts));
  });
  const { decodeTokensPerEngine, decodeRequestsPerEngine, decodeSloCapacityTokens } = decision;
  if (decodeTokensPerEngine === undefined) return document;
  return addFacts(document, {
    decode_tokens_per_engine: rounded(decodeTokensPerEngine, 3),
    decode_requests_per_engine: rounded(decodeRequestsPerEngine ?? null, 3),
    decode_slo_capacity_tokens: rounded(decodeSloCapacityTokens ?? null, 3),
  });
}
