/** WirePiOpen: what stands in pi's folders of memory: made a memory where there is none yet, opened, or read as plain Markdown. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../base/limits.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { compareText } from "../../base/text--order.js";
import { findLayout } from "../../git/layout.js";
import { init } from "../../init.js";
import { wireInit } from "../../init--wire-init.js";
import type { Workspace } from "../../memory/workspace.js";
import { openWorkspace } from "../../open.js";
import { attempt } from "../../state/fs-calls.js";
import { readLinked } from "../../state/plain-file.js";
import type { PiConfigFile } from "./config.js";
import type { PlainFolder } from "./config--pi-plain.js";
import { type PiFolder, piHome } from "./config--wire-pi.js";

/**
 * Makes a memory of the folder: the pages that stand there are taken in as they are. Where it lies in somebody's repository, that is
 * for them to do: their history would get the commits.
 */
export async function makeGlobal({ dir }: PiFolder, env: NodeJS.ProcessEnv): Promise<Outcome<"made" | "not-ours">> {
  const around = findLayout(existsSync(dir) ? dir : piHome(env));
  if (around.ok && !existsSync(join(dir, ".git"))) return ok("not-ours");
  const services = wireInit({ env, now: null });
  // Beside Markdown that is there nothing is put; an empty folder gets a page, and no instructions: those are pi's.
  if (!existsSync(dir) || !readdirSync(dir).some((name) => name.endsWith(".md"))) {
    const templates = services.scaffold.templates("pi");
    if (!templates.ok) return templates;
    const page = templates.value.find(({ path }) => path === "MEMORY.md");
    const written = services.scaffold.write(dir, "MEMORY.md", page?.text ?? "# Memory\n");
    if (!written.ok) return written;
  }
  const asked = { dir, profile: "pi", name: "pi", scope: "global", hooks: false };
  const begun = await init(services, asked);
  return begun.ok ? ok("made") : begun;
}

/** The first is the primary one. Folders that cannot be opened are left out, each with the reason. */
export async function openFolders(
  folders: readonly PiFolder[],
  options: { readonly env: NodeJS.ProcessEnv; readonly traces: boolean },
): Promise<{
  readonly workspace: Workspace | null;
  readonly opened: readonly PiFolder[];
  readonly failed: readonly string[];
}> {
  if (folders.length === 0) return { workspace: null, opened: [], failed: [] };
  const open = (some: readonly PiFolder[]): Promise<Outcome<Workspace>> =>
    openWorkspace({ cwd: some[0]?.dir ?? "", repos: some.map(({ dir }) => dir), ...options, now: null });
  const all = await open(folders);
  if (all.ok) return { workspace: all.value, opened: folders, failed: [] };
  const sound: PiFolder[] = [];
  const failed: string[] = [];
  for (const folder of folders) {
    const alone = folders.length === 1 ? all : await open([folder]);
    if (!alone.ok) {
      failed.push(`${folder.shown}: ${alone.error.says} ${alone.error.hint}`);
      continue;
    }
    sound.push(folder);
    await alone.value.close();
  }
  if (failed.length === 0) return { workspace: null, opened: [], failed: [all.error.says] };
  const rest = await openFolders(sound, options);
  return { ...rest, failed: [...failed, ...rest.failed] };
}

export function configFile({ dir, shown }: PiFolder): PiConfigFile | null {
  const path = join(dir, "config.json");
  if (!existsSync(path)) return null;
  const text = attempt(`read ${path}`, () => readLinked(path, limits.stateFileBytesMax).toString("utf8"));
  return { name: `${shown}/config.json`, text: text.ok ? text.value : "" };
}

/** null where there is no MEMORY.md to be read. */
export function plainFolder({ dir, shown }: PiFolder): PlainFolder | null {
  const read = attempt(`read ${dir}`, () => ({
    text: readLinked(join(dir, "MEMORY.md"), limits.pageBytesMax).toString("utf8"),
    topics: readdirSync(dir).filter((name) => name.endsWith(".md") && name !== "MEMORY.md"),
  }));
  if (!read.ok) return null;
  const { text, topics } = read.value;
  return { path: shown, text, topics: topics.sort(compareText) };
}
