import type { RequestRecord } from "../request-record";

/** The part of a record that says what its client saw, and when. */
type Output = Pick<RequestRecord, "firstTokenS" | "lastStreamedS" | "streamedTokens" | "earlierTokens">;

/** More tokens were streamed. One that is told late moves nothing back: the last token is the latest one. */
export function addStreamed(output: Output, count: number, nowS: number): void {
  output.streamedTokens += count;
  const { lastStreamedS } = output;
  output.lastStreamedS = lastStreamedS !== null && lastStreamedS > nowS ? lastStreamedS : nowS;
}

/** Another attempt begins: its times are its own, and its tokens divide them. */
export function beginAttempt(output: Output): void {
  output.earlierTokens += output.streamedTokens;
  output.firstTokenS = null;
  output.lastStreamedS = null;
  output.streamedTokens = 0;
}

/**
 * The request ended with so many output tokens. Tokens that nobody told came by its end, the last one with it.
 *
 * @param outputTokens at least those of this attempt
 */
export function endOutput(output: Output, outputTokens: number, endS: number): void {
  const { earlierTokens, streamedTokens } = output;
  // A length no larger than what came before is that of an answer which was made anew.
  const ofAttempt = outputTokens > earlierTokens ? outputTokens - earlierTokens : outputTokens;
  if (ofAttempt > streamedTokens) addStreamed(output, ofAttempt - streamedTokens, endS);
}
