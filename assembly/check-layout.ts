/**
 * Compares the structs that the core and the host share with the offsets that the host knows: a struct that has drifted
 * does not compile. A new field needs a line here, which a test holds.
 */
import * as at from "./fields";
import { Profile } from "./profiles";
import { Evidence, Flow, OutcomeSums, Overflow, Price, Pruned, Score, ValueTotals, WorkState } from "./results";
import { CellRow, LearnedRow, RateRow, RatioRow, SecondRow, ShapeRow } from "./rows";
import { Snapshot } from "./scoring";
import { CORE_VERSION } from "./version";

/** What the host compares with its own: this module was compiled from the sources that the host belongs to. */
export function coreVersion(): i32 {
  checkProfile();
  checkSnapshot();
  checkRows();
  checkWindowAnswers();
  checkOutcomeAnswers();
  checkPrices();
  return CORE_VERSION;
}

function checkProfile(): void {
  if (offsetof<Profile>() != at.PROFILE_BYTES) ERROR("Profile");
  if (offsetof<Profile>("weight") != at.PROFILE_WEIGHT) ERROR("Profile.weight");
  if (offsetof<Profile>("ttftA") != at.PROFILE_TTFT_A) ERROR("Profile.ttftA");
  if (offsetof<Profile>("ttftB") != at.PROFILE_TTFT_B) ERROR("Profile.ttftB");
  if (offsetof<Profile>("ttftC") != at.PROFILE_TTFT_C) ERROR("Profile.ttftC");
  if (offsetof<Profile>("tpotSlope") != at.PROFILE_TPOT_SLOPE) ERROR("Profile.tpotSlope");
  if (offsetof<Profile>("tpotIntercept") != at.PROFILE_TPOT_INTERCEPT) ERROR("Profile.tpotIntercept");
  if (offsetof<Profile>("tpotRequestSlope") != at.PROFILE_TPOT_REQUEST_SLOPE) ERROR("Profile.tpotRequestSlope");
  if (offsetof<Profile>("kvCapacity") != at.PROFILE_KV_CAPACITY) ERROR("Profile.kvCapacity");
  if (offsetof<Profile>("minRequests") != at.PROFILE_MIN_REQUESTS) ERROR("Profile.minRequests");
  if (offsetof<Profile>("maxRequests") != at.PROFILE_MAX_REQUESTS) ERROR("Profile.maxRequests");
  if (offsetof<Profile>("minKv") != at.PROFILE_MIN_KV) ERROR("Profile.minKv");
  if (offsetof<Profile>("maxKv") != at.PROFILE_MAX_KV) ERROR("Profile.maxKv");
  if (offsetof<Profile>("minPrefill") != at.PROFILE_MIN_PREFILL) ERROR("Profile.minPrefill");
  if (offsetof<Profile>("maxPrefill") != at.PROFILE_MAX_PREFILL) ERROR("Profile.maxPrefill");
  if (offsetof<Profile>("minOutput") != at.PROFILE_MIN_OUTPUT) ERROR("Profile.minOutput");
  if (offsetof<Profile>("maxOutput") != at.PROFILE_MAX_OUTPUT) ERROR("Profile.maxOutput");
}

function checkSnapshot(): void {
  if (offsetof<Snapshot>() != at.SNAPSHOT_BYTES) ERROR("Snapshot");
  if (offsetof<Snapshot>("prefillDemand") != at.SNAPSHOT_PREFILL_DEMAND) ERROR("Snapshot.prefillDemand");
  if (offsetof<Snapshot>("decodeDemand") != at.SNAPSHOT_DECODE_DEMAND) ERROR("Snapshot.decodeDemand");
  if (offsetof<Snapshot>("prefillEngines") != at.SNAPSHOT_PREFILL_ENGINES) ERROR("Snapshot.prefillEngines");
  if (offsetof<Snapshot>("decodeEngines") != at.SNAPSHOT_DECODE_ENGINES) ERROR("Snapshot.decodeEngines");
  if (offsetof<Snapshot>("prefillPressure") != at.SNAPSHOT_PREFILL_PRESSURE) ERROR("Snapshot.prefillPressure");
  if (offsetof<Snapshot>("decodePressure") != at.SNAPSHOT_DECODE_PRESSURE) ERROR("Snapshot.decodePressure");
  if (offsetof<Snapshot>("residentPrefillS") != at.SNAPSHOT_RESIDENT_PREFILL_S) ERROR("Snapshot.residentPrefillS");
  if (offsetof<Snapshot>("residentTokens") != at.SNAPSHOT_RESIDENT_TOKENS) ERROR("Snapshot.residentTokens");
  if (offsetof<Snapshot>("residentRequests") != at.SNAPSHOT_RESIDENT_REQUESTS) ERROR("Snapshot.residentRequests");
  if (offsetof<Snapshot>("activeEngines") != at.SNAPSHOT_ACTIVE_ENGINES) ERROR("Snapshot.activeEngines");
  if (offsetof<Snapshot>("correction") != at.SNAPSHOT_CORRECTION) ERROR("Snapshot.correction");
  if (offsetof<Snapshot>("residentsInDomain") != at.SNAPSHOT_RESIDENTS_IN_DOMAIN) ERROR("Snapshot.residentsInDomain");
  if (offsetof<Snapshot>("ttftSloS") != at.SNAPSHOT_TTFT_SLO_S) ERROR("Snapshot.ttftSloS");
  if (offsetof<Snapshot>("tpotSloS") != at.SNAPSHOT_TPOT_SLO_S) ERROR("Snapshot.tpotSloS");
  if (offsetof<Snapshot>("utilization") != at.SNAPSHOT_UTILIZATION) ERROR("Snapshot.utilization");
  if (offsetof<Snapshot>("minInput") != at.SNAPSHOT_MIN_INPUT) ERROR("Snapshot.minInput");
  if (offsetof<Snapshot>("maxInput") != at.SNAPSHOT_MAX_INPUT) ERROR("Snapshot.maxInput");
  if (offsetof<Snapshot>("minOutput") != at.SNAPSHOT_MIN_OUTPUT) ERROR("Snapshot.minOutput");
  if (offsetof<Snapshot>("maxOutput") != at.SNAPSHOT_MAX_OUTPUT) ERROR("Snapshot.maxOutput");
  if (offsetof<Snapshot>("pendingWorkS") != at.SNAPSHOT_PENDING_WORK_S) ERROR("Snapshot.pendingWorkS");
  if (offsetof<Snapshot>("pendingUncovered") != at.SNAPSHOT_PENDING_UNCOVERED) ERROR("Snapshot.pendingUncovered");
}

function checkRows(): void {
  if (offsetof<CellRow>() != at.CELL_ROW_BYTES) ERROR("CellRow");
  if (offsetof<CellRow>("a") != at.CELL_A) ERROR("CellRow.a");
  if (offsetof<CellRow>("b") != at.CELL_B) ERROR("CellRow.b");
  if (offsetof<CellRow>("c") != at.CELL_C) ERROR("CellRow.c");
  if (offsetof<CellRow>("first") != at.CELL_FIRST) ERROR("CellRow.first");
  if (offsetof<CellRow>("last") != at.CELL_LAST) ERROR("CellRow.last");
  if (offsetof<CellRow>("count") != at.CELL_COUNT) ERROR("CellRow.count");
  if (offsetof<CellRow>("overflow") != at.CELL_OVERFLOW) ERROR("CellRow.overflow");
  if (offsetof<CellRow>("lastCertain") != at.CELL_LAST_CERTAIN) ERROR("CellRow.lastCertain");

  if (offsetof<ShapeRow>() != at.SHAPE_ROW_BYTES) ERROR("ShapeRow");
  if (offsetof<ShapeRow>("input") != at.SHAPE_INPUT) ERROR("ShapeRow.input");
  if (offsetof<ShapeRow>("output") != at.SHAPE_OUTPUT) ERROR("ShapeRow.output");
  if (offsetof<ShapeRow>("prefill") != at.SHAPE_PREFILL) ERROR("ShapeRow.prefill");

  if (offsetof<LearnedRow>() != at.LEARNED_ROW_BYTES) ERROR("LearnedRow");
  if (offsetof<LearnedRow>("input") != at.LEARNED_INPUT) ERROR("LearnedRow.input");
  if (offsetof<LearnedRow>("requested") != at.LEARNED_REQUESTED) ERROR("LearnedRow.requested");
  if (offsetof<LearnedRow>("value") != at.LEARNED_VALUE) ERROR("LearnedRow.value");

  if (offsetof<RateRow>() != at.RATE_ROW_BYTES) ERROR("RateRow");
  if (offsetof<RateRow>("prefill") != at.RATE_PREFILL) ERROR("RateRow.prefill");
  if (offsetof<RateRow>("decode") != at.RATE_DECODE) ERROR("RateRow.decode");

  if (offsetof<SecondRow>() != at.SECOND_ROW_BYTES) ERROR("SecondRow");
  if (offsetof<SecondRow>("second") != at.SECOND_SECOND) ERROR("SecondRow.second");
  if (offsetof<SecondRow>("work") != at.SECOND_WORK) ERROR("SecondRow.work");
  if (offsetof<SecondRow>("level") != at.SECOND_LEVEL) ERROR("SecondRow.level");

  if (offsetof<RatioRow>() != at.RATIO_ROW_BYTES) ERROR("RatioRow");
  if (offsetof<RatioRow>("place") != at.RATIO_PLACE) ERROR("RatioRow.place");
  if (offsetof<RatioRow>("mean") != at.RATIO_MEAN) ERROR("RatioRow.mean");
  if (offsetof<RatioRow>("count") != at.RATIO_COUNT) ERROR("RatioRow.count");
}

function checkWindowAnswers(): void {
  if (offsetof<Evidence>() > <usize>at.RESULT_BYTES) ERROR("Evidence");
  if (offsetof<Evidence>("count") != at.EVIDENCE_COUNT) ERROR("Evidence.count");
  if (offsetof<Evidence>("oldest") != at.EVIDENCE_OLDEST) ERROR("Evidence.oldest");

  if (offsetof<Overflow>() > <usize>at.RESULT_BYTES) ERROR("Overflow");
  if (offsetof<Overflow>("count") != at.OVERFLOW_COUNT) ERROR("Overflow.count");
  if (offsetof<Overflow>("tokens") != at.OVERFLOW_TOKENS) ERROR("Overflow.tokens");
  if (offsetof<Overflow>("last") != at.OVERFLOW_LAST) ERROR("Overflow.last");

  if (offsetof<ValueTotals>() > <usize>at.RESULT_BYTES) ERROR("ValueTotals");
  if (offsetof<ValueTotals>("sum") != at.TOTALS_SUM) ERROR("ValueTotals.sum");
  if (offsetof<ValueTotals>("least") != at.TOTALS_LEAST) ERROR("ValueTotals.least");
  if (offsetof<ValueTotals>("largest") != at.TOTALS_LARGEST) ERROR("ValueTotals.largest");

  if (offsetof<Flow>() > <usize>at.RESULT_BYTES) ERROR("Flow");
  if (offsetof<Flow>("head") != at.FLOW_HEAD) ERROR("Flow.head");
  if (offsetof<Flow>("cells") != at.FLOW_CELLS) ERROR("Flow.cells");
  if (offsetof<Flow>("held") != at.FLOW_HELD) ERROR("Flow.held");
  if (offsetof<Flow>("expired") != at.FLOW_EXPIRED) ERROR("Flow.expired");
  if (offsetof<Flow>("refused") != at.FLOW_REFUSED) ERROR("Flow.refused");
}

function checkOutcomeAnswers(): void {
  if (offsetof<OutcomeSums>() > <usize>at.RESULT_BYTES) ERROR("OutcomeSums");
  if (offsetof<OutcomeSums>("total") != at.OUTCOMES_TOTAL) ERROR("OutcomeSums.total");
  if (offsetof<OutcomeSums>("ttftMet") != at.OUTCOMES_TTFT_MET) ERROR("OutcomeSums.ttftMet");
  if (offsetof<OutcomeSums>("tpotMet") != at.OUTCOMES_TPOT_MET) ERROR("OutcomeSums.tpotMet");
  if (offsetof<OutcomeSums>("bothMet") != at.OUTCOMES_BOTH_MET) ERROR("OutcomeSums.bothMet");
  if (offsetof<OutcomeSums>("buckets") != at.OUTCOMES_BUCKETS) ERROR("OutcomeSums.buckets");
  if (offsetof<OutcomeSums>("oldest") != at.OUTCOMES_OLDEST) ERROR("OutcomeSums.oldest");

  if (offsetof<Pruned>() > <usize>at.RESULT_BYTES) ERROR("Pruned");
  if (offsetof<Pruned>("head") != at.PRUNED_HEAD) ERROR("Pruned.head");
  if (offsetof<Pruned>("buckets") != at.PRUNED_BUCKETS) ERROR("Pruned.buckets");
  if (offsetof<Pruned>("outcomes") != at.PRUNED_OUTCOMES) ERROR("Pruned.outcomes");

  if (offsetof<WorkState>() > <usize>at.RESULT_BYTES) ERROR("WorkState");
  if (offsetof<WorkState>("first") != at.WORK_FIRST) ERROR("WorkState.first");
  if (offsetof<WorkState>("oldest") != at.WORK_OLDEST) ERROR("WorkState.oldest");
  if (offsetof<WorkState>("base") != at.WORK_BASE) ERROR("WorkState.base");
}

function checkPrices(): void {
  if (offsetof<Price>() > <usize>at.RESULT_BYTES) ERROR("Price");
  if (offsetof<Price>("prefill") != at.PRICE_PREFILL) ERROR("Price.prefill");
  if (offsetof<Price>("expected") != at.PRICE_EXPECTED) ERROR("Price.expected");
  if (offsetof<Price>("gaps") != at.PRICE_GAPS) ERROR("Price.gaps");

  if (offsetof<Score>() > <usize>at.RESULT_BYTES) ERROR("Score");
  if (offsetof<Score>("ttft") != at.SCORE_TTFT) ERROR("Score.ttft");
  if (offsetof<Score>("tpot") != at.SCORE_TPOT) ERROR("Score.tpot");
  if (offsetof<Score>("objective") != at.SCORE_OBJECTIVE) ERROR("Score.objective");
  if (offsetof<Score>("queue") != at.SCORE_QUEUE) ERROR("Score.queue");
  if (offsetof<Score>("tokens") != at.SCORE_TOKENS) ERROR("Score.tokens");
  if (offsetof<Score>("sloCapacity") != at.SCORE_SLO_CAPACITY) ERROR("Score.sloCapacity");
  if (offsetof<Score>("kvCapacity") != at.SCORE_KV_CAPACITY) ERROR("Score.kvCapacity");
  if (offsetof<Score>("requestLimit") != at.SCORE_REQUEST_LIMIT) ERROR("Score.requestLimit");
  if (offsetof<Score>("requests") != at.SCORE_REQUESTS) ERROR("Score.requests");
  if (offsetof<Score>("covered") != at.SCORE_COVERED) ERROR("Score.covered");
}
