/**
 * Still: the studio as one file that needs no server and changes nothing: to be looked at later, or attached to a review. It holds what the views
 * showed when it was made, as data that no browser runs, beside the same page and script.
 *
 * Who is given the file is given the memory, so what is private stays out: pages that an audience of others may not see and secrets that somebody
 * typed (`prompt/access.ts` says which), and what was said and is on no page yet. What tells of such a page goes with it: its refusals, its faults, and the words of each commit
 * that wrote to it, because a subject quotes what was written. A file that holds one such page or section stays out whole, for a view of any of
 * its pages has the text of all. A file has a bound, and pages beyond it are listed without their text.
 */

import { createHash } from "node:crypto";
import { type Outcome, ok } from "../base/result.js";
import { type Located, pagesIn, type Workspace } from "../memory/workspace.js";
import { deniedTo, withoutSecrets } from "../prompt/access.js";
import { cost, isNight, now, time } from "./past.js";
import type { Files } from "./server.js";
import type { Answer, BlameAnswer, Commit, Happening, InboxAnswer, NowAnswer, Overview } from "./shape.js";
import { blamed, changes, history, inbox, overview, page } from "./views.js";

/** Of what is put into the file beside the script. */
const bytesMax = 5_000_000;
/** Who brought which entry is looked up for so many pages: it reads the past of each. */
const blamedMax = 200;
const diffsMax = 50;
/** Of a commit the views name so many pages. */
const commitPagesMax = 50;

export interface Still {
  readonly html: string;
  readonly pages: number;
  /** Pages without their text, because the file was full. */
  readonly listed: number;
}

/** `files` are the script and the style of the page. */
export async function stillOf(workspace: Workspace, files: Files): Promise<Outcome<Still>> {
  const whole = await overview(workspace, { generation: 0, before: "" });
  if (!whole.ok) return whole;
  const shown = shownIn(workspace);
  const pages = whole.value.pages.filter(({ id }) => shown.ids.has(id));
  const shared: Overview = {
    ...whole.value,
    readOnly: "This is a file, made from a memory; what it shows cannot be changed here.",
    pages,
    findings: [],
  };
  const answers = new Map<string, Answer<unknown>>([["overview", { ok: true, value: shared }]]);
  const views = await viewsOf(workspace, shown);
  for (const [name, answer] of views) answers.set(name, answer);
  const { listed } = await pagesInto(answers, workspace, shown);
  return ok({ html: htmlOf(answers, files), pages: pages.length, listed });
}

// Shown: which pages others may see, and what may be said of everything else.

interface Shown {
  /** By the names that the views give them, in the order of the table. */
  readonly ids: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
}

function shownIn(workspace: Workspace): Shown {
  const all = pagesIn(workspace);
  const fileOf = ({ memory, entry }: Located): string => `${memory.root}\n${entry.path}`;
  const closed = new Set(all.filter(isClosed).map(fileOf));
  const open = all.filter((page) => !closed.has(fileOf(page)));
  return { ids: new Set(open.map(({ name }) => name)), paths: new Set(open.map(({ entry }) => entry.path)) };
}

/** A log of talk that was archived has left the place that said it was private. Of a file whose name holds a secret nothing can be named. */
function isClosed({ memory, entry }: Located): boolean {
  if (deniedTo({ memory, entry }, { session: null, audience: "group" }) !== null) return true;
  if (withoutSecrets(entry.path) !== entry.path) return true;
  const said = memory.files.get(entry.path)?.data.meta.audience ?? null;
  return entry.tier === "cold" && entry.type === "conversation_segment" && said !== "shared";
}

function isShown({ ids, paths }: Shown, page: string): boolean {
  return ids.has(page) || paths.has(page);
}

/** A commit whose pages are not all shown, or that a hand made and that names none, keeps its place and none of its words. */
function shownCommit(commit: Commit, shown: Shown): Commit {
  if (isClear(commit, shown)) return commit;
  const pages = commit.pages.filter((page) => isShown(shown, page));
  return { ...commit, subject: "What it says stays out of this file", pages, evidence: [] };
}

function isClear({ pages, evidence }: Pick<Commit, "pages" | "evidence">, shown: Shown): boolean {
  const grounds = evidence.flatMap((one) => (one.startsWith("page:") ? [one.slice("page:".length)] : []));
  // A list that was cut may have gone on with another.
  return (
    pages.length > 0 && pages.length < commitPagesMax && [...pages, ...grounds].every((page) => isShown(shown, page))
  );
}

function shownBlame({ entries }: BlameAnswer, shown: Shown): BlameAnswer {
  return {
    entries: entries.map(({ commit, moved, ...entry }) => ({
      ...entry,
      commit: commit === null ? null : shownCommit(commit, shown),
      moved: moved.filter((from) => isShown(shown, from)),
    })),
  };
}

/** The words of nights and of commits are those of the pages they wrote to. */
function shownHappenings(
  happenings: readonly Happening[],
  commits: readonly Commit[],
  shown: Shown,
): readonly Happening[] {
  const clear = new Set(commits.filter((commit) => isClear(commit, shown)).map(({ commit }) => commit));
  const unclear = new Set(commits.flatMap(({ commit, session }) => (clear.has(commit) ? [] : [session])));
  return happenings.flatMap((each): readonly Happening[] => {
    const { kind, commit, page: id, session } = each;
    if (kind === "commit") return commit !== null && clear.has(commit) ? [each] : [];
    if (kind === "night") {
      const isOut = commit === null || !clear.has(commit) || (isNight(session) && unclear.has(session));
      return [isOut ? { ...each, says: "" } : each];
    }
    if (kind === "fault") return id !== null && isShown(shown, id) ? [each] : [];
    if (kind === "boundary") return [{ ...each, says: "" }];
    return kind === "recall" ? [] : [each];
  });
}

function shownInbox(waiting: InboxAnswer, shown: Shown): InboxAnswer {
  const isOf = ({ page: id }: { readonly page: string }): boolean => isShown(shown, id);
  return {
    ...waiting,
    heard: [],
    withheld: waiting.heard.length,
    refused: waiting.refused.filter(isOf),
    conflicts: waiting.conflicts.filter(isOf),
    // What a night would keep is the words of a log.
    proposals: waiting.proposals.filter((line) => line.verb === "leave" && isOf(line)),
  };
}

function shownPrompts(value: NowAnswer, shown: Shown): NowAnswer {
  const isOf = ({ id }: { readonly id: string }): boolean => isShown(shown, id);
  const prompts = value.prompts.map((prompt) => ({
    ...prompt,
    selected: prompt.selected.filter(isOf),
    omitted: prompt.omitted.filter(isOf),
    refused: prompt.refused.filter(isOf),
    faults: [],
    asked: [],
  }));
  return { ...value, prompts, loaded: value.loaded.filter(({ path }) => isShown(shown, path)) };
}

/** The views that are one each, without what is about pages that stay out. */
async function viewsOf(workspace: Workspace, shown: Shown): Promise<ReadonlyMap<string, Answer<unknown>>> {
  const waiting = await inbox(workspace);
  const times = await time(workspace);
  const commits = await history(workspace, null);
  const known = commits.ok ? commits.value.commits : [];
  return new Map<string, Answer<unknown>>([
    ["inbox", said(waiting, (value) => shownInbox(value, shown))],
    ["time", said(times, ({ happenings }) => ({ happenings: shownHappenings(happenings, known, shown) }))],
    ["now", said(now(workspace), (value) => shownPrompts(value, shown))],
    ["cost", said(cost(workspace))],
  ]);
}

function said<T>(found: Outcome<T>, of: (value: T) => unknown = (value) => value): Answer<unknown> {
  return found.ok
    ? { ok: true, value: of(found.value) }
    : { ok: false, says: found.error.says, hint: found.error.hint };
}

/** By the key that the page asks for: the view and its parameters as they stand in an address. */
async function pagesInto(
  answers: Map<string, Answer<unknown>>,
  workspace: Workspace,
  shown: Shown,
): Promise<{ readonly listed: number }> {
  let bytes = [...answers.values()].reduce((sum, answer) => sum + JSON.stringify(answer).length, 0);
  const put = (key: string, answer: Answer<unknown>): boolean => {
    const size = JSON.stringify(answer).length;
    if (bytes + size > bytesMax) return false;
    bytes += size;
    answers.set(key, answer);
    return true;
  };
  const commits = new Set<string>();
  let listed = 0;
  for (const [at, id] of [...shown.ids].entries()) {
    const named = new URLSearchParams({ id });
    const isIn = put(`page?${named}`, said(await page(workspace, id, "group")));
    if (!isIn) listed += 1;
    if (!isIn || at >= blamedMax) continue;
    const past = await history(workspace, id);
    const told = said(past, ({ commits: all }) => ({ commits: all.map((each) => shownCommit(each, shown)) }));
    put(`history?${named}`, told);
    const entries = await blamed(workspace, id, "group");
    put(
      `blame?${named}`,
      said(entries, (value) => shownBlame(value, shown)),
    );
    if (!past.ok) continue;
    for (const each of past.value.commits) {
      const { commit, pages } = each;
      // What a page gave to one that stays out stands in all that was changed before.
      if (commits.size >= diffsMax || pages.some((one) => !isShown(shown, one))) break;
      if (!isClear(each, shown)) continue;
      commits.add(commit);
      const about = new URLSearchParams({ id, commit });
      put(`changes?${about}`, said(await changes(workspace, { id, commit }, "group")));
    }
  }
  return { listed };
}

/** One file: its policy allows this very script and nothing else, and its data is no script. */
function htmlOf(answers: ReadonlyMap<string, Answer<unknown>>, { script, style }: Files): string {
  const safe = script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  // A title, a field or a commit's subject can hold a secret, too.
  const shown = (_: string, value: unknown): unknown => (typeof value === "string" ? withoutSecrets(value) : value);
  const data = JSON.stringify(Object.fromEntries(answers), shown).replaceAll("<", "\\u003c");
  const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const policy = `default-src 'none'; script-src ${hash(safe)}; style-src ${hash(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Pagefile studio</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="app"></div>
<script type="application/json" id="still">${data}</script>
<script>${safe}</script>
</body>
</html>
`;
}
