/** MergeHost: a repository's configuration and its untracked attributes, changed together, and a driver run to prove it. */

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  unlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { limits } from "../base/limits.js";
import type { Outcome } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import type { GitLayout } from "../git/layout.js";
import { withLock } from "../git/locks/locks.js";
import { type Git, gitFor } from "../git/process.js";
import { configPath } from "../memory/root--config-path.js";
import { replaceFile } from "../state/durable--replace-file.js";
import { attempt } from "../state/fs-calls.js";
import { readLinked, readPlainText } from "../state/plain-file.js";
import { makeStateFolder } from "../state/plain-file--plain-folder.js";
import { writeOnce } from "../state/plain-file--plain-write.js";
import { memoryRoots } from "./merge-driver--after-host.js";
import type { MergeFilesState, MergeHost } from "./merge-driver--merge-hostx.js";

/** What linked worktrees share is where git looks for both files. */
export function openMergeHost(layout: GitLayout, env: NodeJS.ProcessEnv): Outcome<MergeHost> {
  const git = gitFor(layout, env);
  if (!git.ok) return git;
  const config = join(layout.commonDir, "config");
  const attributes = join(layout.commonDir, "info", "attributes");
  const read = (): Outcome<MergeFilesState> =>
    attempt("read the repository's configuration and attributes", () => ({
      config: readLinked(config, limits.gitTextBytesMax),
      attributes: existsSync(attributes) ? readLinked(attributes, limits.gitTextBytesMax) : null,
    }));
  return ok({
    roots: () => roots(git.value, layout),
    read,
    write: (before, after) =>
      // A configuration that is a link stays one.
      withLock(realpathSync(config), { sharedMode: layout.sharedMode }, async (lock) => {
        const now = read();
        if (!now.ok) return now;
        if (!isSame(now.value.config, before.config) || !isSame(now.value.attributes, before.attributes))
          return moved();
        const staged = await lock.stage([after.config]);
        if (!staged.ok) return staged;
        return attempt(`change ${config} and ${attributes}`, () => {
          chmodSync(lock.lockPath, statSync(config).mode & 0o7777);
          if (!isSame(before.attributes, after.attributes)) writeAttributes(attributes, after.attributes);
          const done = lock.commit();
          if (done.ok) return;
          if (!isSame(before.attributes, after.attributes)) writeAttributes(attributes, before.attributes);
          throw Object.assign(new Error(done.error.says), { code: "EIO" });
        });
      }),
    prove: (command, page) => prove(git.value, layout, { command, page }),
    async attribute(path) {
      const said = await git.value.output(["check-attr", "-z", "merge", "--", path]);
      return said.ok ? ok(said.value.toString("utf8").split("\0")[2] ?? "unspecified") : said;
    },
  });
}

function writeAttributes(path: string, bytes: Uint8Array | null): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (bytes === null) {
    if (stat !== undefined) unlinkSync(path);
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  const real = stat === undefined ? path : realpathSync(path);
  replaceFile(real, bytes, stat === undefined ? 0o666 & ~process.umask() : statSync(real).mode & 0o7777);
}

function isSame(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a === null || b === null ? a === b : Buffer.compare(a, b) === 0;
}

function moved(): Outcome<never> {
  const says = "The repository's configuration changed while Pagefile was about to change it; nothing was written.";
  return err({ code: "locked", says, hint: "Run the command again." });
}

async function roots(
  git: Git,
  layout: GitLayout,
): Promise<Outcome<readonly { readonly prefix: string; readonly text: string }[]>> {
  const found = await memoryRoots(git, layout);
  if (!found.ok) return found;
  return attempt(`read ${configPath}`, () =>
    found.value.map((prefix) => ({
      prefix,
      text: readPlainText(join(layout.top, prefix, configPath), limits.configBytesMax),
    })),
  );
}

/** git's own way to run a command line, from a setting of ours, in the environment of a desktop program. */
async function prove(
  git: Git,
  layout: GitLayout,
  asked: { readonly command: string; readonly page: Parameters<MergeHost["prove"]>[1] },
): Promise<Outcome<{ readonly text: string; readonly says: string }>> {
  const poor = process.platform === "win32" ? {} : { PATH: "/usr/bin:/bin" };
  const made = attempt("make a folder for a trial merge", () => {
    const state = join(layout.gitDir, "pagefile");
    makeStateFolder(state, 0o777);
    return mkdtempSync(join(state, "trial-"));
  });
  if (!made.ok) return made;
  const folder = made.value;
  try {
    for (const name of ["base", "ours", "theirs"] as const) writeOnce(join(folder, name), asked.page[name]);
    const word = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
    const values: Readonly<Record<string, string>> = {
      "%O": word(join(folder, "base")),
      "%A": word(join(folder, "ours")),
      "%B": word(join(folder, "theirs")),
      "%P": "trial.md",
      "%L": "7",
      "%%": "%",
    };
    const line = asked.command.replaceAll(/%[OABPL%]/g, (mark) => values[mark] ?? mark);
    const ran = await git.run(["pagefile-trial"], {
      config: [`alias.pagefile-trial=!${line}`],
      env: { ...poor, PAGEFILE_HOOKS: "1" },
    });
    if (!ran.ok) return ran;
    return attempt("read the trial merge", () => ({
      text: readPlainText(join(folder, "ours"), limits.gitTextBytesMax),
      says: ran.value.stderr,
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
