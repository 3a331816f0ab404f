/** Tokenizer: how many tokens a text costs a model. */

export interface Tokenizer {
  /** Names the vocabulary, e.g. `o200k_base`; part of every cache key. */
  readonly name: string;
  /** Tokens of the text, 0 for the empty text. Synchronous: the first count loads the vocabulary. */
  count(text: string): number;
  /** Set where a text that ends in `>` and a line feed and one that begins with neither white space nor `/` cost together what each costs. */
  readonly splitsBlocks?: true;
}
