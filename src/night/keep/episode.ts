/**
 * KeepEpisodes: what sessions were goes into the log of the day they were heard on last, one section a session, with the evidence for each line.
 *
 * A session is told when it ends, at the next start where it died, and by the night where nobody ended it. The inbox notes what was told, so that
 * a session that goes on gets what is new below its heading, and nothing twice. Where a log would get to others it is a page of this machine
 * alone, beside the log that everybody has, and git does not look at it.
 */

import type { Instant, PagePath } from "../../base/ids.js";
import { eachOf, type Outcome, ok, push } from "../../base/result.js";
import { textIn } from "../../base/text.js";
import {
  type Commit,
  episodeDay,
  episodeLines,
  episodeLinesMax,
  episodeName,
  episodeTitle,
  isEpisodeLine,
  isEpisodeTitle,
} from "../../heard/episode.js";
import { type Item, inboxOf, overIn, untoldOf } from "../../heard/inbox.js";
import { noWork, type Work } from "../../heard/work.js";
import { textsAtHead } from "../../history/log.js";
import { type Memory, refresh } from "../../memory/memory.js";
import { isPersonal } from "../../memory/root.js";
import { sessionsOf } from "../../memory/sessions.js";
import { bodyStartOf, outline } from "../../page/markdown/outline.js";
import { findElisions } from "../../rules/refusal.js";
import { findSecrets } from "../../rules/secret-keys.js";
import { patch } from "../../session/patch.js";
import type { CommitOptions } from "../../write/commit/commit.js";
import type { PatchEnvelope } from "../../write/patch.js";
import { begin, takeIn } from "../day-files.js";
import { keepAlone } from "./heard.js";

interface Asked {
  /** The one that ends now; null where none does. */
  readonly ending: string | null;
  /** Whether other sessions are told that are over, and of which not all is told; the one that is under way is not. */
  readonly others: boolean;
  /** That which is under way. */
  readonly current: string | null;
  /** Whether a session's last prompt was never answered. */
  readonly isCut: (session: string) => boolean;
  /** What was committed beside the memory between two moments; it may be that nobody can tell. */
  readonly commits: (from: Instant, to: Instant) => Promise<readonly Commit[]>;
  /** What a session's tools had in hand; it may be that nobody can tell. */
  readonly work: (session: string) => Work;
  /** Whether it was a talk, with hardly a tool in it; not where nobody can tell. */
  readonly isTalk: (session: string) => boolean;
}

/** Nobody knows what became of the code, or how a session ended. */
export const unseen: Pick<Asked, "isCut" | "commits" | "work" | "isTalk"> = {
  isCut: () => false,
  commits: async () => [],
  work: () => noWork,
  isTalk: () => false,
};

/** Logs that tell of sessions now. */
export async function keepEpisodes(
  memory: Memory,
  asked: Asked,
  options: CommitOptions,
): Promise<Outcome<readonly PagePath[]>> {
  const due = dueIn(memory, asked);
  if (!due.ok || due.value.size === 0) return due.ok ? ok([]) : due;
  return keepAlone(memory, async () => {
    // Another may have told of them meanwhile.
    const left = dueIn(memory, asked);
    if (!left.ok) return left;
    const paths = await eachOf(left.value.values(), (items) => tell(memory, items, asked, options));
    return paths.ok ? ok(paths.value.filter((path) => path !== null)) : paths;
  });
}

/** How many sessions `keepEpisodes` would tell of now. */
export function sessionsDue(memory: Memory, asked: Asked): Outcome<number> {
  const due = dueIn(memory, asked);
  return due.ok ? ok(memory.config.episodes === "off" ? 0 : due.value.size) : due;
}

/** What is not told yet of each session that is to be told of, the oldest first. */
function dueIn(memory: Memory, { ending, others, current }: Asked): Outcome<ReadonlyMap<string, readonly Item[]>> {
  const read = inboxOf(memory).read();
  if (!read.ok) return read;
  const now = memory.clock.now();
  const about = { sessions: sessionsOf(memory), now, except: current };
  const over = others ? overIn(read.value, about) : ok([]);
  if (!over.ok) return over;
  const names = new Set([...(ending === null ? [] : [ending]), ...over.value]);
  const due = new Map<string, Item[]>();
  for (const item of untoldOf(read.value, now))
    if (item.session !== null && names.has(item.session)) push(due, item.session, item);
  return ok(due);
}

/** null where there is nothing to tell. */
async function tell(
  memory: Memory,
  items: readonly Item[],
  { isCut, commits, work, isTalk }: Asked,
  options: CommitOptions,
): Promise<Outcome<PagePath | null>> {
  const [first] = items;
  const session = first?.session ?? null;
  if (first === undefined || session === null) return ok(null);
  const noted = (path: PagePath | null): Outcome<PagePath | null> => {
    const ids = items.map(({ id }) => id);
    const told = inboxOf(memory).tell(ids, { at: memory.clock.now(), by: "pagefile" });
    return told.ok ? ok(path) : told;
  };
  if (memory.config.episodes === "off") return noted(null);
  const log = placeOf(memory, episodeDay(items, memory.zone));
  const there = await textOf(memory, log);
  if (!there.ok) return there;
  const known = there.value ?? "";
  const section = sectionIn(known, session);
  const made = await commits(first.at, memory.clock.now());
  const fresh = made.filter(({ oid }) => !known.includes(oid));
  const most = episodeLinesMax - (section?.count ?? 0);
  const done = { commits: fresh, work: work(session), known: section?.text ?? "" };
  const told = { items, ...done, isCut: isCut(session), isTalk: isTalk(session), most };
  const isNew = (text: string): boolean => isFit(text) && section?.text.includes(`${text}\n`) !== true;
  const lines = episodeLines(told).filter(({ text }) => isNew(text));
  // A timer that asks the same each hour is told of once a day, unless it worked on something.
  const isAsBefore = lines.every(({ text }) => `${known}\n`.includes(`\n${text}\n`) && !isWork.test(text));
  if (lines.length === 0 || isAsBefore) return noted(null);
  const title = section?.title ?? episodeTitle(session, first.at, memory.zone);
  const from = [...new Set(lines.flatMap((line) => line.ids))];
  const group = { title, slug: section?.slug ?? null, lines: lines.map(({ text }) => text), session, ids: from };
  const put = log.isLocal
    ? await putHere(memory, log.path, there.value, group)
    : await putInLog(memory, log.path, group, options);
  if (!put.ok) return put;
  return noted(put.value ? log.path : null);
}

const isWork = /^- (?:Worked on|Changed files|Changed|Ran): /;

/** What the write path would refuse keeps no other line out. */
function isFit(line: string): boolean {
  return findSecrets(line).length === 0 && findElisions(line).length === 0;
}

interface Log {
  readonly path: PagePath;
  /** Of this machine alone. */
  readonly isLocal: boolean;
}

/** What is committed gets to others where there is a remote, but for what is a person's own. */
function placeOf({ root, place, config, checkout }: Memory, day: string): Log {
  const isOwn = config.scope === "global" || isPersonal(root, place.env);
  const isLocal = config.episodes !== "shared" && !isOwn && checkout?.hasRemote() === true;
  return { path: `memory/${day}${isLocal ? "-local" : ""}.md` as PagePath, isLocal };
}

/** As HEAD has it, or of a page of this machine as the disk has it; null where there is none. */
async function textOf(memory: Memory, { path, isLocal }: Log): Promise<Outcome<string | null>> {
  if (isLocal) {
    const read = memory.store.read(path);
    if (!read.ok) return read;
    return ok(read.value === null ? null : textIn(read.value.blob.bytes));
  }
  const texts = await textsAtHead(memory, [path]);
  return texts.ok ? ok(texts.value[0] ?? null) : texts;
}

/** The section of a session, and how many lines of ours are in it; null where there is none. */
function sectionIn(text: string, session: string) {
  const { headings, entries } = outline(text, bodyStartOf(text));
  const at = headings.findIndex(
    ({ depth, title }) => depth === 2 && isEpisodeTitle(title) && title.startsWith(`${episodeName(session)} at `),
  );
  const heading = headings[at];
  if (heading === undefined) return null;
  const end = headings.slice(at + 1).find(({ depth }) => depth <= 2)?.start ?? text.length;
  const own = entries.filter(({ start }) => start > heading.start && start < end);
  const count = own.filter((entry) => isEpisodeLine(text.slice(entry.start, entry.end))).length;
  return { title: heading.title, slug: heading.slug, count, text: `${text.slice(heading.start, end)}\n`, end };
}

interface Group {
  readonly title: string;
  /** Of the section that is there already. */
  readonly slug: string | null;
  readonly lines: readonly string[];
  readonly session: string;
  readonly ids: readonly string[];
}

function envelopeOf({ session, ids }: Group): PatchEnvelope {
  const evidence = ids.slice(0, evidenceMax).map((id) => `session:${session}#${id}`);
  return { actor: "agent:pagefile", origin: "agent", session, evidence, id: null };
}

/** As many as a patch may name. */
const evidenceMax = 20;

/** False where the log refused the lines: they would be refused again. */
async function putInLog(
  memory: Memory,
  path: PagePath,
  group: Group,
  options: CommitOptions,
): Promise<Outcome<boolean>> {
  const envelope = envelopeOf(group);
  const lines = group.lines.join("\n");
  const section = `## ${group.title}\n\n${lines}\n`;
  const text = `# ${path.slice("memory/".length, -".md".length)}\n\n${section}`;
  const begun = await beginLog(memory, { path, text }, envelope, options);
  if (!begun.ok || begun.value) return begun;
  const [page, value] = group.slug === null ? [path, section] : [`${path}#${group.slug}`, lines];
  const draft = { op: "append", page, value, ...envelope };
  const done = await patch({ primary: memory, memories: [memory] }, draft, options);
  if (done.ok) return ok(true);
  return done.error.code === "denied" ? ok(false) : done;
}

/** True where the log is made with these words. One that stands on disk alone is somebody's, and is taken in as it is before. */
async function beginLog(
  memory: Memory,
  file: { readonly path: PagePath; readonly text: string },
  envelope: PatchEnvelope,
  options: CommitOptions,
): Promise<Outcome<boolean>> {
  const there = await textsAtHead(memory, [file.path]);
  if (!there.ok) return there;
  if (there.value[0] != null) return ok(false);
  const refreshed = refresh(memory);
  if (!refreshed.ok) return refreshed;
  if (memory.files.has(file.path)) {
    const taken = await takeIn(memory, options);
    return taken.ok ? ok(false) : taken;
  }
  const done = await begin(memory, [file], envelope, options);
  return done.ok ? ok(!done.value.unchanged) : done;
}

/** Git is told first, so that at no moment somebody could commit it by accident. */
async function putHere(
  memory: Memory,
  path: PagePath,
  was: string | null,
  { title, slug, lines, session }: Group,
): Promise<Outcome<boolean>> {
  const out = memory.checkout?.leaveOut("memory/*-local.md") ?? ok(undefined);
  if (!out.ok) return out;
  const text = was ?? `---\nscope: local\n---\n\n# ${path.slice("memory/".length, -"-local.md".length)}\n`;
  const section = slug === null ? null : sectionIn(text, session);
  const before = (section === null ? text : text.slice(0, section.end)).trimEnd();
  const after = section === null ? "" : text.slice(section.end);
  const added = section === null ? `\n\n## ${title}\n\n${lines.join("\n")}` : `\n${lines.join("\n")}`;
  const bytes = new TextEncoder().encode(`${before}${added}\n${after === "" ? "" : `\n${after}`}`);
  const stands = memory.store.read(path);
  if (!stands.ok) return stands;
  const done = await memory.store.replace([{ path, before: stands.value?.blob.oid ?? null, bytes }]);
  if (!done.ok) return done;
  const seen = refresh(memory);
  return seen.ok ? ok(true) : seen;
}
