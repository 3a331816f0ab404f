/** MetaNarrow: what a page is held to where its frontmatter speaks of who may see or trust it in a way that nobody can read. */

import type { Frontmatter, YamlNode } from "./frontmatter/print--frontmatter.js";
import type { PageMeta } from "./meta.js";
import { type Scope, scopes } from "./page--page.js";

type Narrowed = { -readonly [K in keyof PageMeta]: PageMeta[K] };

/**
 * The safe side of each: a scope or an audience closes the page to a group, and a scope that names a narrow one is that; an origin is the
 * least trusted; a pin pins nothing. Lines whose key nobody can tell may have been any of them.
 */
export function narrow(meta: Narrowed, { root, loose }: Frontmatter, foreign: readonly string[]): void {
  if (loose !== undefined || foreign.includes("scope") || foreign.includes("audience")) meta.audience = "private";
  if (foreign.includes("scope")) meta.scope = narrowestNamed(root.pairs.filter(({ key }) => key === "scope"));
  if (foreign.includes("origin")) meta.origin = "web";
  // A type may pin by itself; the place of a file that has none goes on to pin it.
  if (foreign.includes("pin") && meta.type !== null) meta.pin = "none";
}

/** “Local”, `[session]` and `!x local` mean what they say; “local government” is a subject of somebody's. */
function narrowestNamed(pairs: readonly { readonly value: YamlNode }[]): Scope | null {
  const named = pairs.flatMap(({ value }) => wordsOf(value));
  const narrow = scopes.filter((scope) => (scope === "session" || scope === "local") && named.includes(scope));
  return narrow.at(-1) ?? null;
}

function wordsOf(value: YamlNode): readonly string[] {
  if (value.kind === "list") return value.items.flatMap(wordsOf);
  if (value.kind === "map") return value.pairs.flatMap((pair) => [pair.key.toLowerCase(), ...wordsOf(pair.value)]);
  const words = value.text.toLowerCase().match(/[a-z]+/g) ?? [];
  const isOurs = words.every((word) => scopes.some((scope) => scope === word));
  return value.kind === "opaque" || isOurs ? words : [];
}
