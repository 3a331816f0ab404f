/** PruneOnce: what leaves a page, remembered while one night is planned several times over. */

import { stableJson } from "../../base/json.js";
import { type Pruned, type PruneInput, prune } from "./leave--prune.js";

/** What leaves a page is looked for once for each that is added to it, and again where the page is another, or too long by more. */
export function pruneOnce(): typeof prune {
  const found = new Map<string, Pruned>();
  return (input: PruneInput) => {
    const key = stableJson([input.path, input.text, input.added, input.isOver(input.text + input.added)]);
    const pruned = found.get(key) ?? prune(input);
    found.set(key, pruned);
    return pruned;
  };
}
