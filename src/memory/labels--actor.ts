/** Actor: who a commit says made it: a person, or an agent by its name. */

import type { Origin } from "../page/page--page.js";

export function isPerson(actor: string): boolean {
  return actor === "human" || actor.startsWith("human:");
}

/** A person's act that carries the user's own words, by what a commit says of itself. */
export function isUsersWord({ actor, origin }: { readonly actor: string; readonly origin: Origin }): boolean {
  return isPerson(actor) && origin === "user";
}
