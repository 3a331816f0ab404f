/** Command recall: what the memory knows of something, or why it says nothing. */

import { parseInstant } from "../../base/ids.js";
import { type Outcome, usage } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { type PageType, pageTypes, tiers } from "../../page/page--page.js";
import { type MemoryKind, memoryKinds, type RecallStatus } from "../../recall/answer.js";
import { type RecallQuery, recall } from "../../recall/recall.js";
import type { Call, Reply } from "../command.js";
import { listOption, positiveWhole, textOption } from "../command--input.js";
import { recallLines, recallNotes, recallWarnings } from "../render/recall.js";
import { withSession } from "../share/write--workspace.js";

const pagesMax = 100;
const tokensMax = 1_000_000;

/** As a failure of that kind would end. */
const exits: Readonly<Record<RecallStatus, Reply["exit"]>> = {
  ok: 0,
  no_match: 4,
  denied: 7,
  malformed: 2,
  unavailable: 6,
  backend_error: 9,
};

export async function run(call: Call): Promise<Outcome<Reply>> {
  const limit = positiveWhole(textOption(call, "limit") ?? "10", "--limit", pagesMax);
  if (!limit.ok) return limit;
  const tokens = positiveWhole(textOption(call, "tokens") ?? "2000", "--tokens", tokensMax);
  if (!tokens.ok) return tokens;
  const since = dayOption(call, "since");
  if (!since.ok) return since;
  const until = dayOption(call, "until");
  if (!until.ok) return until;
  const types: readonly (PageType | MemoryKind)[] = [...pageTypes, ...memoryKinds];
  const query: RecallQuery = {
    text: call.args.join(" "),
    limit: limit.value,
    tokens: tokens.value,
    types: listOption(call, "type").flatMap((name) => types.find((known) => known === name) ?? []),
    since: since.value,
    until: until.value,
    tier: tiers.find((tier) => tier === textOption(call, "tier")) ?? null,
    session: textOption(call, "session"),
    audience: textOption(call, "audience") === "group" ? "group" : "owner",
    trusted: call.options.untrusted !== true,
    tokenizer: textOption(call, "tokenizer"),
    restore: call.options.keepCold !== true,
    fresh: true,
  };
  return withSession(call, "read", async (workspace) => {
    const answer = await recall(workspace, query);
    const explain = call.options.explain === true;
    return ok({
      json: answer,
      out: (theme) => recallLines(answer, { explain, prompt: call.options.prompt === true }, theme),
      notes: (theme) => recallNotes(answer, explain, theme),
      warnings: (theme) => recallWarnings(answer, theme),
      onQuiet: "keep",
      exit: exits[answer.status],
    });
  });
}

/** The day of a day or an instant; null where the option was not given. */
function dayOption(call: Call, name: "since" | "until"): Outcome<string | null> {
  const text = textOption(call, name);
  const instant = text === null ? null : parseInstant(text);
  if (text === null || instant !== null) return ok(instant?.slice(0, 10) ?? null);
  return err(usage(`--${name} is “${text}”; a day or an instant was expected.`, "For example 2026-11-20."));
}
