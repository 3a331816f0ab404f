/** GitWaits: what stands in a git dir that git would wait for without an end, found before git is started. */

import { readdirSync, realpathSync, statSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";
import type { Outcome } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import { attempt } from "../state/fs-calls--failures.js";
import type { GitLayout } from "./layout.js";

/** A pipe, a socket or a device where git opens a file: all but /dev/null, which is how people say that there is none. */
export function isWaitedFor(path: string): boolean {
  const looked = attempt(`Looking at ${path}`, () => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat !== undefined && !stat.isFile() && !stat.isDirectory() && realpathSync(path) !== devNull;
  });
  return looked.ok && looked.value;
}

export function waitsFor(path: string): Outcome<never> {
  const says = `A pipe or a device stands where git expects the file ${path}; git would wait for it without an end.`;
  return err({
    code: "corrupt",
    says,
    hint: "Move it away; where it was a ref, `git fetch` or a clone has it still.",
  });
}

type Ready = (args: readonly string[]) => Outcome<void>;

/**
 * Asked before each start of git. An archive that was unpacked brought its pipes before we started, so one look is enough: at the files
 * that any command may open, and at all refs where a command goes through them.
 */
export function openWaits(layout: GitLayout): Ready {
  let [files, refs]: [Outcome<void> | null, Outcome<void> | null] = [null, null];
  return (args) => {
    files ??= firstOf(openedByAny(layout));
    if (!files.ok || !goesThroughRefs(args)) return files;
    refs ??= firstOf([...new Set([layout.commonDir, layout.gitDir])].flatMap((dir) => refsBelow(dir)));
    return refs;
  };
}

function firstOf(paths: readonly string[]): Outcome<void> {
  const path = paths.find(isWaitedFor);
  return path === undefined ? ok(undefined) : waitsFor(path);
}

function openedByAny({ gitDir, commonDir, top, prefix }: GitLayout): readonly string[] {
  const parts = prefix.split("/").filter((part) => part !== "");
  const folders = ["", ...parts.map((_, at) => parts.slice(0, at + 1).join("/"))];
  return [
    ...["HEAD", "index", "config.worktree"].map((name) => join(gitDir, name)),
    ...[
      "config",
      "packed-refs",
      "shallow",
      "info/attributes",
      "info/exclude",
      "info/grafts",
      "info/sparse-checkout",
    ].map((name) => join(commonDir, name)),
    ...["alternates", "http-alternates", "commit-graph"].map((name) => join(commonDir, "objects/info", name)),
    ...folders.flatMap((folder) => [".gitattributes", ".gitignore"].map((name) => join(top, folder, name))),
  ];
}

const refCommands = new Set([
  "for-each-ref",
  "gc",
  "maintenance",
  "prune",
  "reflog",
  "repack",
  "update-ref",
  "worktree",
]);

function goesThroughRefs([command = "", ...rest]: readonly string[]): boolean {
  return (
    refCommands.has(command) || rest.some((arg) => /^--(?:all|reflog|glob=)/.test(arg) || arg === "--walk-reflogs")
  );
}

/** What is neither a plain file nor a folder where refs and their logs are. A link to a folder is not followed: it may lead back. */
function refsBelow(gitDir: string): readonly string[] {
  const found: string[] = [];
  const open = ["refs", "logs"].map((name) => join(gitDir, name));
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const at = folder;
    const listed = attempt(`Listing ${at}`, () => readdirSync(at, { withFileTypes: true }));
    // Whoever cannot list it lets git say so.
    for (const entry of listed.ok ? listed.value : []) {
      if (entry.isDirectory()) open.push(join(at, entry.name));
      else if (!entry.isFile()) found.push(join(at, entry.name));
    }
  }
  return found;
}
