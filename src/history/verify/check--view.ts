/** HistoryView: one version of a page as an audit looks at it: what it is called, what it says, and whether it may be kept. */

import { blobOid } from "../../base/digest--digest.js";
import type { Oid, PageId } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import type { Blob } from "../../git/history--plan.js";
import { type FileFacts, factsOf } from "../../memory/facts.js";
import { type Profile, ruleFor } from "../../memory/profile.js";
import { bodyStartOf, type Entry, outline } from "../../page/markdown/outline.js";
import type { Finding } from "../../page/page--finding.js";
import { findSecrets } from "../../rules/secret-keys--secret.js";

export interface PageView {
  readonly oid: Oid;
  /** What the frontmatter says; null where the page has its id from its path. */
  readonly id: PageId | null;
  /** As a trailer names it: the version, or the first digits of the blob's id. */
  readonly version: string;
  /** Digests, each once. */
  readonly entries: readonly string[];
  /** The entries that are pinned hard, by the page or by their section. */
  readonly pinned: ReadonlySet<string>;
  /** What keeps the page from being read back as memory; null where nothing does. */
  readonly problem: Pick<Finding, "says" | "line"> | null;
  readonly isSessions: boolean;
  /** The bytes of a page that holds a secret; null where none is found, and nobody needs them again. */
  readonly withSecret: Blob | null;
}

/** What somebody found out about a version before. */
export interface KnownVersion {
  readonly bytes: Uint8Array;
  readonly facts?: FileFacts;
  readonly entries?: readonly Pick<Entry, "digest" | "section">[];
}

/** Pure, and the costly part of an audit: a caller keeps what it gave. What nobody asks of a version is not read from it. */
export function viewOf(path: string, blob: Blob, profile: Profile, known: KnownVersion | null = null): PageView {
  const { bytes } = blob;
  const text = decoder.decode(bytes);
  // What is too large to be read as a page is not parsed as one either.
  const readable = bytes.length <= limits.pageBytesMax;
  const facts = once(() => known?.facts ?? factsOf(path, bytes, profile));
  const found = once(() => {
    if (!readable) return [];
    return known?.entries ?? outline(text, bodyStartOf(text), "once").entries;
  });
  const entries = once(() => [...new Set(found().map((entry) => entry.digest))]);
  const pinned = once(() => pinnedIn(path, profile, facts().meta, found()));
  const version = once(() => facts().meta.version ?? blobOid(bytes).slice(0, 10));
  return {
    oid: blob.oid,
    get id() {
      return facts().meta.id ?? null;
    },
    get version() {
      return String(version());
    },
    get entries() {
      return entries();
    },
    get pinned() {
      return pinned();
    },
    get problem() {
      const problem = (facts().findings ?? []).find(({ severity }) => severity === "error");
      return problem === undefined ? null : { says: problem.says, line: problem.line };
    },
    get isSessions() {
      return facts().meta.scope === "session";
    },
    withSecret: readable && findSecrets(text).length > 0 ? blob : null,
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function pinnedIn(
  path: string,
  profile: Profile,
  meta: FileFacts["meta"],
  found: NonNullable<KnownVersion["entries"]>,
): ReadonlySet<string> {
  const typed = meta.type === "constraint" ? "hard" : "none";
  const pagePin = meta.pin ?? (meta.type === undefined ? ruleFor(profile, path).pin : typed);
  const pinOf = (section: string | null): string =>
    (section === null ? null : meta.sections?.[section]?.pin) ?? pagePin;
  const pinned = found.filter((entry) => pinOf(entry.section) === "hard").map((entry) => entry.digest);
  return pinned.length === 0 ? none : new Set(pinned);
}

const none: ReadonlySet<string> = new Set();

const decoder: { decode(bytes: Uint8Array): string } = new TextDecoder("utf-8", { ignoreBOM: true });
