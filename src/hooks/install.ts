/** Hooks: puts our lines into a repository's hooks and its merge driver beside them, takes both out, and proves that they run. */

import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { HookChange, HookFile, HookFolder } from "../git/index/staged-diff--hook-host.js";
import { describeMerge, installMerge, type LookedAt, type MergeSetup, uninstallMerge } from "./merge-driver.js";
import { findBlock, isOurs, planInstall, planUninstall } from "./merge-driver--block.js";
import type { MergeHost } from "./merge-driver--merge-hostx.js";
import { type HookTemplates, lineToAdd } from "./merge-driver--template.js";
import { canaryAnswer, type HookName, hookNames } from "./staged--name.js";

type HookHow = NonNullable<ReturnType<typeof findBlock>>["how"];

export interface HookTools {
  readonly folder: HookFolder;
  readonly merge: MergeHost;
  readonly templates: HookTemplates;
  readonly nonce: string;
}

/** Whether the hooks of a new memory were put in and answered; `says` why not. */
export interface HooksMade {
  readonly installed: boolean;
  readonly says: string;
}

export interface HooksAnswer {
  /** Where the files are that hold, or would hold, our lines. */
  readonly folder: string;
  /** False where the folder is the user's own: nothing is written there, and `add` holds the lines to add. */
  readonly ours: boolean;
  readonly hooks: readonly {
    readonly name: HookName;
    /** null where our lines are not in the file. */
    readonly how: HookHow | null;
    /** What this run did. */
    readonly did: "installed" | "updated" | "removed" | "nothing";
    /** Whether git ran the file and our program answered; null where that was not asked or is not possible. */
    readonly runs: boolean | null;
    /** What was seen instead of the answer; empty otherwise. */
    readonly says: string;
  }[];
  readonly merge: MergeSetup;
  readonly add: readonly string[];
}

type Row = HooksAnswer["hooks"][number];
type Did = ReadonlyMap<HookName, Row["did"]>;

/** Idempotent; all hooks and the merge driver, or nothing. The driver is the repository's own even where the hooks are not. */
export async function installHooks(tools: HookTools): Promise<Outcome<HooksAnswer>> {
  const { folder, templates } = tools;
  const merge = await installMerge(tools.merge, templates);
  if (!merge.ok) return merge;
  const plan = (name: HookName, file: HookFile | null): readonly HookChange[] =>
    planInstall(name, file, { templates, sourced: folder.sourced });
  const changed = folder.owner === "repository" ? change(folder, plan, null) : ok<Did>(new Map());
  if (changed.ok) return describe(tools, changed.value, merge.value.did);
  const undone = await merge.value.undo();
  return undone.ok ? changed : undone;
}

export async function uninstallHooks(tools: HookTools): Promise<Outcome<HooksAnswer>> {
  const merge = await uninstallMerge(tools.merge);
  if (!merge.ok) return merge;
  const { folder } = tools;
  const changed = folder.owner === "repository" ? change(folder, planUninstall, "removed") : ok<Did>(new Map());
  if (changed.ok) return describe(tools, changed.value, merge.value.did);
  const undone = await merge.value.undo();
  return undone.ok ? changed : undone;
}

/** Changes nothing. A file that holds our lines is run with a canary: that it exists proves nothing. */
export function hooksStatus(
  tools: Omit<HookTools, "merge"> & { readonly merge: LookedAt },
): Promise<Outcome<HooksAnswer>> {
  return describe(tools, new Map(), "nothing");
}

/** The hooks alone and as they lie there: nothing is run, and git is not asked for its files, as the driver's patterns would need. */
export async function hooksLooked(
  tools: Omit<HookTools, "merge">,
): Promise<Outcome<Pick<HooksAnswer, "ours" | "hooks">>> {
  const hooks = await rowsOf({ ...tools, folder: { ...tools.folder, canary: async () => ok(null) } }, new Map());
  return hooks.ok ? ok({ ours: tools.folder.owner === "repository", hooks: hooks.value }) : hooks;
}

function change(
  folder: HookFolder,
  plan: (name: HookName, file: HookFile | null) => readonly HookChange[],
  done: Row["did"] | null,
): Outcome<Did> {
  const steps: HookChange[] = [];
  const did = new Map<HookName, Row["did"]>();
  for (const name of hookNames) {
    const file = folder.read(name);
    if (!file.ok) return file;
    const planned = plan(name, file.value);
    if (planned.length === 0) continue;
    steps.push(...planned);
    did.set(name, done ?? (findBlock(file.value) === null ? "installed" : "updated"));
  }
  const applied = steps.length === 0 ? ok(undefined) : folder.apply(steps);
  return applied.ok ? ok(did) : applied;
}

async function describe(
  tools: Parameters<typeof hooksStatus>[0],
  did: Did,
  merged: MergeSetup["did"],
): Promise<Outcome<HooksAnswer>> {
  const { folder, templates } = tools;
  // Side by side: each starts a program, and none changes anything.
  const [hooks, merge] = await Promise.all([rowsOf(tools, did), describeMerge(tools.merge, templates, merged)]);
  if (!hooks.ok) return hooks;
  if (!merge.ok) return merge;
  const ours = folder.owner === "repository";
  const add = ours ? [] : hookNames.map((name) => `${name}: ${lineToAdd(name, templates)}`);
  return ok({ folder: folder.path, ours, hooks: hooks.value, merge: merge.value, add });
}

async function rowsOf(tools: Omit<HookTools, "merge">, did: Did): Promise<Outcome<readonly Row[]>> {
  const files: (HookFile | null)[] = [];
  for (const name of hookNames) {
    const file = tools.folder.read(name);
    if (!file.ok) return file;
    files.push(file.value);
  }
  const rows = hookNames.map((name, at) => row(tools, { name, file: files[at]!, did: did.get(name) ?? "nothing" }));
  return ok(await Promise.all(rows));
}

async function row(
  tools: Omit<HookTools, "merge">,
  { name, file, did }: { readonly name: HookName; readonly file: HookFile | null; readonly did: Row["did"] },
): Promise<Row> {
  const how = findBlock(file)?.how ?? null;
  if (file === null || how === null) return { name, how: null, did, runs: null, says: "" };
  const { folder, templates } = tools;
  if (!isOurs(name, file, { templates, sourced: folder.sourced })) {
    const says = "its lines lead to another program, were edited, or stand below lines of somebody else";
    return { name, how, did, runs: false, says };
  }
  const seen = await canary(folder, name, tools.nonce);
  return { name, how, did, ...seen };
}

async function canary(
  folder: HookFolder,
  name: HookName,
  nonce: string,
): Promise<{ runs: boolean | null; says: string }> {
  const ran = await folder.canary(name, nonce);
  if (!ran.ok) return { runs: false, says: ran.error.says };
  if (ran.value === null) return { runs: null, says: "" };
  if (ran.value.includes(canaryAnswer(name, nonce))) return { runs: true, says: "" };
  const first = ran.value.split("\n").find((line) => line.trim() !== "");
  return { runs: false, says: first ?? "git ran no such hook: the file was not called, or it is not executable" };
}
