/** PushHost: the commits a push sends, listed by git and read without a process for each. */

import { type Oid, parseOid } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { GitLayout } from "../git/layout.js";
import { openCatFile } from "../git/objects/pack--cat-file.js";
import { type Git, gitFor } from "../git/process.js";
import { configPath } from "../memory/root--config-path.js";
import { corrupt } from "../state/fs-calls--failures.js";
import type { PushedFile, PushedRef, PushHost } from "./push--push-hostx.js";

export function openPushHost(layout: GitLayout, env: NodeJS.ProcessEnv): Outcome<PushHost> {
  const git = gitFor(layout, env);
  if (!git.ok) return git;
  return ok({
    outgoing: (refs, remote) => outgoing(git.value, refs, remote),
    homeCommits: () => homeCommits(git.value),
    objects: (names) => objects(git.value, names),
    configs: (commit) => configs(git.value, commit),
  });
}

async function outgoing(
  git: Git,
  refs: readonly PushedRef[],
  remote: string,
): Promise<Outcome<readonly PushedFile[]>> {
  const tips = refs.flatMap(({ local }) => (local === null ? [] : [local]));
  if (tips.length === 0) return ok([]);
  // What the other side has may not have been fetched: git would end at a commit it does not know.
  const there = refs.flatMap(({ remote: oid }) => (oid === null ? [] : [`^${oid}`]));
  const seen = /^[\w./-]+$/.test(remote) ? ["--not", `--remotes=${remote}`] : [];
  const input = [...tips, ...there, ""].join("\n");
  const listed = await git.output(["rev-list", "--ignore-missing", "--stdin", ...seen], { input });
  if (!listed.ok) return listed;
  const args = ["diff-tree", "--stdin", "-c", "-r", "--root", "-z", "--raw", "--no-abbrev", "--no-renames"];
  const raw = await git.output([...args, "--no-ext-diff"], { input: listed.value });
  return raw.ok ? parse(raw.value.toString("utf8")) : raw;
}

/** The journal is one ref; a glob without a wildcard would look below it. */
async function homeCommits(git: Git): Promise<Outcome<ReadonlySet<Oid>>> {
  const listed = await git.output(["rev-list", "--glob=refs/pagefile/session", "--glob=refs/pagefile/rejecte[d]"]);
  if (!listed.ok) return listed;
  const oids = listed.value.toString("latin1").split("\n");
  return ok(new Set(oids.flatMap((oid) => parseOid(oid) ?? [])));
}

/** `COMMIT\0`, then for each file as many colons as parents: `:MODE… MODE OID… OID LETTERS\0path\0`. */
function parse(text: string): Outcome<readonly PushedFile[]> {
  const fields = text.split("\0");
  const files: PushedFile[] = [];
  let commit: Oid | null = null;
  for (let at = 0; at + 1 < fields.length; at += 1) {
    const field = fields[at]!;
    if (!field.startsWith(":")) {
      commit = parseOid(field);
      continue;
    }
    const parents = field.length - field.replace(/^:+/, "").length;
    const words = field.slice(parents).split(" ");
    const oids = words.slice(parents + 1, 2 * parents + 2).map(oidOf);
    const path = fields[at + 1];
    if (commit === null || path === undefined || oids.length !== parents + 1) {
      return corrupt("The command git diff-tree gave an answer that cannot be read.");
    }
    const before = oids.slice(0, parents).filter((oid) => oid !== null);
    files.push({ commit, path, oid: words[parents] === "160000" ? null : oids[parents]!, before });
    at += 1;
  }
  return ok(files);
}

/** Zeros stand for nothing. */
function oidOf(text: string): Oid | null {
  return /^0+$/.test(text) ? null : parseOid(text);
}

async function objects(git: Git, names: readonly string[]): Promise<Outcome<readonly (Uint8Array | null)[]>> {
  const files = openCatFile(git);
  try {
    const read = await Promise.all(names.map((name) => files.read(name as Oid)));
    const bytes: (Uint8Array | null)[] = [];
    for (const each of read) {
      if (!each.ok) return each;
      bytes.push(each.value?.bytes ?? null);
    }
    return ok(bytes);
  } finally {
    await files.close();
  }
}

async function configs(
  git: Git,
  commit: Oid,
): Promise<Outcome<readonly { readonly prefix: string; readonly text: string }[]>> {
  const listed = await git.output(["ls-tree", "-r", "-z", "--full-tree", commit]);
  if (!listed.ok) return listed;
  const found: { readonly path: string; readonly oid: string }[] = [];
  for (const line of listed.value.toString("utf8").split("\0")) {
    const tab = line.indexOf("\t");
    const path = line.slice(tab + 1);
    if (path === configPath || path.endsWith(`/${configPath}`))
      found.push({ path, oid: line.split(/[ \t]/)[2] ?? "" });
  }
  const read = await objects(
    git,
    found.map(({ oid }) => oid),
  );
  if (!read.ok) return read;
  return ok(
    found.map(({ path }, at) => ({
      prefix: path.slice(0, -configPath.length),
      text: Buffer.from(read.value[at] ?? []).toString("utf8"),
    })),
  );
}
