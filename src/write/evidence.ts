/** Evidence: the forms in which a patch names what it rests on, and whether what is named is there: on disk, in git or among the sessions known here. */

import { digest } from "../base/digest.js";
import { type PagePath, parsePagePath } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { err, type Failure, type Outcome, ok, type Result, usage } from "../base/result.js";
import { strictTextIn } from "../base/text.js";
import { parseTrailers } from "../git/history.js";
import type { Memory } from "../memory/memory.js";
import { sessionsOf } from "../memory/sessions.js";
import { locate, type Workspace } from "../memory/workspace.js";
import { parseDigest } from "../page/meta.js";
import { schema } from "../page/page.js";
import { evidenceBlobsOf } from "./evidence-blobs.js";

// EvidenceForm: the forms in which a patch names what it rests on, and what each has to look like before anything is looked up.

/** What a piece of evidence names, as far as its own words tell. */
type EvidenceNamed =
  | {
      readonly kind: "session" | "page" | "commit" | "sha256" | "tool" | "url" | "user_message";
      readonly name: string;
    }
  /** `#` may begin a line or an entry, or belong to the name: the whole comes first. */
  | { readonly kind: "file"; readonly name: string; readonly paths: readonly PagePath[] };

/** Why a form is none, and what would be one. */
export interface Misspelled {
  readonly says: string;
  readonly hint: string;
}

const forms: Readonly<Record<EvidenceNamed["kind"], string>> = {
  session: "session:ID#L120",
  page: "page:ID",
  file: "file:PATH#L12",
  commit: "commit:OID",
  sha256: "sha256:DIGEST",
  tool: "tool:NAME",
  url: "url:https://…",
  user_message: "user_message:ID",
};

const knownForms: string = `Known forms: ${Object.values(forms).join(", ")}.`;

/** Pure: whether what is named is there is for whoever can look. */
export function parseEvidence(evidence: string): Result<EvidenceNamed, Misspelled> {
  const colon = evidence.indexOf(":");
  const kind = evidence.slice(0, Math.max(0, colon));
  const rest = evidence.slice(colon + 1);
  if (!Object.hasOwn(forms, kind) || rest.trim() !== rest || rest === "")
    return err({ says: `The evidence “${evidence}” has no known form.`, hint: knownForms });
  const form = kind as EvidenceNamed["kind"];
  if (form === "file") return fileNamed(evidence, rest);
  if (form === "url") return urlNamed(evidence, rest);
  if (form === "commit" && !/^[0-9a-f]{7,64}$/.test(rest))
    return wrong(evidence, "no commit's id: 7 to 64 of 0 to 9 and a to f", "git log --format=%H tells the ids.");
  if (form === "sha256" && parseDigest(evidence) === null) {
    const hint = "Copy it whole from the field digest of its page.";
    return wrong(evidence, "no digest: 64 of 0 to 9 and a to f follow sha256:", hint);
  }
  return ok({ kind: form, name: form === "session" ? withoutFragment(rest) : rest });
}

function fileNamed(evidence: string, rest: string): Result<EvidenceNamed, Misspelled> {
  const names = [...new Set([rest, withoutFragment(rest)])];
  const paths = names.flatMap((name) => parsePagePath(name) ?? []);
  if (paths.length > 0) return ok({ kind: "file", name: rest, paths });
  const hint = "Name it from the memory's folder, lines behind “#”: file:notes/call.md#L12";
  return wrong(evidence, "no path below the memory", hint);
}

function urlNamed(evidence: string, rest: string): Result<EvidenceNamed, Misspelled> {
  const hint = "For example: url:https://example.org/page";
  if (/\s/u.test(rest) || !URL.canParse(rest)) return wrong(evidence, "no address", hint);
  const { protocol, username, password, hostname } = new URL(rest);
  if ((protocol !== "https:" && protocol !== "http:") || hostname === "")
    return wrong(evidence, "no address of http or https", hint);
  if (username === "" && password === "") return ok({ kind: "url", name: rest });
  // What stands before the host may be a password that no detector knows: it is not repeated.
  const says = `The evidence “url:${protocol}//…@${hostname}…” holds a login, which no memory should.`;
  return err({ says, hint: "Leave out what stands before “@”." });
}

function wrong(evidence: string, what: string, hint: string): Result<never, Misspelled> {
  return err({ says: `The evidence “${evidence}” is ${what}.`, hint: `${hint} ${knownForms}` });
}

/** Before the last `#`, where something stands before it. */
function withoutFragment(name: string): string {
  const hash = name.lastIndexOf("#");
  return hash > 0 ? name.slice(0, hash) : name;
}

// Resolve: whether what a piece of evidence names is there: looked up on disk, in git and among the sessions known here.

/** null where it is there, or where nothing here could tell: a tool, a message and an address are known by their form alone. */
export async function whyUnresolved(memory: Memory, evidence: string): Promise<Outcome<Misspelled | null>> {
  const named = parseEvidence(evidence);
  if (!named.ok) return ok(named.error);
  const { kind, name } = named.value;
  // A session's own pages rest on the memory beside which they stand.
  const beside = memory.lasting ?? memory;
  switch (kind) {
    case "file":
      return file(beside === memory ? [memory] : [memory, beside], named.value.paths);
    case "commit":
      return commit(beside, name);
    case "session":
      return session(beside, name);
    case "sha256": {
      const kept = keptEvidence([beside], `sha256:${name}`);
      return kept.ok ? ok(kept.value === null ? noResult : null) : kept;
    }
    default:
      return ok(null);
  }
}

const noResult: Misspelled = {
  says: "no result with that digest is kept here",
  hint: "It was made on another machine, was removed to make room, or held a secret; name the tool instead: tool:NAME",
};

async function file(memories: readonly Memory[], paths: readonly PagePath[]): Promise<Outcome<Misspelled | null>> {
  for (const memory of memories) {
    if (paths.some((path) => memory.store.stampOf(path) !== null || memory.files.has(path))) return ok(null);
    const head = await memory.history.head();
    if (!head.ok) return head;
    const blobs = await memory.history.at(head.value.commit, paths);
    if (!blobs.ok) return blobs;
    if (blobs.value.some((blob) => blob !== null)) return ok(null);
  }
  const around = memories.at(-1)?.checkout;
  if (paths.some((path) => around?.holds(path) === true)) return ok(null);
  return ok({
    says: "there is no such file in the work tree or in HEAD",
    hint: "Name it from the memory's folder or from the repository's, lines behind “#”: file:notes/call.md#L12",
  });
}

async function commit({ history }: Memory, oid: string): Promise<Outcome<Misspelled | null>> {
  const found = await history.resolve(oid);
  if (!found.ok) return found;
  if (found.value?.startsWith(oid) === true) return ok(null);
  const cut = history.isCut();
  if (!cut.ok) return cut;
  return ok(
    cut.value
      ? {
          says: "this clone holds a part of the history only, and whether that commit is in the rest cannot be told here",
          hint: "Fetch the rest with: git fetch --unshallow; then write it again.",
        }
      : {
          says: "no commit here has that id, or several begin with it",
          hint: "git log --format=%H tells the ids; what lies in another repository is named by its address: url:https://…",
        },
  );
}

/** On record on this machine, or named by a commit, which others made. */
async function session(memory: Memory, name: string): Promise<Outcome<Misspelled | null>> {
  const record = sessionsOf(memory).read(name);
  if (!record.ok || record.value !== null) return record.ok ? ok(null) : record;
  const own = memory.sessionPages?.tip(memory.sessionPages.nameOf(name)) ?? ok(null);
  if (!own.ok || own.value !== null) return own.ok ? ok(null) : own;
  const logged = await memory.history.log({ paths: [], limit: limits.sessionLookBackCommitsMax });
  if (!logged.ok) return logged;
  const isNamed = logged.value.some(({ message }) =>
    (parseTrailers(message)["Pagefile-Session"] ?? []).includes(name),
  );
  if (isNamed) return ok(null);
  return ok({
    says: "no session of that id is on record on this machine, and no recent commit names it",
    hint: "The session that writes is named with --session ID; others are listed by: pagefile session list",
  });
}

/** What is kept under a digest, below the git dir or beside the pages; null where nothing is. */
function keptEvidence(
  memories: readonly Memory[],
  name: string,
): Outcome<{ readonly bytes: Uint8Array; readonly file: string } | null> {
  const [first] = memories;
  const kept = first === undefined ? ok(null) : evidenceBlobsOf(first).get(name);
  return !kept.ok || kept.value !== null ? kept : ok(committed(memories, name));
}

/** A blob that was written into the memory beside its pages, by hand or by a tool, and is theirs to share. */
function committed(
  memories: readonly Memory[],
  name: string,
): { readonly bytes: Uint8Array; readonly file: string } | null {
  for (const { store, root } of memories) {
    const path = parsePagePath(`${schema.evidence.folder}/blobs/${name.slice("sha256:".length)}`);
    const read = path === null ? null : store.read(path);
    if (path === null || read === null || !read.ok || read.value === null) continue;
    const { bytes } = read.value.blob;
    // `core.autocrlf` gives a checkout other line ends than were kept.
    const asKept = (): Buffer =>
      Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n"), "latin1");
    const own = digest(bytes) === name ? bytes : asKept();
    if (own === bytes || digest(own) === name) return { bytes: own, file: `${root}/${path}` };
  }
  return null;
}

// Read: a result of a tool, found again by its page or its digest, as many lines as are asked for.

export interface EvidenceAnswer {
  readonly digest: string;
  readonly bytes: number;
  /** The file that holds it. */
  readonly file: string;
  /** How many lines it has; null for bytes that are no text. */
  readonly lines: number | null;
  /** Those of `text`, from 1; 0 and 0 where it is empty. */
  readonly from: number;
  readonly to: number;
  /** null for bytes that are no text. */
  readonly text: string | null;
}

export interface EvidenceQuery {
  /** An evidence page, a month of a series, or `sha256:` and its digest. */
  readonly name: string;
  readonly from: number;
  readonly to: number | null;
}

/** Of a long text as many whole lines as a prompt can take; rows of a series are read by `readSeriesRows`. */
export function readEvidence(workspace: Workspace, { name, from, to }: EvidenceQuery): Outcome<EvidenceAnswer> {
  const found = findEvidence(workspace, name);
  if (!found.ok) return found;
  const { bytes, file } = found.value;
  const about = { digest: found.value.digest, bytes: bytes.length, file };
  const text = textFrom(bytes);
  if (text === null) return ok({ ...about, lines: null, from: 0, to: 0, text: null });
  const lines = text.endsWith("\n") ? text.slice(0, -1).split("\n") : text.split("\n");
  if (from > lines.length) return err(beyond(from, lines.length, "line"));
  const shown = firstOf(lines.slice(from - 1, to ?? lines.length));
  return ok({ ...about, lines: lines.length, from, to: from - 1 + shown.length, text: shown.join("\n") });
}

/** The whole of a result, and the file that holds it. */
function findEvidence(
  workspace: Workspace,
  name: string,
): Outcome<{ readonly digest: string; readonly bytes: Uint8Array; readonly file: string }> {
  const named = digestOf(workspace, name);
  if (!named.ok) return named;
  const kept = keptEvidence(workspace.memories, named.value);
  if (!kept.ok) return kept;
  return kept.value === null ? err(resultGone(named.value)) : ok({ digest: named.value, ...kept.value });
}

/** A line longer than the bound is cut: there is no other way to show the beginning of it. */
function firstOf(lines: readonly string[]): readonly string[] {
  let room = limits.evidenceReadCharsMax;
  const end = lines.findIndex((line) => {
    room -= line.length + 1;
    return room < 0;
  });
  if (end < 0) return lines;
  return end > 0 ? lines.slice(0, end) : [(lines[0] ?? "").slice(0, limits.evidenceReadCharsMax)];
}

function digestOf(workspace: Workspace, name: string): Outcome<string> {
  if (name.startsWith("sha256:")) {
    const says = `“${name}” is no digest: 64 of 0 to 9 and a to f follow sha256:.`;
    const hint = "Copy it whole from the field digest of its page, or name the page.";
    return parseDigest(name) === null ? err(usage(says, hint)) : ok(name);
  }
  const located = locate(workspace, name);
  if (!located.ok) return located;
  const { memory, entry } = located.value;
  const meta = memory.files.get(entry.path)?.data.meta;
  const fields = entry.slug === null ? meta?.fields : meta?.sections?.[entry.slug]?.fields;
  if (entry.type === "evidence" && typeof fields?.digest === "string") return ok(fields.digest);
  const says = `“${entry.id}” is no page of evidence, or names no digest.`;
  return err(usage(says, "List those that are: pagefile pages --type evidence --session ID"));
}

/** null for bytes that are no text. */
export function textFrom(bytes: Uint8Array): string | null {
  return bytes.includes(0) ? null : strictTextIn(bytes);
}

function resultGone(digest: string): Failure {
  return {
    code: "page_missing",
    says: `No result ${digest} is kept here: it was made on another machine, was removed to make room, or held a secret.`,
    hint: "Call the tool again: the field signature of its page says how it was called.",
  };
}

export function beyond(from: number, count: number, what: "line" | "row"): Failure {
  return usage(`It has ${count} ${what}s, and ${what} ${from} was asked for.`, "Ask for fewer.");
}

// ReadPart: a result of a tool in parts that follow each other, so that a text of any length and shape can be read to its end.

interface EvidencePart extends Pick<EvidenceAnswer, "digest" | "bytes" | "file" | "text"> {
  /** UTF-16 units of the whole; null for bytes that are no text. */
  readonly chars: number | null;
  /** Where `text` begins, and where the next part does; null where nothing follows. */
  readonly offset: number;
  readonly next: number | null;
}

/** `name` is an evidence page, or `sha256:` and its digest. The parts of all offsets given as `next` make the whole again. */
export function readEvidencePart(
  workspace: Workspace,
  { name, offset, limit }: { readonly name: string; readonly offset: number; readonly limit: number },
): Outcome<EvidencePart> {
  const found = findEvidence(workspace, name);
  if (!found.ok) return found;
  const { digest, bytes, file } = found.value;
  const about = { digest, bytes: bytes.length, file, offset };
  const whole = textFrom(bytes);
  if (whole === null) return ok({ ...about, chars: null, next: null, text: null });
  if (offset > 0 && offset >= whole.length) {
    const says = `It has ${whole.length} characters, and offset ${offset} was asked for.`;
    return err(usage(says, `Ask for an offset below ${whole.length}, or for 0.`));
  }
  const end = endOf(whole, offset, limit);
  const next = end < whole.length ? end : null;
  return ok({ ...about, chars: whole.length, next, text: whole.slice(offset, end) });
}

/** Behind a line where one ends in the second half of the part; never in the middle of a surrogate pair, unless it is all there is. */
function endOf(text: string, offset: number, limit: number): number {
  const most = offset + limit;
  if (most >= text.length) return text.length;
  const line = text.lastIndexOf("\n", most - 1) + 1;
  if (line > offset + limit / 2) return line;
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(most - 1));
  return isSplit && limit > 1 ? most - 1 : most;
}
