/** Graph: the names that join pages: what a page is called, links to, is tagged with and speaks of. */

import type { PageHead } from "./chunk.js";
import { fold } from "./words/terms.js";
import { entitiesInText as entitiesIn, linksIn } from "./words/typo.js";

export const edgeKinds = ["name", "link", "tag", "entity"] as const;
export type EdgeKind = (typeof edgeKinds)[number];

/** One end of an edge: the other is every page that holds the same key. */
interface EdgeEnd {
  readonly kind: EdgeKind;
  /** Folded. */
  readonly key: string;
}

/** Names that more pages share than this join nothing: they say what the memory is about, not the page. */
export const sharedByMax = 50;

/** The ends at a page, each once. */
export function edgeEnds(path: string, text: string, head: PageHead): readonly EdgeEnd[] {
  const ends = new Map<string, EdgeEnd>();
  const put = (kind: EdgeKind, name: string): void => {
    const key = fold(name).trim();
    if (key !== "") ends.set(`${kind} ${key}`, { kind, key });
  };
  const file = path.slice(path.lastIndexOf("/") + 1);
  for (const name of [head.title, path, file, stemOf(path), stemOf(file), head.words.split(" ")[0]!])
    put("name", name);
  for (const link of linksIn(text)) put("link", link);
  for (const tag of head.tags) put("tag", tag);
  for (const entity of entitiesIn(text)) put("entity", entity);
  return [...ends.values()];
}

function stemOf(path: string): string {
  return path.endsWith(".md") ? path.slice(0, -3) : path;
}

/** A link weighs 1; a tag or entity the more, the fewer pages share it. */
export function edgeWeight(kind: EdgeKind, sharedBy: number): number {
  if (kind === "link" || kind === "name") return 1;
  return (kind === "tag" ? 0.6 : 0.5) / Math.log2(Math.max(2, sharedBy));
}
