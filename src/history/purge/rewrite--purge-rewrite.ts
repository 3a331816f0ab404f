/** PurgeRewrite: the commits of the past written anew, oldest first, with the authors and dates they have. */

import { type Oid, parseOid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { makeObject, type NewObject } from "../../git/objects/loose.js";
import type { ObjectStore } from "../../git/objects/object-store--object-store.js";
import type { Git } from "../../git/process.js";
import { corrupt } from "../../state/fs-calls--failures.js";
import type { PurgeRules } from "./repository--purge.js";
import { openTreeRewriter, type PurgeKind, type TreeRewriter } from "./rewrite.js";

export interface Rewrite {
  /** Every commit that was looked at and what it is now; itself where nothing in or before it changes. */
  readonly commits: ReadonlyMap<Oid, Oid>;
  /** Commits that change and are signed. */
  readonly signed: readonly Oid[];
  /** Adds what these reach and gives the objects that are new; nothing has written them yet. */
  reach(tips: readonly Oid[], kind: PurgeKind): Promise<Outcome<readonly NewObject[]>>;
}

interface State {
  readonly store: ObjectStore;
  readonly rules: PurgeRules;
  readonly trees: TreeRewriter;
  readonly commits: Map<Oid, Oid>;
  /** By the first digits: what an abbreviated id in a message stands for. */
  readonly names: Map<string, readonly [from: Oid, to: Oid]>;
  readonly signed: Oid[];
}

export function openRewrite(git: Git, store: ObjectStore, rules: PurgeRules): Rewrite {
  const trees = openTreeRewriter(store, rules);
  const state: State = {
    store,
    rules,
    trees,
    commits: new Map(),
    names: new Map(),
    signed: [],
  };
  return {
    commits: state.commits,
    signed: state.signed,
    async reach(tips, kind) {
      if (tips.length === 0) return ok([]);
      const input = `${tips.join("\n")}\n`;
      const listed = await git.output(["rev-list", "--topo-order", "--reverse", "--stdin"], { input });
      if (!listed.ok) return listed;
      const objects: NewObject[] = [];
      for (const line of listed.value.toString("latin1").split("\n")) {
        const oid = parseOid(line);
        if (oid === null || state.commits.has(oid)) continue;
        const made = await rewriteCommit(state, oid, kind);
        if (!made.ok) return made;
        if (made.value !== null) objects.push(made.value);
      }
      return ok([...trees.taken(), ...objects]);
    },
  };
}

const nameChars = 7;

/** null where the commit stays what it is. */
async function rewriteCommit(state: State, oid: Oid, kind: PurgeKind): Promise<Outcome<NewObject | null>> {
  const read = await state.store.read(oid, "commit");
  if (!read.ok) return read;
  const split = read.value.indexOf("\n\n");
  const headers = read.value.toString("latin1", 0, split < 0 ? read.value.length : split).split("\n");
  const treeOid = parseOid(headers[0]?.slice("tree ".length) ?? "");
  if (treeOid === null) return corrupt(`The commit ${oid} names no tree.`);
  const tree = await state.trees.tree(treeOid, kind);
  if (!tree.ok) return tree;
  const head = [`tree ${tree.value}`, ...headers.slice(1).map((line) => parentLine(state, line))].join("\n");
  const body = split < 0 ? Buffer.alloc(0) : read.value.subarray(split + 2);
  const message = rewriteMessage(state, body);
  const bytes =
    split < 0 ? Buffer.from(head, "latin1") : Buffer.concat([Buffer.from(`${head}\n\n`, "latin1"), message]);
  if (bytes.equals(read.value)) {
    state.commits.set(oid, oid);
    return ok(null);
  }
  if (headers.some((line) => line.startsWith("gpgsig"))) state.signed.push(oid);
  const made = makeObject(state.store.layout.objectFormat, "commit", bytes);
  state.commits.set(oid, made.oid);
  state.names.set(oid.slice(0, nameChars), [oid, made.oid]);
  return ok(made);
}

function parentLine({ commits }: State, line: string): string {
  const parent = line.startsWith("parent ") ? parseOid(line.slice("parent ".length)) : null;
  return parent === null ? line : `parent ${commits.get(parent) ?? parent}`;
}

const strict: { decode(bytes: Uint8Array): string } = new TextDecoder("utf-8", {
  fatal: true,
  ignoreBOM: true,
});

/** A message in another encoding than UTF-8 is read byte by byte: whatever it holds of ASCII is found all the same. */
function rewriteMessage(state: State, body: Buffer): Buffer {
  const { blobs, paths } = state.trees;
  const renames = {
    object: (hex: string): string | null => {
      const short = hex.slice(0, nameChars);
      const [from, to] = state.names.get(short) ?? blobs.get(short) ?? [];
      return from?.startsWith(hex) ? (to?.slice(0, hex.length) ?? null) : null;
    },
    paths: [...paths],
  };
  try {
    const text = strict.decode(body);
    const now = state.rules.message(text, renames);
    return now === text ? body : Buffer.from(now);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return Buffer.from(state.rules.message(body.toString("latin1"), renames), "latin1");
  }
}
