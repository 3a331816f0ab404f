/**
 * PurgeFind: reads the whole past of a memory, follows a text and what rests on it from commit to commit, and says what a purge of one thing is to
 * take out.
 */

import { logName, type Oid } from "../../base/ids.js";
import { listMark } from "../../base/lines.js";
import { eachOf, getOrMake, type Outcome, ok } from "../../base/result.js";
import { compareText, textIn } from "../../base/text.js";
import { parseTrailers } from "../../git/history.js";
import { episodeName, plainSaid } from "../../heard/episode.js";
import { type Item, inboxOf } from "../../heard/inbox.js";
import { factsOf } from "../../memory/facts.js";
import type { Memory } from "../../memory/memory.js";
import { archiveIndexPath, isPageFile, profileOf } from "../../memory/profile.js";
import { idFromPath } from "../../memory/table.js";
import { bodyStartOf, outline } from "../../page/markdown/outline.js";
import { findSecrets } from "../../rules/secret-keys.js";
import { firstWords } from "../../write/entry/correct.js";
import { gist } from "../../write/validate.js";
import type { AuditedCommit, AuditHost } from "../verify/attest.js";
import { type Cut, isSaid, wordsIn } from "./cut.js";

export interface FoundPurge {
  readonly cut: Cut;
  readonly traced: Traced;
  /** Pages that hold any of it in any version: whether they go whole, and the entries that go. */
  readonly pages: readonly {
    readonly page: string;
    readonly whole: boolean;
    readonly entries: readonly string[];
    /** Entries of other grounds that a page takes along when it goes whole. */
    readonly along: number;
  }[];
  /** Kinds of the secrets found, each once. */
  readonly kinds: readonly string[];
}

interface Version {
  readonly path: string;
  readonly oid: Oid;
  readonly id: string;
  readonly title: string | null;
  readonly entries: readonly string[];
  readonly provenance: readonly string[];
  readonly values: readonly string[];
  readonly secrets: readonly (readonly [kind: string, text: string])[];
}

interface Reading {
  readonly memory: Memory;
  readonly audit: AuditHost;
  readonly secret: boolean;
  readonly versions: Map<string, Version>;
  readonly secrets: Map<string, string>;
}

/** `query` is null where nothing is asked of this memory. */
export async function findPurge(
  memory: Memory,
  audit: AuditHost,
  query: PurgeQuery | null,
  head: Oid,
): Promise<Outcome<FoundPurge>> {
  const secret = query?.kind === "secret";
  const reading: Reading = { memory, audit, secret, versions: new Map(), secrets: new Map() };
  const commits: TracedCommit[] = [];
  const note = async (commit: AuditedCommit): Promise<Outcome<undefined>> => {
    const traced = await tracedCommit(reading, commit);
    if (traced.ok) commits.push(traced.value);
    return traced.ok ? ok(undefined) : traced;
  };
  const walked = query === null ? ok(undefined) : await audit.walk({ from: head, until: null }, note);
  if (!walked.ok) return walked;
  const traced = traceBack(commits.reverse(), query ?? { kind: "secret" });
  const versions = [...reading.versions.values()];
  const going = versions.filter(({ id }) => traced.pages.has(id));
  const spans = await spansOf(reading, traced);
  if (!spans.ok) return spans;
  const sessions = query?.kind === "source" && query.name.startsWith("session:") ? [query.name.slice(8)] : [];
  const cut: Cut = {
    entries: new Set(traced.entries.keys()),
    pages: traced.pages,
    paths: new Set(going.map(({ path }) => path)),
    titles: going.flatMap(({ id, title }) => (title === null ? [] : [[id, title] as const])),
    ...spans.value,
    items: new Set(),
    sessions,
    sections: sessions.map((session) => `${episodeName(session)} at `),
    sources: new Set([...traced.sources].filter((each) => !each.startsWith("commit:"))),
    secrets: secret,
  };
  const kinds = [...new Set(reading.secrets.values())].sort(compareText);
  return ok({ cut, traced, pages: pagesOf(versions, traced), kinds });
}

async function tracedCommit(reading: Reading, commit: AuditedCommit): Promise<Outcome<TracedCommit>> {
  noteSecrets(reading, commit.message);
  const sides = await eachOf(commit.files, async ({ path, after, before }) => {
    // Where a path says too much, the id that a page has from its path says it too.
    const kind = noteSecrets(reading, path);
    if (kind !== null && isPageFile(path)) reading.secrets.set(idFromPath(path), kind);
    const is = await versionOf(reading, path, after);
    const was = await eachOf(before, (oid) => versionOf(reading, path, oid));
    if (!is.ok) return is;
    return was.ok ? ok({ path, after: is.value, was: was.value.filter((each) => each !== null) }) : was;
  });
  if (!sides.ok) return sides;
  const known = sides.value.flatMap(({ was }) => was);
  const had = new Set(known.flatMap(({ entries }) => entries));
  const files = sides.value.flatMap(({ after, was, path }): TracedFile[] => {
    if (after === null) return [];
    const said = new Set(was.flatMap(({ provenance, values }) => [...provenance, ...values]));
    return [
      {
        path,
        id: after.id,
        holds: after.entries,
        added: after.entries.filter((digest) => !had.has(digest)),
        created: !known.some(({ id }) => id === after.id),
        gained: after.provenance.filter((each) => !said.has(each)),
        values: after.values.filter((each) => !said.has(each)),
      },
    ];
  });
  const trailers = parseTrailers(commit.message);
  const sessions = (trailers["Pagefile-Session"] ?? []).map((session) => `session:${session}`);
  const evidence = [...(trailers["Pagefile-Evidence"] ?? []), ...sessions];
  return ok({ oid: commit.oid, evidence, isMerge: commit.parents.length > 1, files });
}

/** null for no file, and for one that is no page; its secrets are noted all the same. */
async function versionOf(reading: Reading, path: string, oid: Oid | null): Promise<Outcome<Version | null>> {
  const isPage = isPageFile(path) && path !== archiveIndexPath;
  if (oid === null || (!isPage && !reading.secret)) return ok(null);
  const key = `${path}\n${oid}`;
  const known = reading.versions.get(key);
  if (known !== undefined) return ok(known);
  const blob = await reading.audit.blob(oid);
  if (!blob.ok) return blob;
  const text = textIn(blob.value);
  if (reading.secret) noteSecrets(reading, text);
  if (!isPage) return ok(null);
  const { meta, heading } = factsOf(path, blob.value, profileOf(reading.memory.config.profile));
  const version: Version = {
    path,
    oid,
    id: meta.id ?? idFromPath(path),
    title: meta.title ?? heading ?? null,
    entries: [...new Set(entriesIn(path, text))],
    provenance: meta.provenance ?? [],
    values: stringsIn([meta.title, meta.summary, meta.compressed, meta.fields, meta.sections]),
    secrets: reading.secret ? findSecrets(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]) : [],
  };
  reading.versions.set(key, version);
  return ok(version);
}

/** Of a log without the lines that every session may have. */
function entriesIn(path: string, text: string): readonly string[] {
  const { entries } = outline(text, bodyStartOf(text));
  const own = logName.test(path)
    ? entries.filter(({ start, end }) => wordsIn(text.slice(start, end)).length > 0)
    : entries;
  return own.map(({ digest }) => digest);
}

/** The kind of the first one. */
function noteSecrets({ secret, secrets }: Reading, text: string): string | null {
  const found = secret ? findSecrets(text) : [];
  for (const { kind, start, end } of found) secrets.set(text.slice(start, end), kind);
  return found[0]?.kind ?? null;
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

/** Every spelling that a purged entry has in any version, and a secret wherever it stands without its name in front. */
async function spansOf(reading: Reading, traced: Traced): Promise<Outcome<Pick<Cut, "gists" | "spans" | "words">>> {
  const gists = new Set<string>();
  const words = new Set<string>();
  const spans = new Set<string>(traced.values);
  for (const secret of reading.secrets.keys()) if (secret.length >= 8 && !/[\r\n]/.test(secret)) spans.add(secret);
  for (const { oid, entries } of reading.versions.values()) {
    if (!entries.some((digest) => traced.entries.has(digest))) continue;
    const blob = await reading.audit.blob(oid);
    if (!blob.ok) return blob;
    const text = textIn(blob.value);
    for (const { start, end, digest } of outline(text, bodyStartOf(text)).entries) {
      if (!traced.entries.has(digest)) continue;
      const entry = text.slice(start, end).trim();
      const plain = entry.replace(listMark, "");
      gists.add(gist(plain));
      // As `correct` quotes it below what took its place: in those marks it is no chance, whatever its length.
      spans.add(`“${firstWords(plain)}”`);
      for (const each of wordsIn(entry)) words.add(each);
    }
  }
  return ok({
    gists: longestFirst(gists).filter((each) => each !== ""),
    spans: longestFirst(spans),
    words: longestFirst(words),
  });
}

function longestFirst(texts: Iterable<string>): readonly string[] {
  return [...texts].sort((a, b) => b.length - a.length || compareText(a, b));
}

/**
 * These cuts, each of another memory, with what was said of it all: a person says it in a project, and it may be kept beside it. What the inboxes have
 * of an entry goes from every memory; a statement of a session goes by its id alone, because another session may have said the same.
 */
export async function withHeard(
  all: readonly { readonly memory: Memory; readonly cut: Cut }[],
): Promise<Outcome<readonly Cut[]>> {
  const read = await eachOf(all, ({ memory }) => inboxOf(memory).read());
  if (!read.ok) return read;
  const cuts = all.map(({ cut }) => cut);
  const entries = new Set(cuts.flatMap((cut) => [...cut.entries]));
  const said = read.value.map((items) => saidIn(items, (item) => isOf(item, entries, cuts)));
  const heard = said.flat().flatMap(({ text }) => [...wordsIn(text), ...wordsIn(plainSaid(text))]);
  const words = longestFirst(new Set([...cuts.flatMap((cut) => cut.words), ...heard]));
  return ok(
    cuts.map((own, at) => {
      const cut: Cut = own.secrets ? own : { ...own, entries, words };
      const ids = new Set((said[at] ?? []).map(({ id }) => id));
      const goes = ({ id, session, text }: Item): boolean =>
        ids.has(id) || (session !== null && cut.sessions.includes(session)) || isSaid(text, cut);
      const items = own.secrets ? [] : (read.value[at] ?? []).filter(goes);
      return { ...cut, items: new Set(items.map(({ id }) => id)) };
    }),
  );
}

function isOf({ id, ended }: Item, entries: ReadonlySet<string>, cuts: readonly Cut[]): boolean {
  if (ended?.state === "kept" && entries.has(ended.entry)) return true;
  return cuts.some(({ sources }) => sources.has(`user_message:${id}`));
}

/** With those that only said one of them again. */
function saidIn(items: readonly Item[], isOne: (item: Item) => boolean): readonly Item[] {
  const ids = new Set(items.filter(isOne).map(({ id }) => id));
  return items.filter(({ id, ended }) => {
    const again = ended?.state === "settled" ? /^said again as (\w+)$/.exec(ended.because)?.[1] : undefined;
    return ids.has(id) || (again !== undefined && ids.has(again));
  });
}

function pagesOf(versions: readonly Version[], traced: Traced): FoundPurge["pages"] {
  const held = new Map<string, Set<string>>();
  for (const { id, entries, secrets } of versions) {
    const whole = traced.pages.has(id);
    if (!whole && secrets.length === 0 && !entries.some((digest) => traced.entries.has(digest))) continue;
    const all = getOrMake(held, id, () => new Set());
    for (const digest of entries) all.add(digest);
  }
  return [...held]
    .map(([page, all]) => {
      const whole = traced.pages.has(page);
      const entries = [...all].filter((digest) => traced.entries.has(digest)).sort(compareText);
      return { page, whole, entries, along: whole ? all.size - entries.length : 0 };
    })
    .sort((a, b) => compareText(a.page, b.page));
}

// PurgeTrace: follows a text through the past: which entries, pages and values came with it, and with what rests on it.

/** One file of a commit, as its parents and the commit itself have it. */
export interface TracedFile {
  readonly path: string;
  readonly id: string;
  /** Entries that no parent held in any file of the commit. */
  readonly added: readonly string[];
  readonly holds: readonly string[];
  readonly created: boolean;
  /** Evidence that frontmatter names and no parent named. */
  readonly gained: readonly string[];
  /** Texts of frontmatter that no parent held. */
  readonly values: readonly string[];
}

export interface TracedCommit {
  readonly oid: Oid;
  readonly evidence: readonly string[];
  /** Decided nothing by itself where it has several parents. */
  readonly isMerge: boolean;
  readonly files: readonly TracedFile[];
}

export type PurgeQuery =
  | { readonly kind: "entry" | "page" | "source"; readonly name: string }
  | { readonly kind: "commit"; readonly name: string; readonly oid: Oid }
  | { readonly kind: "secret" };

/** What is shorter is too common a text to be looked for word for word. */
const valueCharsMin = 12;

interface Traced {
  /** Each with the first page that held it. */
  readonly entries: Map<string, string>;
  readonly pages: Set<string>;
  readonly values: Set<string>;
  readonly sources: Set<string>;
  /** Commits that brought any of it, each with why it is one of them. */
  readonly commits: { commit: Oid; why: string }[];
  /** Commits that rest on it and are left alone, because nobody said that what is purged is false. */
  readonly cites: Oid[];
  /** Entries and pages that an earlier commit knew: whoever brings them again did not make them. */
  readonly seen: Set<string>;
  /** Pages that hold, or held, a purged entry. */
  readonly tainted: Set<string>;
}

/** Oldest first. A source or a commit is poison, and so is all that rests on it; an entry or a page is only itself. */
export function traceBack(commits: readonly TracedCommit[], query: PurgeQuery): Traced {
  const state: Traced = {
    entries: new Map(query.kind === "entry" ? [[query.name, ""]] : []),
    pages: new Set(query.kind === "page" ? [query.name] : []),
    values: new Set(),
    sources: new Set(query.kind === "source" ? [query.name] : []),
    commits: [],
    cites: [],
    seen: new Set(),
    tainted: new Set(),
  };
  if (query.kind !== "secret") for (const commit of commits) visit(state, commit, query);
  return state;
}

function visit(state: Traced, commit: TracedCommit, query: PurgeQuery): void {
  const follows = query.kind === "source" || query.kind === "commit";
  const named = query.kind === "commit" && query.oid === commit.oid;
  const cited = commit.evidence.find((evidence) => rests(state, evidence));
  const why = named ? "named" : cited === undefined ? null : `rests on ${cited}`;
  const bad = why !== null && (named || follows) && (named || !commit.isMerge);
  if (why !== null && !follows) state.cites.push(commit.oid);
  let reason = bad ? why : null;
  for (const file of commit.files) {
    const gained = follows && !commit.isMerge ? file.gained.find((evidence) => rests(state, evidence)) : undefined;
    if (bad || gained !== undefined) {
      take(state, file);
      reason ??= `its page ${file.id} rests on ${gained}`;
    }
    if (state.pages.has(file.id) && query.kind === "page") takeEntries(state, file);
    for (const digest of file.holds) {
      if (!state.entries.has(digest)) continue;
      if (state.entries.get(digest) === "") state.entries.set(digest, file.id);
      state.tainted.add(file.id);
    }
  }
  for (const { id, holds } of commit.files) for (const key of [`page ${id}`, ...holds]) state.seen.add(key);
  if (reason === null) return;
  state.commits.push({ commit: commit.oid, why: reason });
  state.sources.add(`commit:${commit.oid}`);
}

/** All that a bad commit brought to a file; a page that it made goes whole, its title and fields too. */
function take(state: Traced, file: TracedFile): void {
  takeEntries(state, file);
  // The log of a day is begun by one session and goes on with others.
  const isOwn = file.created && !logName.test(file.path);
  if (isOwn && !state.seen.has(`page ${file.id}`)) state.pages.add(file.id);
  else for (const value of file.values) if (value.length >= valueCharsMin) state.values.add(value);
}

function takeEntries(state: Traced, file: TracedFile): void {
  for (const digest of file.added) if (!state.seen.has(digest)) state.entries.set(digest, file.id);
}

/** Whether a piece of evidence is, or names, something that is purged. */
function rests({ sources, entries, pages, tainted }: Traced, evidence: string): boolean {
  if (sources.has(evidence) || [...sources].some((source) => evidence.startsWith(`${source}#`))) return true;
  const [, kind, rest = ""] = /^(page|commit):(.*)$/s.exec(evidence) ?? [];
  if (kind === "page") {
    const file = rest.split("#", 1)[0] ?? "";
    return pages.has(rest) || pages.has(file) || tainted.has(file);
  }
  if (kind === "commit" && rest.length >= 7) return [...sources].some((each) => each.startsWith(evidence));
  return [...entries.keys()].some((digest) => evidence.includes(digest));
}
