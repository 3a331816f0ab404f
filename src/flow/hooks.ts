/** Hooks: puts our lines into a repository's hooks, takes them out, and proves that they run. */

import type { Outcome } from "../base/failure.js";
import { ok } from "../base/result.js";
import type { HookChange, HookFolder } from "../port/hook-host.js";
import { findBlock, type HookTemplates, lineToAdd, planInstall, planUninstall } from "./hook-block.js";
import { canaryAnswer, type HookName, hookNames } from "./hook-name.js";

type HookHow = NonNullable<ReturnType<typeof findBlock>>["how"];

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
  readonly add: readonly string[];
}

type Row = HooksAnswer["hooks"][number];

/** Idempotent; both hooks or none. */
export async function installHooks(
  folder: HookFolder,
  context: { readonly templates: HookTemplates; readonly nonce: string },
): Promise<Outcome<HooksAnswer>> {
  const { templates, nonce } = context;
  if (folder.owner === "repository") {
    const changed = change(folder, (name, file) => planInstall(name, file, { templates, sourced: folder.sourced }));
    if (!changed.ok) return changed;
    return describe(folder, { templates, nonce, did: changed.value });
  }
  return describe(folder, { templates, nonce, did: new Map() });
}

export async function uninstallHooks(
  folder: HookFolder,
  context: { readonly templates: HookTemplates; readonly nonce: string },
): Promise<Outcome<HooksAnswer>> {
  if (folder.owner === "user") return describe(folder, { ...context, did: new Map() });
  const changed = change(folder, planUninstall);
  return changed.ok ? describe(folder, { ...context, did: changed.value }) : changed;
}

/** Writes nothing. A file that holds our lines is run with a canary: that it exists proves nothing. */
export function hooksStatus(
  folder: HookFolder,
  context: { readonly templates: HookTemplates; readonly nonce: string },
): Promise<Outcome<HooksAnswer>> {
  return describe(folder, { ...context, did: new Map() });
}

function change(
  folder: HookFolder,
  plan: (
    name: HookName,
    file: ReturnType<HookFolder["read"]> extends Outcome<infer T> ? T : never,
  ) => readonly HookChange[],
): Outcome<ReadonlyMap<HookName, Row["did"]>> {
  const steps: HookChange[] = [];
  const did = new Map<HookName, Row["did"]>();
  for (const name of hookNames) {
    const file = folder.read(name);
    if (!file.ok) return file;
    const had = findBlock(file.value) !== null;
    const planned = plan(name, file.value);
    if (planned.length === 0) continue;
    steps.push(...planned);
    did.set(name, plan === planUninstall ? "removed" : had ? "updated" : "installed");
  }
  const applied = steps.length === 0 ? ok(undefined) : folder.apply(steps);
  return applied.ok ? ok(did) : applied;
}

async function describe(
  folder: HookFolder,
  context: {
    readonly templates: HookTemplates;
    readonly nonce: string;
    readonly did: ReadonlyMap<HookName, Row["did"]>;
  },
): Promise<Outcome<HooksAnswer>> {
  const hooks: Row[] = [];
  for (const name of hookNames) {
    const file = folder.read(name);
    if (!file.ok) return file;
    const how = findBlock(file.value)?.how ?? null;
    const seen = how === null ? null : await canary(folder, name, context.nonce);
    const did = context.did.get(name) ?? "nothing";
    hooks.push({ name, how, did, runs: seen === null ? null : seen.runs, says: seen?.says ?? "" });
  }
  const ours = folder.owner === "repository";
  const add = ours ? [] : hookNames.map((name) => `${name}: ${lineToAdd(name, context.templates)}`);
  return ok({ folder: folder.path, ours, hooks, add });
}

async function canary(folder: HookFolder, name: HookName, nonce: string): Promise<{ runs: boolean; says: string }> {
  const ran = await folder.canary(name, nonce);
  if (!ran.ok) return { runs: false, says: ran.error.says };
  if (ran.value.includes(canaryAnswer(name, nonce))) return { runs: true, says: "" };
  const first = ran.value.split("\n").find((line) => line.trim() !== "");
  return { runs: false, says: first ?? "git ran no such hook: the file was not called, or it is not executable" };
}
