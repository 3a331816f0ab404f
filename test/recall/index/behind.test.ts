/** Recall behind the files: what is shown of a page is of the file as it is, also where the text that was found stands in it still. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blobOid } from "../../../src/base/digest.js";
import { searchSource } from "../../../src/recall/index/write.js";

import { ask, sample } from "../../support/recall-sample.js";

test("a page that says more elsewhere is answered from as it is now", async () => {
  const { workspace, repo, search } = await sample();
  search.converge(searchSource(workspace.primary));
  const old = search.query({ text: "aisle seat", tier: "hot", limit: 9, admits: () => true });
  const path = join(repo.dir, "memory/preferences/seats.md");
  const longer = Buffer.from(`${readFileSync(path, "utf8")}- And far from the kitchen.\n`);
  writeFileSync(path, longer);
  search.instead = () => old;
  const answer = await ask(workspace, "aisle seat");
  expect(answer.pages[0]).toMatchObject({ id: "seats", oid: blobOid(longer) });
});
