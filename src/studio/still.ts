/**
 * Still: the studio as one file that needs no server and changes nothing: to be looked at later, or attached to a review. It holds what the views
 * showed when it was made, as data that no browser runs, beside the same page and script.
 *
 * Who is given the file is given the memory, so what is private stays out: pages of scope local or of one session, and what was said and is on no
 * page yet. A file has a bound, and pages beyond it are listed without their text.
 */

import { createHash } from "node:crypto";
import { type Outcome, ok } from "../base/result.js";
import type { Workspace } from "../memory/workspace.js";
import { cost, now, time } from "./past.js";
import type { Files } from "./server.js";
import type { Answer, Happening, Overview } from "./shape.js";
import { blamed, changes, history, inbox, overview, page } from "./views.js";

/** Of what is put into the file beside the script. */
const bytesMax = 5_000_000;
/** Who brought which entry is looked up for so many pages: it reads the past of each. */
const blamedMax = 200;
const diffsMax = 50;

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
  const pages = whole.value.pages.filter(({ scope }) => scope !== "local" && scope !== "session");
  const shared: Overview = {
    ...whole.value,
    readOnly: "This is a file, made from a memory; what it shows cannot be changed here.",
    pages,
    findings: [],
  };
  const answers = new Map<string, Answer<unknown>>([["overview", { ok: true, value: shared }]]);
  const views = await viewsOf(workspace, new Set(pages.map(({ id }) => id)));
  for (const [name, answer] of views) answers.set(name, answer);
  const { listed } = await pagesInto(
    answers,
    workspace,
    pages.map(({ id }) => id),
  );
  return ok({ html: htmlOf(answers, files), pages: pages.length, listed });
}

/** The views that are one each, without what is about pages that stay out. */
async function viewsOf(
  workspace: Workspace,
  known: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Answer<unknown>>> {
  const waiting = await inbox(workspace);
  const times = await time(workspace);
  const prompts = now(workspace);
  const isKnown = ({ id }: { readonly id: string }): boolean => known.has(id);
  const isShown = ({ kind, page: id }: Happening): boolean => kind !== "recall" && (id === null || known.has(id));
  return new Map<string, Answer<unknown>>([
    ["inbox", said(waiting, (value) => ({ ...value, heard: [], withheld: value.heard.length }))],
    ["time", said(times, ({ happenings }) => ({ happenings: happenings.filter(isShown) }))],
    [
      "now",
      said(prompts, (value) => ({
        ...value,
        prompts: value.prompts.map((prompt) => ({
          ...prompt,
          selected: prompt.selected.filter(isKnown),
          omitted: prompt.omitted.filter(isKnown),
          asked: [],
        })),
      })),
    ],
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
  ids: readonly string[],
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
  for (const [at, id] of ids.entries()) {
    const named = new URLSearchParams({ id });
    const isIn = put(`page?${named}`, said(await page(workspace, id)));
    if (!isIn) listed += 1;
    if (!isIn || at >= blamedMax) continue;
    const past = await history(workspace, id);
    put(`history?${named}`, said(past));
    put(`blame?${named}`, said(await blamed(workspace, id)));
    if (!past.ok) continue;
    for (const { commit } of past.value.commits) {
      if (commits.size >= diffsMax) break;
      commits.add(commit);
      const about = new URLSearchParams({ id, commit });
      put(`changes?${about}`, said(await changes(workspace, { id, commit })));
    }
  }
  return { listed };
}

/** One file: its policy allows this very script and nothing else, and its data is no script. */
function htmlOf(answers: ReadonlyMap<string, Answer<unknown>>, { script, style }: Files): string {
  const safe = script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  const data = JSON.stringify(Object.fromEntries(answers)).replaceAll("<", "\\u003c");
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
