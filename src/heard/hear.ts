/** Hear: what somebody typed becomes statements in the inbox, before anything else is done with it. */

import { limits } from "../base/limits.js";
import type { Outcome } from "../base/result.js";
import type { Holder } from "../memory/service.js";
import { durable, type HeardStatement, type Hearing, type Item, inboxOf } from "./inbox.js";
import { statementsOf } from "./statement.js";

/** `before` is what the agent said last, without which “yes, do that” says nothing; null where that is not known. On the disk when it returns. */
export function hear(
  holder: Holder,
  prompt: string,
  { before, ...hearing }: Hearing & { readonly before: string | null },
): Outcome<readonly Item[]> {
  return inboxOf(holder).add(statementsOf(prompt, before).map(asSaid), hearing);
}

/** What is longer than anybody's statement is text that somebody put there. */
function asSaid({ text, kind, scope, score, why, corrects, lasting }: HeardStatement): HeardStatement {
  if (text.length <= limits.statementCharsMax) return { text, kind, scope, score, why, corrects, lasting };
  const cut = `${text.slice(0, limits.statementCharsMax)}…`;
  return {
    text: cut,
    kind: "chat",
    scope,
    score,
    why: "is too long for a statement",
    corrects: null,
    lasting: false,
  };
}

/** What somebody asked to be remembered: one statement, whatever it looks like. On the disk when it returns. */
export function hearWhole(holder: Holder, text: string, hearing: Hearing): Outcome<Item> {
  const found = statementsOf(text, null).find(({ kind }) => durable.has(kind));
  const { kind, scope, corrects } = found ?? { kind: "fact", scope: "project", corrects: null };
  const said: HeardStatement = {
    text: text.trim(),
    kind,
    scope,
    score: 1,
    why: "asked to be remembered",
    corrects,
    lasting: true,
  };
  const heard = inboxOf(holder).add([said], hearing);
  return heard.ok ? { ok: true, value: heard.value[0]! } : heard;
}
