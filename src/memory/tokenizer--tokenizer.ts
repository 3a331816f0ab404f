/** Tokenizer: how many tokens a text costs a model. */

export interface Tokenizer {
  /** Names the vocabulary, e.g. `o200k_base`; part of every cache key. */
  readonly name: string;
  /** Tokens of the text, 0 for the empty text. Synchronous: the first count loads the vocabulary. */
  count(text: string): number;
  /**
   * Set where two texts cost together what each costs: the one ends in a line feed, and the other begins with neither white space nor `/`;
   * or the one ends in a letter of `a` to `z`, and the other begins with `@`; or the one ends in a visible character of ASCII, and the other
   * begins with a space.
   */
  readonly splitsBlocks?: true;
}
