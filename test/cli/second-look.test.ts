/** Recall's second look: files are looked at again before an answer is given up, and searched again only where one of them changed. */

import { expect, test } from "vitest";
import { ask, sample } from "../support/recall-sample.js";

test("what nothing answers is searched for once more only where a file changed meanwhile", async () => {
  const { workspace, repo, search } = await sample();
  const unknown = "quokka xylophone";
  const first = await ask(workspace, unknown);
  expect(first.status).toBe("no_match");
  // Once, and once for whether somebody else may see what would match.
  expect(search.asked).toEqual(["hot", "cold", "hot", "cold"]);
  search.asked.length = 0;
  repo.write("memory/quokka.md", "# Quokka\n\nA quokka plays the xylophone in the aisle.\n");
  const second = await ask(workspace, unknown);
  expect(search.asked.slice(0, 3)).toEqual(["hot", "cold", "hot"]);
  expect(second.pages[0]?.id).toBe("quokka");
});
