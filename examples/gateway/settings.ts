/** Settings from the environment of the process. */
export interface Settings {
  /** Where the gateway listens; 0 is any free port. */
  readonly port: number;
  /** Chats that the load sends; 0 is no load. */
  readonly requestsPerS: number;
  /** Whether chats that will miss their TTFT anyway are served after the others. */
  readonly lateLane: boolean;
  /** How long streams may take to end after SIGTERM. */
  readonly drainS: number;
  /** The file of the snapshot; null is none. */
  readonly snapshotPath: string | null;
}

/** @throws RangeError for a variable that is no number in its range */
export function settingsOf(env: Readonly<Record<string, string | undefined>>): Settings {
  const port = numberOf(env, "PORT", 8080, 65535);
  if (!Number.isInteger(port)) throw new RangeError(`PORT must be whole, got ${port}`);
  return {
    port,
    requestsPerS: numberOf(env, "REQUESTS_PER_S", 4, 1000),
    lateLane: numberOf(env, "LATE_LANE", 0, 1) === 1,
    drainS: numberOf(env, "DRAIN_S", 20, 3600),
    // Two gateways share neither folder and port, nor the name of a file.
    snapshotPath: env.SNAPSHOT || (port === 0 ? null : `gateway-${port}.snapshot`),
  };
}

function numberOf(env: Readonly<Record<string, string | undefined>>, name: string, otherwise: number, most: number) {
  const text = env[name]?.trim();
  if (!text) return otherwise;
  const value = Number(text);
  if (!(value >= 0 && value <= most)) throw new RangeError(`${name} must be 0 .. ${most}, got "${text}"`);
  return value;
}
