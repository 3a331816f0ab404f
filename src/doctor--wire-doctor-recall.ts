/** DoctorRecall: whether recall finds what is there, by its index, and by a model where one is set up. */

import type { Memory } from "./memory/memory.js";
import type { Workspace } from "./memory/workspace.js";
import type { DoctorAnswer } from "./night/audit/audit--audit-reports.js";
import { canary } from "./recall/canary.js";
import { probe, vectorsOf } from "./recall/meaning/fill.js";

type Check = DoctorAnswer["checks"][number];

export async function recallChecks(workspace: Workspace): Promise<readonly Check[]> {
  return [recallCheck(workspace.primary), ...(await embedderChecks(workspace))];
}

/** For a night, which makes no index: where no question was ever asked there is none to look into. */
export function standingRecallCheck(memory: Memory): readonly Check[] {
  return memory.search?.status().state === "missing" ? [] : [recallCheck(memory)];
}

function recallCheck(memory: Memory): Check {
  const found = canary(memory);
  if (!found.ok) return { name: "recall", ok: false, says: found.error.says, hint: found.error.hint };
  const { page, words, by, skipped } = found.value;
  if (page === null) return passed("recall", "no page says anything yet");
  if (by === "index" && skipped.length === 0) return passed("recall", `finds ${page.path} by “${words}”`);
  const hint = "Make it anew: pagefile index rebuild";
  return { name: "recall", ok: false, says: `It works without its index: ${skipped.join(" ")}`, hint };
}

/** None where no model is set up: that is a choice, and no fault. One plain sentence is sent. */
async function embedderChecks(workspace: Workspace): Promise<readonly Check[]> {
  const { primary } = workspace;
  const stored = await vectorsOf(workspace, primary);
  if (primary.embedding === undefined || stored === null) return [];
  const { model, local, ready, pending, kept, dimensions, damaged } = stored;
  const answered = await probe(primary.embedding.embedder);
  if (!answered.ok) return [{ name: "embedder", ok: false, says: answered.error.says, hint: answered.error.hint }];
  const hint = "Make them anew: pagefile index embed";
  if (damaged > 0) return [{ name: "embedder", ok: false, says: `${damaged} files of vectors are damaged.`, hint }];
  if (dimensions !== null && dimensions !== answered.value) {
    const says = `${model} gives ${answered.value} numbers a text, and ${dimensions} are stored.`;
    return [{ name: "embedder", ok: false, says, hint }];
  }
  const where = local ? "on this machine" : "elsewhere";
  const pages = `${ready} pages embedded, ${pending} pending, ${kept} private and kept here`;
  return [passed("embedder", `${model}, ${where}, gives ${answered.value} numbers a text; ${pages}`)];
}

function passed(name: string, says: string): Check {
  return { name, ok: true, says, hint: "" };
}
