/** ClaimSubject: whom or what an entry speaks of where its own words do not say: the page's subject, and the headings above it. */

import { compareText } from "../../base/text--order.js";
import type { Heading } from "../../page/markdown/blocks--body.js";
import { wordsOf } from "../keep/similar.js";
import type { AuditPage } from "./checks--audit.js";

/** Words in order, as a key: equal for two entries that speak of the same. */
export type Subject = string;

/** Whose memory this is: what a page says that names nobody. */
const owner: Subject = "the owner";

/** Files that speak of the owner, or of the agent itself, wherever no heading says otherwise. */
const byName: Readonly<Record<string, Subject>> = {
  "MEMORY.md": owner,
  "USER.md": owner,
  "SESSION-STATE.md": owner,
  "IDENTITY.md": "the agent",
  "SOUL.md": "the agent",
  "AGENTS.md": "the agent",
  "TOOLS.md": "the tools",
};

/** Headings that say what kind of thing stands below them, and not whose it is. */
const general: ReadonlySet<string> = wordsOf(
  "memory user note fact preference decision lesson pattern identity wish standing name manner contact profile basics about detail info information general context important recent history key thing current state status other misc miscellaneous setting",
).content;

/** Of the entry that starts at an offset; `headings` are the page's own, in order. Found once for all entries below one heading. */
export function subjectsIn(page: AuditPage, headings: readonly Heading[]): (start: number) => Subject {
  const known = new Map<number, Subject>();
  return (start) => {
    const below = headings.findLastIndex((heading) => heading.start < start);
    const subject = known.get(below) ?? subjectOf(page, headings, start);
    known.set(below, subject);
    return subject;
  };
}

function subjectOf({ entry, meta }: AuditPage, headings: readonly Heading[], start: number): Subject {
  const own = byName[entry.path] ?? subjectOfPage(entry.title, meta.fields?.subject);
  const named = openAt(headings, start).filter(({ depth, title }) => depth > 1 && !isGeneral(title));
  const key = keyOf(named.map(({ title }) => title).join(" "));
  if (key === "") return own;
  return own === owner || byName[entry.path] !== undefined ? key : join(own, key);
}

/** What a typed page is about, else its title: “Notes” is nobody's, “Ada Example” is hers. */
function subjectOfPage(title: string, subject: unknown): Subject {
  const said = typeof subject === "string" && subject.trim() !== "" ? subject : title;
  return isGeneral(said) ? owner : keyOf(said);
}

/** The headings an entry stands under, the outermost first. */
export function openAt(headings: readonly Heading[], start: number): readonly Heading[] {
  const open: Heading[] = [];
  for (const heading of headings) {
    if (heading.start >= start) break;
    while ((open.at(-1)?.depth ?? 0) >= heading.depth) open.pop();
    open.push(heading);
  }
  return open;
}

/** Whether a heading says of nobody in particular. A day is when something was said, and none of what was. */
export function isGeneral(title: string): boolean {
  return keyOf(title) === "";
}

function keyOf(text: string): Subject {
  const plain = text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, " ").replace(/['’]s\b/g, "");
  const words = [...wordsOf(plain).content].filter((word) => !general.has(word));
  return words.sort(compareText).join(" ");
}

function join(page: Subject, headings: Subject): Subject {
  return [...new Set([...page.split(" "), ...headings.split(" ")])].sort(compareText).join(" ");
}
