/** Heard item: a statement as an inbox has it, asked to be remembered and not kept yet, but for what a test says of it. */

import type { Item } from "../../src/heard/inbox.js";

export function heardItem(text: string, more: Partial<Item> = {}): Item {
  return {
    id: text,
    text,
    kind: "fact",
    scope: "project",
    score: 1,
    why: "asked to be remembered",
    corrects: null,
    lasting: true,
    chance: 1,
    at: "2026-11-23T08:00:00Z" as Item["at"],
    by: "desk",
    session: "s-one",
    isPerson: true,
    ended: null,
    ...more,
  };
}
