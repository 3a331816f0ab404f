/** Join: when the many lists that FTS5 writes are joined to few. */

import type { Tier } from "../../page/page--page.js";
import type { Database } from "./generation--database.js";

const tiers: readonly Tier[] = ["hot", "cold"];
/** Of the index, joined by one update: in the long run as much as it writes. */
const joinedPages = 16;

/** Left to itself FTS5 lets lists lie until some update must join many of them, and takes ten times as long as the others. */
export function joinWhenAsked(database: Database): void {
  for (const tier of tiers) database.exec(`INSERT INTO ${tier} (${tier}, rank) VALUES ('automerge', 0)`);
}

/** What each update does of it. */
export function joinSome(database: Database, tier: Tier): void {
  database.prepare(`INSERT INTO ${tier} (${tier}, rank) VALUES ('merge', ${joinedPages})`).run();
}

/** One list of all: what a whole index begins with. */
export function joinAll(database: Database): void {
  for (const tier of tiers) database.exec(`INSERT INTO ${tier} (${tier}) VALUES ('optimize')`);
}
