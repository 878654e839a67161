/** Writes prompts of random words: no two begin alike, so that no prefix cache knows them. */
export class RandomPrompts {
  readonly #random: () => number;
  #tokensPerWord = 1;

  /** @param random numbers of 0 .. 1 */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** Learns from an answer how many tokens a word has. */
  learn(words: number, tokens: number): void {
    this.#tokensPerWord = tokens / words;
  }

  /** A prompt of about so many tokens, of words of two letters. */
  ofTokens(tokens: number): string {
    const words = Math.max(1, Math.round(tokens / this.#tokensPerWord));
    return this.ofWords(words);
  }

  ofWords(words: number): string {
    return Array.from({ length: words }, () => ` ${this.#letter()}${this.#letter()}`).join("");
  }

  #letter(): string {
    return String.fromCharCode(97 + Math.floor(26 * this.#random()));
  }
}
