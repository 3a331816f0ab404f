/**
 * Trigger: pages that are given without being asked for: by the `trigger:` of their frontmatter, where a prompt says certain words, where tools touched
 * certain files, from a day on, or on a day; and those that the active plan names.
 *
 * What a statement of somebody's says (“when X, then Y”) is an entry like any other; only a page has a trigger. It brings the first lines of its
 * page, once a session and context, ahead of what else answers the prompt and under the same bound. What a plan names comes behind that, because
 * a plan names it for all prompts alike. Who may not see the page gets nothing.
 */

import { join, posix, relative, sep } from "node:path";
import { compileGlobs } from "../base/glob.js";
import type { PageId, PagePath } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { compareText, plainLine } from "../base/text.js";
import { openKeyedCache } from "../memory/disk/facts-cache.js";
import type { KeyedCache } from "../memory/facts.js";
import { isUntrusted, leastTrusted } from "../memory/labels.js";
import type { OpenFile } from "../memory/memory.js";
import { type Holder, service } from "../memory/service.js";
import { entriesOf } from "../memory/table.js";
import { entryNamed, type Located, locate, pagesIn, type Stores } from "../memory/workspace.js";
import { outline } from "../page/markdown/outline.js";
import type { Trigger } from "../page/meta.js";
import { deniedTo, isBarred, openForPrompt, withholdingOf } from "../prompt/access.js";
import { isActivePlan } from "../prompt/worth.js";
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
  readonly by: "trigger" | "plan";
  /** In words: its trigger fires, the prompt says “deploy”. */
  readonly why: string;
  /** Its first lines, without the mark of a list. */
  readonly lines: readonly string[];
}

/** By page, those of triggers first; archived pages fire no more. */
export function firedBy(workspace: Stores, occasion: Occasion): readonly Fired[] {
  const waiting = triggered(workspace);
  const said = waiting.length === 0 ? null : saidIn(occasion.text);
  const fired = waiting.flatMap(({ page, trigger }): readonly Fired[] => {
    const why = said === null ? null : whyFires(trigger, said, occasion);
    return why === null ? [] : firing(page, occasion, { by: "trigger", why: `its trigger fires: ${why}` });
  });
  const known = new Set(fired.map(({ page }) => page));
  const named = namedByPlans(workspace, occasion).filter(({ page }) => !known.has(page));
  return [fired, named].flatMap((some) => [...some].sort((a, b) => compareText(a.page, b.page)));
}

/** Nothing where the page may not be seen, or says nothing. */
function firing(page: Located, { session }: Occasion, why: Pick<Fired, "by" | "why">): readonly Fired[] {
  if (deniedTo(page, { session, audience: "owner" }) !== null || isStrange(page)) return [];
  const lines = firstLines(page);
  return lines.length === 0 ? [] : [{ page: page.name as PageId, path: page.entry.path, lines, ...why }];
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

// Plan: what the active plan names is what the work is about, whatever words a prompt has.

/** Once each, whichever plans name it; a plan calls no other plan, and a page that it has in it is no name. */
function namedByPlans(workspace: Stores, occasion: Occasion): readonly Fired[] {
  const isPlan = ({ entry, shadowed }: Located): boolean => isActivePlan(entry) && entry.tier === "hot" && !shadowed;
  const some = workspace.memories.some(({ table }) => entriesOf(table).some(isActivePlan));
  const plans = some ? pagesIn(workspace).filter(isPlan) : [];
  const named = new Map<string, Fired>();
  const stores = new Set(plans.map(({ memory }) => memory));
  for (const plan of plans) {
    if (deniedTo(plan, { session: occasion.session, audience: "owner" }) !== null || isStrange(plan)) continue;
    for (const name of namesIn(plan)) {
      const found = pageAt(workspace, plan, name);
      if (found === null || named.has(found.name) || found.entry.path === plan.entry.path) continue;
      if (found.shadowed || found.entry.tier !== "hot" || isActivePlan(found.entry)) continue;
      const why = `the plan “${plan.entry.title}” names it`;
      for (const fired of firing(found, occasion, { by: "plan", why })) named.set(found.name, fired);
    }
  }
  for (const store of stores) planNamesOf(store)?.flush();
  return [...named.values()];
}

/**
 * A memory may have a thousand plans, and every prompt asks for their names: they are read once, by the bytes of the page and the part of it that is the
 * plan. Where a prompt may not hold all of a page its text is read each time.
 */
function namesIn({ memory, entry }: Located): readonly string[] {
  const own = memory.files.get(entry.path)?.data.sections?.find(({ slug }) => slug === entry.slug);
  const key = own === undefined ? entry.oid : `${entry.oid} ${own.start} ${own.end}`;
  const kept = withholdingOf(memory, entry) === "" ? planNamesOf(memory) : undefined;
  const known = kept?.get(key);
  if (known !== undefined) return known;
  const file = openForPrompt(memory, entry);
  if (!file.ok || file.value === null) return [];
  const names = namesOf(file.value, own ?? { start: 0, end: file.value.text.length });
  kept?.put(key, names);
  return names;
}

/** What plans name; undefined, every prompt reads them. */
const planNamesOf: (holder: Holder) => KeyedCache<readonly string[]> | undefined = service(({ place }) =>
  openKeyedCache(join(place.state, "index-names"), "names-1"),
);

/** As they stand in links, between backticks, and as paths: words alone would name pages that the plan does not speak of. */
function namesOf(
  { text, hidden = [] }: OpenFile,
  { start: from, end: to }: { readonly start: number; readonly end: number },
): readonly string[] {
  const names = [...text.slice(from, to).matchAll(named)].filter(
    ({ index }) => !hidden.some(({ start, end }) => start <= from + index && from + index < end),
  );
  return names
    .slice(0, limits.planNamesMax)
    .map((match) => (match.slice(1).find((each) => each !== undefined) ?? "").trim());
}

const named =
  /\[\[([^[\]|#\n]+)[^[\]\n]*\]\]|\]\(<?([^()\s#>]+)[^()\n]*\)|`([^`\s]+)`|(?<![\p{L}\p{N}/._-])([\p{L}\p{N}_./-]+\.md)(?![\p{L}\p{N}])/gu;

/** By id or path, from the memory or from the plan's folder. */
function pageAt(workspace: Stores, { entry }: Located, name: string): Located | null {
  if (name === "" || name.includes("://")) return null;
  const plain = name.replace(/^\.\//, "");
  const folder = entry.path.slice(0, entry.path.lastIndexOf("/") + 1);
  for (const each of [plain, `${plain}.md`, posix.join(folder, plain), posix.join(folder, `${plain}.md`)]) {
    const entryThere = workspace.memories.some((memory) => entryNamed(memory, memory.table, each) !== null);
    const found = entryThere ? locate(workspace, each) : null;
    if (found?.ok === true) return found.value;
  }
  return null;
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
