/** Counted: a tokenizer that remembers in a memory's token cache what it has counted, so that the vocabulary is mostly not needed. */

import { shortDigest } from "../base/digest--digest.js";
import type { Memory } from "../memory/memory.js";
import type { Tokenizer } from "../memory/tokenizer--tokenizer.js";

/** For the few texts of a run that are no page's: what is counted is kept by digest. `memory.tokens.flush` is the caller's. */
export function counted(memory: Pick<Memory, "tokens">, tokenizer: Tokenizer): Tokenizer {
  return {
    name: tokenizer.name,
    count(text) {
      const key = `text\n${tokenizer.name}\n${shortDigest(text, 32)}`;
      const known = memory.tokens.get(key)?.full;
      if (known !== undefined) return known;
      const full = tokenizer.count(text);
      memory.tokens.put(key, { full });
      return full;
    },
  };
}
