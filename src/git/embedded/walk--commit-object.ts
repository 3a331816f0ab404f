/** CommitObject: a commit as git stores it, read into what the log and the walk need. */

import { join } from "node:path";
import { type Instant, type Oid, parseOid } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { errnoOf } from "../../state/fs-calls.js";
import { attempt, corrupt } from "../../state/fs-calls--failures.js";
import { readLinked } from "../../state/plain-file.js";
import type { LoggedCommit } from "../history.js";
import type { GitLayout } from "../layout.js";
import type { ObjectStore } from "../objects/object-store--object-store.js";

/** Whether there is such an end. */
export function isCut(layout: GitLayout): Outcome<boolean> {
  const shallow = readShallow(layout);
  return shallow.ok ? ok(shallow.value.size > 0) : shallow;
}

export interface CommitObject extends LoggedCommit {
  readonly tree: Oid;
  /** Seconds since 1970: the order in which git walks. */
  readonly committed: number;
}

/** Where the history of a shallow clone ends; empty in any other repository. */
export function readShallow(layout: GitLayout): Outcome<ReadonlySet<string>> {
  return attempt("Reading the file shallow", () => {
    try {
      const lines = readLinked(join(layout.commonDir, "shallow"), limits.gitTextBytesMax)
        .toString("utf8")
        .split("\n");
      return new Set(lines.filter((line) => line !== ""));
    } catch (error) {
      if (errnoOf(error) === "ENOENT") return new Set();
      throw error;
    }
  });
}

/** `shallow` holds the commits at which a shallow clone's history ends: their parents are not there. */
export async function readCommit(
  store: ObjectStore,
  oid: Oid,
  shallow: ReadonlySet<string>,
): Promise<Outcome<CommitObject>> {
  const bytes = await store.read(oid, "commit");
  if (!bytes.ok) return bytes;
  const commit = parseCommit(oid, bytes.value);
  if (commit === null) return corrupt(`The commit ${oid} has no tree, author or committer.`);
  return ok(shallow.has(oid) ? { ...commit, parents: [] } : commit);
}

function parseCommit(oid: Oid, bytes: Buffer): CommitObject | null {
  const split = bytes.indexOf("\n\n");
  const headers = bytes.toString("latin1", 0, split < 0 ? bytes.length : split).split("\n");
  const header = (name: string) => headers.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
  const decode = (raw: Uint8Array) => decoderFor(header("encoding")).decode(raw);
  const tree = parseOid(header("tree") ?? "");
  const author = parseSignature(header("author"));
  const committer = parseSignature(header("committer"));
  if (tree === null || author === null || committer === null) return null;
  const parents = headers.filter((line) => line.startsWith("parent ")).map((line) => line.slice(7) as Oid);
  const message = split < 0 ? "" : decode(bytes.subarray(split + 2));
  return {
    oid,
    tree,
    parents,
    author: { name: decode(Buffer.from(author.name, "latin1")), email: decode(Buffer.from(author.email, "latin1")) },
    when: instantOf(author.seconds),
    committed: committer.seconds,
    message: message.endsWith("\n") ? message : `${message}\n`,
  };
}

/** `Name <email> seconds zone`; git looks for the last `>`, because names may hold anything. */
function parseSignature(text = ""): { name: string; email: string; seconds: number } | null {
  const open = text.indexOf("<");
  const close = text.lastIndexOf(">");
  if (open < 0 || close < open) return null;
  const seconds = Number.parseInt(text.slice(close + 1), 10);
  const name = text.slice(0, open).trim();
  return { name, email: text.slice(open + 1, close), seconds: Number.isSafeInteger(seconds) ? seconds : 0 };
}

/** A time beyond what a date can hold is shown as 1970, as git itself does. */
function instantOf(seconds: number): Instant {
  const date = new Date(Math.abs(seconds) > 8.64e12 ? 0 : seconds * 1000);
  return `${date.toISOString().replace(/\.\d+Z$/, "")}Z` as Instant;
}

function decoderFor(encoding: string | undefined): { decode(bytes: Uint8Array): string } {
  try {
    return new TextDecoder(encoding ?? "utf-8", { ignoreBOM: true });
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder("utf-8", { ignoreBOM: true });
    throw error;
  }
}
