/** Purge: the history of the checked-out branch, and of our own refs, rewritten without something, by the user's git. */

import { type Oid, parseOid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { assert } from "../../base/result--assert.js";
import { err, ok } from "../../base/result--result.js";
import { readConfigFiles } from "../../git/identity.js";
import { findIdentity, printPerson } from "../../git/identity--identity.js";
import type { GitLayout } from "../../git/layout.js";
import { treeOf } from "../../git/objects/commit.js";
import { makeObject, type NewObject, writeObjects } from "../../git/objects/loose.js";
import { openObjectStore } from "../../git/objects/object-store--object-store.js";
import { openCatFile } from "../../git/objects/pack--cat-file.js";
import { gitFor } from "../../git/process.js";
import { attempt, gitFailed } from "../../state/fs-calls--failures.js";
import { changedFiles, countHolding, finishPurge } from "./finish--purge-finish.js";
import { purgedState, type StateText } from "./finish--purge-state.js";
import { holdIndex, type PurgeHold } from "./objects--purge-hold.js";
import { dropJournal, readJournal, writeJournal } from "./objects--purge-journal.js";
import { checkFiles, checkRepository, type PurgePlace } from "./repository.js";
import type { PurgeDraft, PurgeHost, PurgeRules } from "./repository--purge.js";
import { hasMoved, listRefs, type NamedTip, type PurgeRefs, recordsRef } from "./rewrite--purge-refs.js";
import { openRewrite, type Rewrite } from "./rewrite--purge-rewrite.js";

export interface PurgeOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Hears the name of each step before it begins: a test ends the process there. */
  readonly step?: (name: string) => void;
}

interface Prepared {
  readonly refs: PurgeRefs;
  readonly rewrite: Rewrite;
  readonly objects: readonly NewObject[];
  readonly state: readonly StateText[];
  readonly remotes: readonly NamedTip[];
  readonly draft: PurgeDraft;
}

export function openPurge(layout: GitLayout, options: PurgeOptions): Outcome<PurgeHost> {
  const git = gitFor(layout, options.env);
  if (!git.ok) return git;
  const catFile = openCatFile(git.value);
  const place: PurgePlace = {
    git: git.value,
    layout,
    store: openObjectStore(layout, catFile),
  };
  const step = options.step ?? ((): void => {});
  let hold: PurgeHold | null = null;
  const letGo = (): void => {
    hold?.lock.release();
    hold = null;
  };
  return ok({
    pending: () => attempt("Reading the plan of a purge", () => readJournal(layout) !== null),
    async draft(rules) {
      const prepared = await prepare(place, rules);
      return prepared.ok ? ok(prepared.value.draft) : prepared;
    },
    async commit(rules, note) {
      const prepared = await prepare(place, rules);
      if (!prepared.ok) return prepared;
      const refused = refusalOf(prepared.value);
      if (refused !== null) return refused;
      const planned = await plan(place, prepared.value, note, { env: options.env, step });
      if (!planned.ok) return planned;
      const held = await holdIndex(layout);
      if (!held.ok) return held;
      hold = held.value;
      const moved = await move(place, prepared.value, planned.value);
      if (!moved.ok) letGo();
      return moved;
    },
    async finish(rules) {
      const journal = attempt("Reading the plan of a purge", () => readJournal(layout));
      if (!journal.ok) return journal;
      if (journal.value === null) return ok({ left: 0, remotes: [] });
      const moved = await hasMoved(place, journal.value.to, journal.value.branch);
      if (!moved.ok) return moved;
      if (!moved.value) {
        const dropped = attempt("Removing the plan of a purge that never was", () => dropJournal(layout));
        return dropped.ok ? ok({ left: 0, remotes: [] }) : dropped;
      }
      const held = hold === null ? await holdIndex(layout) : ok(hold);
      if (!held.ok) return held;
      hold = held.value;
      const done = await finishPurge(place, { journal: journal.value, rules, hold: held.value, step });
      letGo();
      if (!done.ok) return done;
      const { kept, remotes } = done.value;
      const left = rules === null ? ok(0) : await countHolding(place, rules.holds);
      return left.ok ? ok({ left: Math.max(left.value, kept), remotes }) : left;
    },
    close() {
      letGo();
      return catFile.close();
    },
  });
}

/** Everything up to the objects that a purge would write; nothing is written yet. */
async function prepare(place: PurgePlace, rules: PurgeRules): Promise<Outcome<Prepared>> {
  const { git, layout, store } = place;
  const fit = await checkRepository(place);
  if (!fit.ok) return fit;
  const listed = await listRefs(git, layout);
  if (!listed.ok) return listed;
  const { branch, own, remotes, others } = listed.value;
  const rewrite = openRewrite(git, store, rules);
  const objects: NewObject[] = [];
  for (const kind of ["pages", "records"] as const) {
    const tips = [branch, ...own].filter(({ name }) => (name === recordsRef) === (kind === "records"));
    const reached = await rewrite.reach(
      tips.map(({ oid }) => oid),
      kind,
    );
    if (!reached.ok) return reached;
    objects.push(...reached.value);
  }
  const commits = [...rewrite.commits].flatMap(([from, to]) => (from === to ? [] : [from]));
  const signed = rewrite.signed.length;
  if (signed > 0) {
    const says = `${signed} of the commits to be rewritten ${signed === 1 ? "is" : "are"} signed, first ${rewrite.signed[0]!.slice(0, 10)}; the signatures would not hold.`;
    return gitFailed(says, "Take the text out with a signed commit of your own, or rewrite by hand and sign again.");
  }
  const beside = await rewrite.reach(
    [...remotes, ...others].map(({ oid }) => oid),
    "pages",
  );
  if (!beside.ok) return beside;
  const moves = ({ oid }: NamedTip): boolean => (rewrite.commits.get(oid) ?? oid) !== oid;
  const files = await headFiles(place, {
    refs: listed.value,
    rewrite,
    objects,
  });
  if (!files.ok) return files;
  const clean = await checkFiles(place, rules, files.value);
  if (!clean.ok) return clean;
  const state = attempt("Reading the state beside the history", () => purgedState(layout, rules));
  if (!state.ok) return state;
  const draft: PurgeDraft = {
    refs: [branch, ...own].filter(moves).map(({ name, oid }) => ({
      name,
      from: oid,
      to: rewrite.commits.get(oid)!,
    })),
    commits,
    files: [...new Set(files.value.map((path) => rules.name(path.slice(layout.prefix.length))))],
    state: state.value.map(([name]) => name),
    others: others.filter(moves).map(({ name }) => name),
    remotes: remotes.filter(moves).map(({ name }) => name),
  };
  return ok({
    refs: listed.value,
    rewrite,
    objects,
    state: state.value,
    remotes: remotes.filter(moves),
    draft,
  });
}

/** The trees of the new HEAD are not on the disk yet; the store is told of them. */
async function headFiles(
  place: PurgePlace,
  { refs, rewrite, objects }: Pick<Prepared, "refs" | "rewrite" | "objects">,
): Promise<Outcome<readonly string[]>> {
  const { oid } = refs.branch;
  const to = rewrite.commits.get(oid) ?? oid;
  if (to === oid) return ok([]);
  const made = new Map(objects.map((object) => [object.oid, object.bytes]));
  const { store } = place;
  const read: typeof store.read = async (wanted, type) => {
    const bytes = made.get(wanted);
    return bytes === undefined ? store.read(wanted, type) : ok(Buffer.from(bytes));
  };
  const files = await changedFiles({ ...place, store: { ...store, read } }, oid, to);
  return files.ok ? ok(files.value.map(({ path }) => path)) : files;
}

function refusalOf({ draft }: Prepared): Outcome<never> | null {
  if (draft.others.length === 0) return null;
  return gitFailed(
    `It is also in the history of ${draft.others.join(", ")}, which a purge of this branch does not rewrite.`,
    "Delete them, or rebase or drop what they hold; then run the purge again.",
  );
}

/** Everything that the new history is made of, and what is still to be done once the refs have moved to it. */
async function plan(
  place: PurgePlace,
  { refs, rewrite, objects, state, remotes }: Prepared,
  note: Parameters<PurgeHost["commit"]>[1],
  { env, step }: { readonly env: NodeJS.ProcessEnv; readonly step: (name: string) => void },
): Promise<Outcome<Oid>> {
  const { git, layout, store } = place;
  assert(note.message.endsWith("\n"), "a commit message ends its line");
  const config = readConfigFiles(layout, env);
  if (!config.ok) return config;
  const identity = findIdentity(config.value, env);
  if (!identity.ok) return identity;
  step("objects");
  const written = await writeObjects(layout, objects);
  if (!written.ok) return written;
  const { branch } = refs;
  const base = rewrite.commits.get(branch.oid) ?? branch.oid;
  const tree = await treeOf(store, base);
  if (!tree.ok) return tree;
  const who = `author ${printPerson(identity.value.author, note.when)}\ncommitter ${printPerson(identity.value.committer, note.when)}`;
  const text = `tree ${tree.value}\nparent ${base}\n${who}\n\n${note.message}`;
  const commit = makeObject(layout.objectFormat, "commit", Buffer.from(text));
  const last = await writeObjects(layout, [commit]);
  if (!last.ok) return last;
  step("plan");
  const named = await git.output(["rev-list", "--no-walk", "--all", "--reflog"]);
  if (!named.ok) return named;
  const tips = named.value
    .toString("latin1")
    .split("\n")
    .map(parseOid)
    .filter((oid) => oid !== null);
  const journal = { branch: branch.name, from: branch.oid, to: commit.oid, remotes, tips };
  const kept = attempt("Writing the plan of the purge", () => writeJournal(layout, journal, state));
  if (!kept.ok) return kept;
  step("refs");
  return ok(commit.oid);
}

async function move({ git }: PurgePlace, { refs, draft }: Prepared, to: Oid): Promise<Outcome<Oid>> {
  const { branch } = refs;
  const moves = [
    ...draft.refs.filter(({ name }) => name !== branch.name),
    { name: branch.name, from: branch.oid, to },
  ];
  const lines = moves.map((each) => `update ${each.name} ${each.to} ${each.from}\n`).join("");
  const ran = await git.run(["update-ref", "-m", "pagefile purge", "--stdin"], {
    input: `start\n${lines}prepare\ncommit\n`,
    config: ["core.fsync=all"],
  });
  if (!ran.ok) return ran;
  if (ran.value.code === 0) return ok(to);
  return err({
    code: "locked",
    says: "Another process moved the branch, or holds a lock on it, while the purge was prepared; nothing was changed.",
    hint: "Run the purge again.",
  });
}
