/** Clones: two clones of one memory with one page, and what a person does in them with plain git. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { type Cli, cli } from "./cli.js";

const program = fileURLToPath(new URL("../../dist/pagefile.cjs", import.meta.url));

export interface Clones {
  readonly cli: Cli;
  readonly origin: string;
  readonly ours: string;
  readonly theirs: string;
  /** Edits the page in a clone and commits it by git. */
  readonly commit: (folder: string, change: (text: string) => string) => void;
  /** `git merge` or `git rebase` of theirs into ours; true where git is done without a person. */
  readonly joined: (command: readonly string[]) => boolean;
  readonly textIn: (folder: string) => string;
  /** The page is in the table without an error, and the repository is sound. */
  readonly sound: () => void;
}

/** The driver is configured in both clones, or in neither. */
export function clones(driver: "driver" | "plain", page: { readonly path: string; readonly text: string }): Clones {
  const tools = cli();
  const { git } = tools;
  const origin = join(tools.folder, "origin");
  mkdirSync(join(origin, page.path, ".."), { recursive: true });
  writeFileSync(join(origin, page.path), page.text);
  writeFileSync(join(origin, "pagefile.yaml"), "pagefile: 1\nstore: merge0001\nprofile: openclaw\nscope: project\n");
  writeFileSync(join(origin, ".gitattributes"), "*.md merge=pagefile\n");
  git(["init", "--quiet", "--initial-branch=main", origin]);
  git(["add", "--all"], origin);
  git(["commit", "--quiet", "--message=Begin"], origin);
  const [ours, theirs] = ["ours", "theirs"].map((name) => {
    const folder = join(tools.folder, name);
    git(["clone", "--quiet", origin, folder]);
    const command = `'${process.execPath}' '${program}' merge-driver %O %A %B %P`;
    if (driver === "driver") git(["config", "merge.pagefile.driver", command], folder);
    return folder;
  }) as [string, string];
  const textIn = (folder: string): string => readFileSync(join(folder, page.path), "utf8");
  return {
    cli: tools,
    origin,
    ours,
    theirs,
    textIn,
    commit(folder, change) {
      writeFileSync(join(folder, page.path), change(textIn(folder)));
      git(["commit", "--quiet", "--all", "--message=Change"], folder);
    },
    joined(command) {
      git(["fetch", "--quiet", theirs, "main"], ours);
      try {
        git([...command, "FETCH_HEAD"], ours);
        return true;
      } catch {
        return false;
      }
    },
    sound() {
      const listed = tools.run(["pages", "--json"], { cwd: ours });
      expect(listed.exit, listed.stderr).toBe(0);
      const { pages, findings } = JSON.parse(listed.stdout);
      expect(pages.map((each: { path: string }) => each.path)).toContain(page.path);
      expect(findings.filter((each: { severity: string }) => each.severity === "error")).toEqual([]);
      git(["fsck", "--strict"], ours);
    },
  };
}

export const mergeCommand: readonly string[] = ["merge", "--quiet", "--no-edit"];
/** A mark that git leaves in a file. */
export const marker: RegExp = /^(?:<{7}|={7}|>{7})/m;
