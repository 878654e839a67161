import * as v from "valibot";
import { ConfigError } from "./errors";
import { isPoolOption, POOL_OPTIONS } from "./pool-options";
import { camelKeys, checkedBy, hintOf, type Refused } from "./schema";

// One line a field: its rule, default, unit and meaning. The configuration reference is made from these.
const field = <T extends v.GenericSchema<number>>(schema: T, fallback: number, unit: string, description: string) =>
  v.optional(v.pipe(schema, v.metadata({ unit }), v.description(description)), fallback);

const real = v.pipe(v.number("must be a number"), v.finite("must be finite"));
const positive = (unit: string) => v.pipe(real, v.gtValue(0, `must be > 0 ${unit}`.trimEnd()));
const notNegative = (unit: string) => v.pipe(real, v.minValue(0, `must be >= 0 ${unit}`.trimEnd()));
const whole = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  v.pipe(
    real,
    v.integer("must be whole"),
    v.minValue(min, `must be >= ${min}`),
    v.maxValue(max, max === Number.MAX_SAFE_INTEGER ? "must be a safe integer" : `must be <= ${max}`),
  );
const share = v.pipe(positive(""), v.maxValue(1, "must be <= 1"));

/** The most engines that one pool can hold. */
export const MAX_ENGINES = 256;

/** Rules, defaults, units and meanings of the configuration (semantics, "Configuration and defaults"). */
export const configSchema = v.strictObject({
  ttftSloS: v.pipe(positive("s"), v.metadata({ unit: "s" }), v.description("TTFT that a request must meet")),
  tpotSloS: v.pipe(positive("s"), v.metadata({ unit: "s" }), v.description("TPOT that a request must meet")),
  monitorIntervalS: field(positive("s"), 1, "s", "time between two monitoring passes; width of an outcome bucket"),
  windowS: field(positive("s"), 120, "s", "demand window W; completions and outcomes are kept for 4 W"),
  stepS: field(positive("s"), 5, "s", "time between two decisions"),
  maxShapes: field(whole(1, 1024), 128, "shapes", "exact shapes of one bucket, before the overflow cohort"),
  overflow: v.optional(
    v.pipe(
      v.picklist(["spec", "binned"], "must be spec or binned"),
      v.metadata({ unit: "" }),
      v.description("shapes beyond maxShapes: one cohort of the largest lengths, or geometric bins first"),
    ),
    "spec",
  ),
  unsizedTolerance: field(
    v.pipe(notNegative(""), v.ltValue(1, "must be < 1")),
    0,
    "ratio",
    "share of offers whose size is not known at which demand is complete still",
  ),
  offerTimeoutS: field(notNegative("s"), 0, "s", "time after which an offer without a size is lost; 0: never"),
  maxFutureS: field(positive("s"), 60, "s", "how far ahead of the clock an event may be stamped"),
  utilization: field(share, 0.8, "ratio", "share of an engine that planned demand may fill"),
  minArrivals: field(whole(0), 10, "arrivals", "arrivals of the window that a decision needs"),
  demandFloor: field(notNegative("engines"), 0.5, "engines", "demand below which nothing is decided"),
  movementMargin: field(notNegative(""), 0.05, "ratio", "improvement of the objective that a move needs"),
  confirmations: field(whole(1), 2, "steps", "steps in a row that must propose the same move"),
  sustainedIntervals: field(whole(1), 3, "steps", "the same, at least, and steps of pressure for the panic bypass"),
  expand: field(positive(""), 1, "ratio", "load at which a role is over"),
  shrink: field(v.pipe(real), 0.5, "ratio", "load up to which a role can give an engine; below expand"),
  cooldownS: field(notNegative("s"), 10, "s", "least time between two moves to decode"),
  dwellS: field(notNegative("s"), 0, "s", "least time between two moves of one engine"),
  panicRatio: field(notNegative(""), 0, "ratio", "decode load, in units of expand, that bypasses cooldown; 0: off"),
  flipResidentGuard: field(whole(0), 0, "requests", "decode residents above which an engine stays; 0: off"),
  minPrefill: field(whole(1), 1, "engines", "prefill engines that must stay"),
  minDecode: field(whole(1), 1, "engines", "decode engines that must stay"),
  advisory: v.optional(
    v.pipe(v.boolean("must be true or false"), v.metadata({ unit: "" }), v.description("propose, never move")),
    false,
  ),
  evidenceSpanS: field(positive("s"), 60, "s", "observed span that a move to prefill needs"),
  evidenceMaxSpanS: field(positive("s"), 120, "s", "span that is evidence enough, however few the arrivals"),
  evidenceMinArrivals: field(whole(0), 10, "arrivals", "known arrivals that a move to prefill needs"),
  demandRiseTolerance: field(notNegative(""), 0.25, "ratio", "rise of recent decode demand that is no trend"),
  decodeCorrectionMin: field(positive(""), 0.5, "ratio", "least decode correction; <= 1"),
  decodeCorrectionMax: field(positive(""), 2, "ratio", "largest decode correction; >= 1"),
  decodeCorrectionAlpha: field(share, 0.2, "ratio", "weight of one interval in the decode correction"),
  decodeCorrectionMinSamples: field(whole(1), 8, "gaps", "token gaps that an interval needs to correct"),
  maxMemoryBytes: field(whole(1), 256 * 2 ** 20, "bytes", "bound on the memory of the core"),
});

/** The resolved configuration: every field has its value. */
export type Config = Readonly<v.InferOutput<typeof configSchema>>;

/** The configuration as a user gives it: all but the SLOs have a default. */
export type ConfigInput = v.InferInput<typeof configSchema>;

/**
 * Checks a configuration and fills in the defaults.
 *
 * @throws ConfigError that names the field and echoes the value
 */
export function resolveConfig(input: ConfigInput): Config {
  const config = checkedBy(configSchema, input, refusal);
  checkTogether(config, input);
  return Object.freeze(config);
}

/**
 * The same for a configuration file: snake_case names.
 *
 * @throws ConfigError that names the field and echoes the value
 */
export function configFromJson(json: unknown): Config {
  return resolveConfig(camelKeys(json) as ConfigInput);
}

/** Width of a demand bucket in seconds: min(1 s, controller step, minimum evidence span) (semantics, section 1). */
export function bucketWidthS(config: Config): number {
  return Math.min(1, config.stepS, config.evidenceSpanS);
}

/** How long completions and outcomes are kept, in windows. */
export const RETAINED_WINDOWS = 4;

function checkTogether(config: Config, input: ConfigInput): void {
  const assertRule = (holds: boolean, field: keyof Config, rule: string) => {
    if (!holds) throw new ConfigError(field, rule, config[field]);
  };
  // Of two fields that disagree, the one that the user has set is named.
  const given = new Set<string>(Object.keys(input));
  const ordered = (low: keyof Config, high: keyof Config) => {
    const holds = config[low] <= config[high];
    if (!given.has(low)) assertRule(holds, high, `must be >= ${low} ${config[low]} s (its default)`);
    else assertRule(holds, low, `must be <= ${high} ${config[high]} s`);
  };
  assertRule(config.shrink < config.expand, "shrink", `must be < expand ${config.expand}`);
  ordered("evidenceSpanS", "evidenceMaxSpanS");
  ordered("evidenceMaxSpanS", "windowS");
  assertRule(config.decodeCorrectionMin <= 1, "decodeCorrectionMin", "must be <= 1");
  assertRule(config.decodeCorrectionMax >= 1, "decodeCorrectionMax", "must be >= 1");
}

function refusal(refused: Refused): ConfigError {
  const { path, rule, value } = refused;
  const known = [...Object.keys(configSchema.entries), ...POOL_OPTIONS];
  const hint = isPoolOption(path) ? "it is an option of createPool" : hintOf(refused, known);
  return new ConfigError(path || "configuration", rule, value, hint);
}
