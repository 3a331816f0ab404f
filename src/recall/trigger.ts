/**
 * Trigger: pages that ask to be given by themselves, by the `trigger:` of their frontmatter: where a prompt says certain words, where tools touched
 * certain files, from a day on, or on a day.
 *
 * What a statement of somebody's says (“when X, then Y”) is an entry like any other; only a page has a trigger. It brings the first lines of its
 * page, once a session and context, ahead of what else answers the prompt and under the same bound. Who may not see the page gets nothing.
 */

import { relative, sep } from "node:path";
import { compileGlobs } from "../base/glob.js";
import type { PageId, PagePath } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { compareText, plainLine } from "../base/text.js";
import { isUntrusted, leastTrusted } from "../memory/labels.js";
import { type Located, pagesIn, type Stores } from "../memory/workspace.js";
import { outline } from "../page/markdown/outline.js";
import type { Trigger } from "../page/meta.js";
import { deniedTo, isBarred, openForPrompt } from "../prompt/access.js";
import { termsOf } from "./words/terms.js";

/** What there is to fire at. */
interface Occasion {
  readonly session: string | null;
  readonly text: string;
  /** Files that tools touched since the last prompt, absolute, and the folders that patterns start from. */
  readonly touched: readonly string[];
  readonly folders: readonly string[];
  /** The local day. */
  readonly day: string;
}

export interface Fired {
  readonly page: PageId;
  readonly path: PagePath;
  /** In words: its trigger fires, the prompt says “deploy”. */
  readonly why: string;
  /** Its first lines, without the mark of a list. */
  readonly lines: readonly string[];
}

/** By page; those of archived pages fire no more. */
export function firedBy(workspace: Stores, occasion: Occasion): readonly Fired[] {
  const waiting = triggered(workspace);
  if (waiting.length === 0) return [];
  const said = saidIn(occasion.text);
  const fired = waiting.flatMap(({ page, trigger }): readonly Fired[] => {
    const why = whyFires(trigger, said, occasion);
    if (why === null || deniedTo(page, { session: occasion.session, audience: "owner" }) !== null) return [];
    if (isStrange(page)) return [];
    const lines = firstLines(page);
    const about = { page: page.name as PageId, path: page.entry.path };
    return lines.length === 0 ? [] : [{ ...about, why: `its trigger fires: ${why}`, lines }];
  });
  return fired.sort((a, b) => compareText(a.page, b.page));
}

/** Whether any page waits for a file to be touched: where none does, nobody needs to note what tools touch. */
export function watchesPaths(workspace: Stores): boolean {
  return triggered(workspace).some(({ trigger }) => trigger.paths.length > 0);
}

interface Waiting {
  readonly page: Located;
  readonly trigger: Trigger;
}

function triggered(workspace: Stores): readonly Waiting[] {
  const has = workspace.memories.some(({ files }) => {
    for (const { data } of files.values()) if (data.meta.trigger != null) return true;
    return false;
  });
  if (!has) return [];
  return pagesIn(workspace).flatMap((page) => {
    const { memory, entry, shadowed } = page;
    const trigger = entry.slug === null ? memory.files.get(entry.path)?.data.meta.trigger : null;
    return trigger == null || shadowed || entry.tier !== "hot" ? [] : [{ page, trigger }];
  });
}

/** What came from outside does not get into a prompt by asking for it. */
function isStrange({ memory, entry }: Located): boolean {
  return (
    isBarred(memory, entry) || isUntrusted(leastTrusted([entry.origin, memory.labels.ofPage(entry.id) ?? "user"]))
  );
}

// Why: what of a trigger came about.

function whyFires({ words, paths, from, on }: Trigger, said: Said, occasion: Occasion): string | null {
  const word = words.find((each) => says(said, each));
  if (word !== undefined) return `the prompt says “${word}”`;
  const path = paths.length === 0 ? undefined : touchedBy(paths, occasion);
  if (path !== undefined) return `a tool touched ${path}`;
  if (on !== null && on === occasion.day) return `it is ${on}`;
  return from !== null && from <= occasion.day ? `it is ${from} or later` : null;
}

interface Said {
  readonly text: string;
  /** As they are looked for, in order. */
  readonly terms: readonly string[];
}

function saidIn(text: string): Said {
  return { text: text.toLowerCase(), terms: wholeTerms(text) };
}

function wholeTerms(text: string): readonly string[] {
  return termsOf(text).flatMap(({ text: term, part }) => (part ? [] : [term]));
}

/** A phrase is said where its words follow each other, in whatever form of each. */
function says({ text, terms }: Said, phrase: string): boolean {
  // Scripts without spaces have no words to be told apart by.
  if (unspaced.test(phrase)) return text.includes(phrase.toLowerCase());
  const asked = wholeTerms(phrase);
  if (asked.length === 0) return false;
  return terms.some((_, at) => asked.every((term, next) => terms[at + next] === term));
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The first file that one of the patterns names, as it lies below a folder; undefined where none does. */
function touchedBy(paths: readonly string[], { touched, folders }: Occasion): string | undefined {
  const match = compileGlobs(paths, { foldsCase: false });
  for (const file of touched) {
    for (const folder of folders) {
      const below = relative(folder, file).split(sep).join("/");
      if (below !== "" && !below.startsWith("../") && match(below) !== null) return below;
    }
  }
  return undefined;
}

// Lines: what a page says first.

/** Without what came from outside and nobody approved. */
function firstLines({ memory, entry }: Located): readonly string[] {
  const file = openForPrompt(memory, entry);
  if (!file.ok || file.value === null) return [];
  const { text, bodyStart, hidden = [] } = file.value;
  const lines = outline(text, bodyStart).entries.flatMap(({ start, end, kind, digest }) => {
    const isHidden = hidden.some((span) => span.start < end && span.end > start);
    const isShown = !isHidden && memory.labels.untrusted(digest) === null;
    return isShown && (kind === "bullet" || kind === "paragraph") ? [plainLine(text.slice(start, end))] : [];
  });
  return lines.filter((line) => line !== "").slice(0, limits.triggerLinesMax);
}
