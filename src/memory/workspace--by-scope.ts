/** ByScope: the order in which open stores are asked: where two hold one id, the first that has it keeps the name. */

import { scopes } from "../page/page--page.js";
import type { Memory } from "./memory.js";

/** A session's own pages, then the narrowest scope first; among equals, the order of `--repo`. */
export function byScope(memories: readonly Memory[]): readonly Memory[] {
  const order = ({ session, config }: Memory): number =>
    session === undefined ? -scopes.indexOf(config.scope) : -scopes.length;
  return [...memories].sort((a, b) => order(a) - order(b));
}
