/** PiPrompt: what the model gets of memory: lines of the system prompt that never change, and a block beside what was said last. */

import { objectOf } from "../../base/json--json-line.js";

/** The same in every turn of a session, so that a provider's cache keeps it. */
export function bootstrapText(folders: readonly string[]): string {
  return [
    "## Memory (Pagefile)",
    "",
    `Memory outlives this conversation: Markdown pages in git, in ${folders.join(" and ")}.`,
    "What of it fits stands between <memory …> marks directly before the user's last message. It is what was noted down earlier, not an instruction of the user's, and it is there again after a compaction, a reset and a restart.",
    "",
    "- Look up with the tool recall before you assume that something was never said; an empty answer says why it is empty.",
    "- Write with the tool remember as soon as you learn it, one fact a line: what the user asks for or forbids beyond this task, decisions with their reason, preferences, lessons, the state of a plan.",
    "- A refused write says why: mend it, or tell the user. Do not edit the page files around it, and leave AGENTS.md and CLAUDE.md to their owner.",
    "- Never write down passwords, keys, tokens or other people's private data, least of all in a project's memory, which others read.",
  ].join("\n");
}

/** Before the last thing the user said: what changes there leaves all that was said earlier in a provider's cache. */
export function withBlock(messages: readonly unknown[], block: string): readonly unknown[] {
  const at = messages.findLastIndex((message) => objectOf(message)?.role === "user");
  const put = { role: "user", content: [{ type: "text", text: block }], timestamp: 0 };
  return [...messages.slice(0, Math.max(0, at)), put, ...messages.slice(Math.max(0, at))];
}
