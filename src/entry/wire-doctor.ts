/** Doctor: whether all is well, from the machine up to the pages: each check says what it saw and what to do. */

import { accessSync, constants } from "node:fs";
import { findLayout } from "../adapter/git/layout.js";
import { findGit } from "../adapter/git/process.js";
import type { Failure, Outcome } from "../base/failure.js";
import { ok } from "../base/result.js";
import type { DoctorAnswer } from "../flow/answers.js";
import { status } from "../flow/status.js";
import { verify } from "../flow/verify.js";
import type { Workspace } from "../flow/workspace.js";
import { engineFor, openWorkspace } from "./wire.js";

type Check = DoctorAnswer["checks"][number];

const nodeMin: readonly [number, number] = [20, 11];

/** Never fails: what cannot be checked is a check that did not pass. */
export async function doctor(options: {
  readonly cwd: string;
  readonly repos: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}): Promise<Outcome<DoctorAnswer>> {
  const checks: Check[] = [nodeCheck(process.versions.node), gitCheck(options.env)];
  const opened = await openWorkspace({ ...options, now: null });
  if (!opened.ok) return ok({ checks: [...checks, failed("memory", opened.error)] });
  const workspace = opened.value;
  try {
    checks.push(passed("memory", `${workspace.primary.root} (${workspace.primary.config.profile} profile)`));
    checks.push(
      ...(await repositoryChecks(workspace)),
      stateCheck(workspace),
      ...(await pageChecks(workspace)),
      syncCheck(workspace),
    );
  } finally {
    await workspace.close();
  }
  return ok({ checks });
}

function nodeCheck(version: string): Check {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const recent = major > nodeMin[0] || (major === nodeMin[0] && minor >= nodeMin[1]);
  return recent
    ? passed("node", `Node ${version}`)
    : failing("node", `Node ${version} is too old.`, `Install Node ${nodeMin.join(".")} or later.`);
}

function gitCheck(env: NodeJS.ProcessEnv): Check {
  const path = findGit(env);
  if (engineFor(env) === "native") return passed("git", `native engine, ${path}`);
  const why = path === null ? "no git of version 2.38 or later is on PATH" : "PAGEFILE_GIT=embedded";
  return passed("git", `embedded engine (${why}): hooks, signing, filters and linked worktrees are refused`);
}

async function repositoryChecks(workspace: Workspace): Promise<readonly Check[]> {
  const state = await status(workspace);
  if (!state.ok) return [failed("repository", state.error)];
  const { branch, operation, dirty, untracked, missing } = state.value;
  const checks: Check[] = [];
  if (operation !== null)
    checks.push(
      failing("repository", `A ${operation} is under way.`, `Finish it (git ${operation} --continue) or abort it.`),
    );
  else if (branch === null)
    checks.push(failing("repository", "HEAD is detached; patches are refused.", "git switch to a branch."));
  else checks.push(passed("repository", `on branch ${branch}`));
  const open = dirty.length + untracked.length + missing.length;
  checks.push(
    passed(
      "work tree",
      open === 0
        ? "every page is committed"
        : `${dirty.length} edited, ${untracked.length} untracked, ${missing.length} missing`,
    ),
  );
  return checks;
}

function stateCheck(workspace: Workspace): Check {
  const { root, indexDamaged } = workspace.primary;
  if (indexDamaged !== null)
    return failing(
      "index",
      `It was damaged (${indexDamaged}) and was made anew.`,
      "Nothing to do; check the disk if it happens again.",
    );
  const layout = findLayout(root);
  if (!layout.ok) return failed("index", layout.error);
  try {
    accessSync(layout.value.gitDir, constants.W_OK);
    accessSync(root, constants.W_OK);
  } catch {
    return failing(
      "index",
      "The folder or its git dir cannot be written.",
      "Reading works; to write, change the permissions.",
    );
  }
  return passed("index", "readable and writable");
}

async function pageChecks(workspace: Workspace): Promise<readonly Check[]> {
  const proof = await verify(workspace);
  if (!proof.ok) return [failed("pages", proof.error)];
  const { pages, differences, findings } = proof.value;
  const errors = findings.filter((finding) => finding.severity === "error");
  const index =
    differences.length === 0
      ? passed("index = rebuild", `${pages} pages`)
      : failing(
          "index = rebuild",
          `${differences.length} files differed.`,
          "The index was made anew; please report this.",
        );
  if (errors.length === 0) return [index, passed("pages", `${pages} pages, all readable`)];
  const first = errors[0]!;
  return [
    index,
    failing("pages", `${errors.length} left out, e.g. ${first.path}:${first.line}: ${first.says}`, first.hint),
  ];
}

/** Two programs that both write below .git lose objects: the folder of a sync client is no place for a repository. */
function syncCheck(workspace: Workspace): Check {
  const { root } = workspace.primary;
  const client = /(?:^|[\\/])(Dropbox|OneDrive[^\\/]*|Google Drive|iCloud Drive|Mobile Documents)(?:[\\/]|$)/i.exec(
    root,
  )?.[1];
  if (client === undefined) return passed("location", "not in a folder that a sync client writes");
  return failing(
    "location",
    `The memory lies in a folder that ${client} syncs.`,
    "Move it out and use a git remote to share it.",
  );
}

function passed(name: string, says: string): Check {
  return { name, ok: true, says, hint: "" };
}

function failing(name: string, says: string, hint: string): Check {
  return { name, ok: false, says, hint };
}

function failed(name: string, failure: Failure): Check {
  return failing(name, failure.says, failure.hint);
}
