/** WireRest: looks at a memory in which nothing may have happened, without opening a page or a history. */

import { lstatSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Instant, Oid } from "../base/ids.js";
import { findLayout, type GitLayout } from "../git/layout.js";
import { readHead, readRef } from "../git/refs/refs.js";
import { sessionFolder, sessionName, sessionNames, sessionRef } from "../git/refs/refs--session-names.js";
import { isSettled } from "../memory/disk/read.js";
import { searchedIn } from "../memory/included.js";
import type { Memory } from "../memory/memory.js";
import { openPageStore } from "../memory/page-store--fs-page-store.js";
import { isPageFile, type ProfileName, profileNames } from "../memory/profile.js";
import { findRoot, stateFolder } from "../memory/root.js";
import { configPath } from "../memory/root--config-path.js";
import { openTraceLog } from "../prompt/trace/log.js";
import { openTurnStates } from "../prompt/trace/turns.js";
import { openStandingDecisions } from "../prompt/turn/standing.js";
import type { StandingDecisions } from "../prompt/turn/standing--standing-decisions.js";
import { openSessions } from "../session/sessions.js";
import { errnoOf } from "../state/fs-calls.js";
import { systemClock } from "../state/machine--system-clock.js";
import { namesIn } from "../state/plain-file--staging-read.js";
import { openHarnessNotes } from "./known--harness-notes.js";
import type { HarnessNotes } from "./known--harness-notesx.js";
import { nameStanding, nameStore, type StandingStore } from "./rest--standing.js";

export interface RestPlace extends Pick<Memory, "sessions" | "traces" | "turns" | "clock"> {
  readonly root: string;
  readonly notes: HarnessNotes;
  readonly decisions: StandingDecisions;
  /** null on an unborn branch, undefined where it cannot be read. */
  readonly head: () => Oid | null | undefined;
  /**
   * Whether the end of a turn of that session has nothing to settle: nothing is staged by anybody, no commit was left half done, no session
   * with pages of its own has died, and this one's own pages are those that `own` names.
   */
  readonly isIdle: (session: string, own: string | null) => boolean;
  /** Whether all that a prompt is made of is what it was when it was named so. */
  readonly stands: (session: string, codec: string, named: string) => boolean;
}

/** null for what is not looked at from here: several stores, refs in tables, no memory at all. */
export function openRestPlace(options: {
  readonly cwd: string;
  readonly repos: readonly string[];
  readonly now: Instant | null;
}): RestPlace | null {
  const { cwd, repos, now } = options;
  if (repos.length > 1) return null;
  const root = findRoot(resolve(cwd, repos[0] ?? "."));
  const layout = root.ok ? findLayout(root.value) : root;
  if (!root.ok || !layout.ok || layout.value.refStorage !== "files") return null;
  const state = stateFolder(layout.value);
  const dir = join(stateFolder(layout.value, layout.value.commonDir), "sessions");
  const sessions = openSessions(join(state, "sessions"));
  const own = (session: string): StandingStore | "none" | null => ownStore(dir, layout.value, session);
  return {
    root: root.value,
    notes: openHarnessNotes(join(state, "harness")),
    decisions: openStandingDecisions(join(state, "starts")),
    sessions,
    traces: openTraceLog(state),
    turns: openTurnStates(join(state, "turns")),
    clock: systemClock(now),
    head: () => headOf(layout.value),
    isIdle(session, named) {
      if ([join(state, "staged"), join(state, "departures")].some((folder) => namesIn(folder).length > 0))
        return false;
      const { folders, refs } = sessionNames(dir, layout.value);
      if (folders.length + refs.length > 0 && mayBeDead(new Set([...folders, ...refs]), sessions)) return false;
      const store = own(session);
      return store === "none" || (store !== null && named !== null && nameStore(store) === named);
    },
    stands(session, codec, named) {
      const about = standingAbout(root.value, codec);
      const profile = profileNames.find((name) => named.startsWith(`${name}.`));
      const head = headOf(layout.value);
      const store = own(session);
      if (about === null || profile === undefined || head === undefined || store === null) return false;
      const files = pagesBelow(root.value, profile, layout.value);
      if (files === null) return false;
      const standing = nameStanding([profile, ...about], { head, files }, store === "none" ? null : store);
      return `${profile}.${standing}` === named;
    },
  };
}

/**
 * What a prompt hangs on besides pages: the harness, this program and the settings. To be looked at before a memory is opened; null where
 * a file is so young that another could leave the same stamp.
 */
export function standingAbout(root: string, codec: string): readonly string[] | null {
  try {
    const stats = [lstatSync(join(root, configPath)), statSync(process.argv[1] ?? process.execPath)];
    if (!stats.every((stat) => isSettled(stat, Date.now()))) return null;
    return [codec, ...stats.map(({ size, mtimeMs, ctimeMs, ino }) => `${size} ${mtimeMs} ${ctimeMs} ${ino}`)];
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}

/** Whether one of those that keep pages has died, by the rule that recovery goes by. */
function mayBeDead(names: ReadonlySet<string>, { list, isDead }: RestPlace["sessions"]): boolean {
  const listed = list();
  if (!listed.ok) return true;
  return listed.value.records.some(
    ({ session, owner, ended }) =>
      names.has(sessionName(session)) && owner !== null && ended === null && isDead(owner),
  );
}

function headOf(layout: GitLayout): Oid | null | undefined {
  const head = readHead(layout);
  return head.ok ? head.value.commit : undefined;
}

/** `none` where the session keeps no pages; null where that cannot be told, or where a ref waits for its folder. */
function ownStore(dir: string, layout: GitLayout, session: string): StandingStore | "none" | null {
  const name = sessionName(session);
  const folder = sessionFolder(dir, name);
  const tip = readRef(layout, sessionRef(layout, name));
  if (!tip.ok) return null;
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return tip.value === null ? "none" : null;
  const files = filesBelow(folder, { folders: [{ path: "", recursive: true }] }, layout);
  return files === null ? null : { head: tip.value, files };
}

function pagesBelow(root: string, profile: ProfileName, layout: GitLayout): StandingStore["files"] | null {
  return filesBelow(root, searchedIn({ profile }), layout);
}

/** null where something stands there that is no page, or that cannot be looked at. */
function filesBelow(
  root: string,
  include: Parameters<typeof openPageStore>[1],
  { objectFormat }: GitLayout,
): StandingStore["files"] | null {
  const listing = openPageStore(root, include, { algorithm: objectFormat }).list();
  if (!listing.ok || listing.value.findings.length > 0) return null;
  return listing.value.files.filter(({ path }) => isPageFile(path));
}
