/** Evidence: the forms in which a patch names what it rests on, and whether what is named is there: on disk, in git or among the sessions known here. */

import { digest } from "../base/digest.js";
import { type PagePath, parsePagePath } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { err, type Outcome, ok, type Result } from "../base/result.js";
import { parseTrailers } from "../git/history.js";
import type { Memory } from "../memory/memory.js";
import { sessionsOf } from "../memory/sessions.js";
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
    if (paths.some((path) => memory.store.stampOf?.(path) != null || memory.files.has(path))) return ok(null);
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
  const cut = history.isCut?.() ?? ok(false);
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
export function keptEvidence(
  memories: readonly Memory[],
  name: string,
): Outcome<{ readonly bytes: Uint8Array; readonly file: string } | null> {
  const [first] = memories;
  const kept = (first === undefined ? undefined : evidenceBlobsOf(first)?.get(name)) ?? ok(null);
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
    if (digest(bytes) === name) return { bytes, file: `${root}/${path}` };
  }
  return null;
}
