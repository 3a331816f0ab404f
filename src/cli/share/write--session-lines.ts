/** SessionLines: how what sessions keep to themselves is shown: commits of hand edits, and one line a session. */

import type { StatusAnswer } from "../../night/status.js";
import type { HandCommit } from "../../session/pages/known.js";
import type { SessionParent } from "../../session/sessions--sessions.js";
import { count, labeled } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table--theme.js";

/** Commits of what people edited by hand in the sessions' folders. */
export function editLines(word: string, edits: readonly HandCommit[], theme: Theme): string {
  const lines = edits.map(({ session, commit, pages }) => {
    const what = `${count(pages.length, "page")} edited by hand in session ${visibleLine(session)}`;
    return `${theme.green(word)}  ${theme.yellow(commit.slice(0, 8))}  ${what}\n`;
  });
  return lines.join("");
}

/** Under one label: what each session keeps to itself, and what of it no commit holds. */
export function sessionLines(rows: StatusAnswer["sessions"], theme: Theme): readonly string[] {
  return rows.flatMap(({ session, state, folder, pages, dirty, wrong, staged, failed, parent }, at) => {
    const who = visibleLine(session ?? folder ?? "");
    const parts = [state, ...(parent === undefined ? [] : [forkedFrom(parent)]), count(pages, "page")];
    if (dirty.length > 0) parts.push(theme.yellow(`${dirty.length} not committed`));
    if (wrong.length > 0) parts.push(theme.red(`${wrong.length} wrong`));
    if (staged > 0) parts.push(theme.yellow(`${staged} staged`));
    if (failed !== null) parts.push(theme.red(visibleLine(failed)));
    const shown = dirty.slice(0, dirtyShown).map((path) => {
      const mark = wrong.includes(path) ? theme.red("!") : theme.yellow("M");
      return labeled("", `${mark} ${visibleLine(`${folder}/${path}`)}`, theme);
    });
    const more = dirty.length - shown.length;
    if (more > 0) shown.push(labeled("", theme.dim(`… and ${more} more (--json lists all)`), theme));
    return [labeled(at === 0 ? "sessions" : "", `${theme.bold(who)}  ${parts.join(" · ")}`, theme), ...shown];
  });
}

/** Of which session it is a fork. */
export function forkedFrom({ session }: SessionParent): string {
  return session === null ? "forked" : `forked from ${visibleLine(session)}`;
}

const dirtyShown = 10;
