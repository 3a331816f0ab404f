/** Recall scripts: pages in many writings, and the words that sensible people would look for them with. */

import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSearch, searchOf } from "../../../src/recall/index/open.js";
import { makeRepo } from "../../support/git-repo.js";
import { openTestWorkspace } from "../../support/open-memory.js";
import { ask } from "../../support/recall-sample.js";

const pages: Readonly<Record<string, string>> = {
  chinese: "- 用户喜欢靠窗的座位，不喜欢早班飞机。",
  japanese: "- 会議は毎週月曜日の午前に行う。カメラの電池を忘れないこと。",
  german: "- Die Donaudampfschifffahrtsgesellschaft liefert die Versicherungsunterlagen.",
  code: "- `parseQueryText` reads `max_token_count` from src/recall/query-intent.ts.",
  emoji: "- Launch day is marked with 🚀 and a cake 🎂.",
  phrase: "- The red house stands by the blue lake.",
  other: "- The blue house stands by the red lake.",
  accents: "- Frühstück im Café Müller, naïve résumé.",
};

const queries: readonly (readonly [query: string, page: string])[] = [
  ["靠窗座位", "chinese"],
  ["喜欢什么座位？", "chinese"],
  ["早班飞机", "chinese"],
  ["会議はいつ", "japanese"],
  ["月曜日", "japanese"],
  ["カメラ", "japanese"],
  ["電池", "japanese"],
  ["Donaudampfschifffahrtsgesellschaft", "german"],
  ["Dampfschifffahrt", "german"],
  ["Versicherung", "german"],
  ["parseQueryText", "code"],
  ["parse query text", "code"],
  ["max_token_count", "code"],
  ["src/recall/query-intent.ts", "code"],
  ["query-intent.ts", "code"],
  ["🚀", "emoji"],
  ["🎂 cake", "emoji"],
  ['"red house"', "phrase"],
  ['"blue house"', "other"],
  ["fruhstuck cafe", "accents"],
  ["Müller résumé", "accents"],
  ["Versicherungsunterlage", "german"],
];

test("every page is the first answer to the words people would use for it", async () => {
  const repo = makeRepo();
  for (const [id, body] of Object.entries(pages))
    repo.write(`memory/preferences/${id}.md`, `---\nid: ${id}\ntype: preference\ntitle: Note\n---\n${body}\n`);
  const search = openSearch({ dir: join(repo.home, "index"), version: "test" });
  const workspace = await openTestWorkspace(repo, { services: [[searchOf, search]] });
  onTestFinished(async () => {
    search.close();
    await workspace.close();
    repo.remove();
  });
  const found: (readonly [string, string])[] = [];
  for (const [text] of queries) {
    const answer = await ask(workspace, text, { limit: 3, restore: false, fresh: true });
    found.push([text, answer.pages[0]?.id ?? answer.status]);
  }
  expect(found).toEqual(queries);
});
