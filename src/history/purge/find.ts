/** PurgeFind: reads the whole past of a memory and says what a purge of one thing is to take out of it. */

import type { Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { compareText } from "../../base/text--order.js";
import { parseTrailers } from "../../git/history--trailer.js";
import { factsOf } from "../../memory/facts.js";
import type { Memory } from "../../memory/memory.js";
import { archiveIndexPath, isPageFile, profileOf } from "../../memory/profile.js";
import { idFromPath } from "../../memory/table--name.js";
import { bodyStartOf, outline } from "../../page/markdown/outline.js";
import { findSecrets } from "../../rules/secret-keys--secret.js";
import { gist } from "../../write/validate.js";
import type { AuditedCommit, AuditHost } from "../verify/attest--audit.js";
import type { Cut } from "./cut--cut.js";
import { type PurgeQuery, type Traced, type TracedCommit, type TracedFile, traceBack } from "./find--trace.js";

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

export async function findPurge(
  memory: Memory,
  audit: AuditHost,
  query: PurgeQuery,
  head: Oid,
): Promise<Outcome<FoundPurge>> {
  const secret = query.kind === "secret";
  const reading: Reading = {
    memory,
    audit,
    secret,
    versions: new Map(),
    secrets: new Map(),
  };
  const commits: TracedCommit[] = [];
  const walked = await audit.walk({ from: head, until: null }, async (commit) => {
    const traced = await tracedCommit(reading, commit);
    if (traced.ok) commits.push(traced.value);
    return traced.ok ? ok(undefined) : traced;
  });
  if (!walked.ok) return walked;
  const traced = traceBack(commits.reverse(), query);
  const versions = [...reading.versions.values()];
  const going = versions.filter(({ id }) => traced.pages.has(id));
  const spans = await spansOf(reading, traced);
  if (!spans.ok) return spans;
  const cut: Cut = {
    entries: new Set(traced.entries.keys()),
    pages: traced.pages,
    paths: new Set(going.map(({ path }) => path)),
    titles: going.flatMap(({ id, title }) => (title === null ? [] : [[id, title] as const])),
    ...spans.value,
    sources: new Set([...traced.sources].filter((each) => !each.startsWith("commit:"))),
    secrets: secret,
  };
  return ok({
    cut,
    traced,
    pages: pagesOf(versions, traced),
    kinds: unique([...reading.secrets.values()]),
  });
}

async function tracedCommit(reading: Reading, commit: AuditedCommit): Promise<Outcome<TracedCommit>> {
  noteSecrets(reading, commit.message);
  const sides: {
    after: Version | null;
    before: readonly (Version | null)[];
    path: string;
  }[] = [];
  for (const file of commit.files) {
    // Where a path says too much, the id that a page has from its path says it too.
    const kind = noteSecrets(reading, file.path);
    if (kind !== null && isPageFile(file.path)) reading.secrets.set(idFromPath(file.path), kind);
    const read: (Version | null)[] = [];
    for (const oid of [file.after, ...file.before]) {
      const version = oid === null ? ok(null) : await versionOf(reading, file.path, oid);
      if (!version.ok) return version;
      read.push(version.value);
    }
    sides.push({
      after: read[0] ?? null,
      before: read.slice(1),
      path: file.path,
    });
  }
  const known = sides.flatMap(({ before }) => before.filter((each) => each !== null));
  const had = new Set(known.flatMap(({ entries }) => entries));
  const files = sides.flatMap(({ after, before, path }): TracedFile[] => {
    if (after === null) return [];
    const was = before.filter((each) => each !== null);
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
  const evidence = parseTrailers(commit.message)["Pagefile-Evidence"] ?? [];
  return ok({
    oid: commit.oid,
    evidence,
    isMerge: commit.parents.length > 1,
    files,
  });
}

const decoder: { decode(bytes: Uint8Array): string } = new TextDecoder("utf-8", { ignoreBOM: true });

/** null for a file that is no page; its secrets are noted all the same. */
async function versionOf(reading: Reading, path: string, oid: Oid): Promise<Outcome<Version | null>> {
  const isPage = isPageFile(path) && path !== archiveIndexPath;
  if (!isPage && !reading.secret) return ok(null);
  const key = `${path}\n${oid}`;
  const known = reading.versions.get(key);
  if (known !== undefined) return ok(known);
  const blob = await reading.audit.blob(oid);
  if (!blob.ok) return blob;
  const text = decoder.decode(blob.value);
  if (reading.secret) noteSecrets(reading, text);
  if (!isPage) return ok(null);
  const { meta, heading } = factsOf(path, blob.value, profileOf(reading.memory.config.profile));
  const version: Version = {
    path,
    oid,
    id: meta.id ?? idFromPath(path),
    title: meta.title ?? heading ?? null,
    entries: outline(text, bodyStartOf(text)).entries.map((entry) => entry.digest),
    provenance: meta.provenance ?? [],
    values: stringsIn([meta.title, meta.summary, meta.compressed, meta.fields, meta.sections]),
    secrets: reading.secret ? findSecrets(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]) : [],
  };
  reading.versions.set(key, version);
  return ok(version);
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
async function spansOf(reading: Reading, traced: Traced): Promise<Outcome<Pick<Cut, "gists" | "spans">>> {
  const gists = new Set<string>();
  const spans = new Set<string>(traced.values);
  for (const secret of reading.secrets.keys()) if (secret.length >= 8 && !/[\r\n]/.test(secret)) spans.add(secret);
  for (const { oid, entries } of reading.versions.values()) {
    if (!entries.some((digest) => traced.entries.has(digest))) continue;
    const blob = await reading.audit.blob(oid);
    if (!blob.ok) return blob;
    const text = decoder.decode(blob.value);
    for (const { start, end, digest } of outline(text, bodyStartOf(text)).entries) {
      if (!traced.entries.has(digest)) continue;
      const plain = text
        .slice(start, end)
        .trim()
        .replace(/^(?:[-*+]|\d{1,9}[.)])[ \t]+/, "");
      gists.add(gist(plain));
      if (plain.length < spanCharsMin) continue;
      spans.add(plain);
      spans.add(plain.replace(/[ \t\r\n]+/g, " "));
    }
  }
  const longestFirst = (texts: Iterable<string>): readonly string[] =>
    [...texts].sort((a, b) => b.length - a.length || compareText(a, b));
  return ok({ gists: longestFirst(gists).filter((each) => each !== ""), spans: longestFirst(spans) });
}

/** What is shorter stands in other texts by chance; as an entry it is known by its digest, whatever its length. */
const spanCharsMin = 24;

function pagesOf(versions: readonly Version[], traced: Traced): FoundPurge["pages"] {
  const held = new Map<string, Set<string>>();
  for (const { id, entries, secrets } of versions) {
    const whole = traced.pages.has(id);
    if (!whole && secrets.length === 0 && !entries.some((digest) => traced.entries.has(digest))) continue;
    const all = held.get(id) ?? new Set();
    for (const digest of entries) all.add(digest);
    held.set(id, all);
  }
  return [...held]
    .map(([page, all]) => {
      const whole = traced.pages.has(page);
      const entries = [...all].filter((digest) => traced.entries.has(digest)).sort(compareText);
      return {
        page,
        whole,
        entries,
        along: whole ? all.size - entries.length : 0,
      };
    })
    .sort((a, b) => compareText(a.page, b.page));
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort(compareText);
}
