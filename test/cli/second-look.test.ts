/** Recall's second look: files are looked at again before an answer is doubted, and searched again only where one of them changed. */

import { expect, test } from "vitest";
import { ask, sample } from "../support/recall-sample.js";

test("a doubtful answer is searched for once more only where a file changed meanwhile", async () => {
  const { workspace, repo, search } = await sample();
  const doubtful = "quokka aisle xylophone";
  const first = await ask(workspace, doubtful);
  expect(first.confidence.overall).toBeLessThan(0.45);
  expect(search.asked).toEqual(["hot", "cold"]);
  search.asked.length = 0;
  repo.write("memory/quokka.md", "# Quokka\n\nA quokka plays the xylophone in the aisle.\n");
  const second = await ask(workspace, doubtful);
  expect(search.asked.slice(0, 3)).toEqual(["hot", "cold", "hot"]);
  expect(second.pages[0]?.id).toBe("quokka");
});
