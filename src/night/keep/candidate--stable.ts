/** Stable: whether a statement told on several days is a fact of the user's person or of the tools at hand, which have files of their own. */

import type { Promotion } from "./candidate--source.js";
import { wordsOf } from "./similar.js";

/** `user`: USER.md. `tools`: TOOLS.md. */
export type OwningFile = "user" | "tools";

/** `names` are what USER.md calls the user. What passes, or was decided and may be decided otherwise, stays where it can age. */
export function owningFile(
  { text, tags }: Pick<Promotion, "text" | "tags">,
  names: readonly string[],
): OwningFile | null {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (tags.includes("decision") || tags.includes("surprise") || words.some((word) => passing.has(word))) return null;
  if (/\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}|\b20\d{2}\b/.test(text)) return null;
  if (isOfUser(words, names)) return "user";
  const infra = new Set(words.filter((word) => things.has(word)));
  return infra.size >= 2 ? "tools" : null;
}

/** The sentence begins with the user: `Ada prefers …`, `Ada's sister …`, `The user …`. */
function isOfUser(words: readonly string[], names: readonly string[]): boolean {
  const [first = "", second = ""] = words;
  const subject = first === "the" ? second : first;
  return subject === "user" || names.includes(subject);
}

/** The names in lines such as `- Name: Ada Example` and `- **What to call them:** Ada`: the first word of each. */
export function namesIn(userFile: string): readonly string[] {
  const found = new Set<string>();
  for (const line of userFile.split(/\r?\n/)) {
    const plain = line.replaceAll("*", "").replaceAll("_", "").trim();
    const colon = plain.indexOf(":");
    const label = [...wordsOf(plain.slice(0, Math.max(0, colon))).content].join(" ");
    if (!labels.has(label)) continue;
    const [first] =
      plain
        .slice(colon + 1)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [];
    if (first !== undefined && first.length > 1) found.add(first);
  }
  return [...found];
}

const labels: ReadonlySet<string> = new Set(
  ["Name", "Full name", "First name", "Preferred name", "What to call them", "Call me", "Nickname"].map((label) =>
    [...wordsOf(label).content].join(" "),
  ),
);

const passing: ReadonlySet<string> = new Set(
  "today tomorrow yesterday tonight now currently soon until next last week weekend month monday tuesday wednesday thursday friday saturday sunday temporarily meanwhile".split(
    " ",
  ),
);

/** Infrastructure: two of these in a sentence, or it is about something else. */
const things: ReadonlySet<string> = new Set(
  "server host hostname port ssh vpn dns ip url endpoint api database postgres sqlite redis docker container cluster kubernetes cron staging production bucket backup nas router printer camera webhook proxy registry runner pipeline deploy cli node".split(
    " ",
  ),
);
