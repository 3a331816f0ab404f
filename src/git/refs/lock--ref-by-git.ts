/** Ref by git: HEAD read and moved through `git update-ref`, for repositories whose refs are not files. */

import { once } from "node:events";
import { parseOid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { gitFailed } from "../../state/fs-calls--failures.js";
import type { Git, GitChild } from "../process.js";
import type { Locked } from "./lock.js";
import type { HeadState } from "./refs.js";

export async function readHeadByGit(git: Git): Promise<Outcome<HeadState>> {
  const symbolic = await git.run(["symbolic-ref", "--quiet", "HEAD"]);
  if (!symbolic.ok) return symbolic;
  const commit = await git.run(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  if (!commit.ok) return commit;
  return ok({
    ref: symbolic.value.code === 0 ? symbolic.value.stdout.toString("utf8").trim() : null,
    commit: commit.value.code === 0 ? parseOid(commit.value.stdout.toString("latin1").trim()) : null,
  });
}

/**
 * A branch lock like `lockBranch`'s. git takes its locks when the new value is known, at `stage`, and holds them until
 * `commit`; it writes the reflogs itself.
 */
export async function lockBranchByGit(git: Git, expected: HeadState): Promise<Outcome<Locked>> {
  const now = await readHeadByGit(git);
  if (!now.ok) return now;
  if (now.value.ref !== expected.ref || now.value.commit !== expected.commit) return ok({ moved: true });
  let child: Talking | null = null;
  const say = async (words: string, expectedAnswer: string): Promise<Outcome<void>> => {
    if (child === null) return gitFailed("The git update-ref process is not running.", "Try again.");
    child.stdin.write(words);
    return (await hears(child, expectedAnswer)) ? ok(undefined) : lostRace(expected);
  };
  const release = (): void => {
    child?.stdin.end();
    child = null;
  };
  return ok({
    moved: false,
    branch: {
      async stage(next, line, written) {
        // git looks whether the commit exists before it names it.
        const there = await written;
        if (there?.ok === false) return there;
        const asked = ["update-ref", "-m", line.message, "--create-reflog", "--stdin"];
        const started = git.start(asked, reflogEnv(line.who));
        if (!started.ok) return started;
        child = talkWith(started.value);
        const before = expected.commit ?? "0".repeat(next.length);
        return say(`start\nupdate HEAD ${next} ${before}\nprepare\n`, "prepare: ok");
      },
      async commit() {
        const done = await say("commit\n", "commit: ok");
        release();
        return done;
      },
      release,
    },
  });
}

function reflogEnv(who: string): Readonly<Record<string, string>> {
  const [, name = "", email = "", date = ""] = /^(.*) <(.*)> (\d+ \+0000)$/.exec(who) ?? [];
  return { GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email, GIT_COMMITTER_DATE: date };
}

interface Talking {
  readonly stdin: GitChild["stdin"];
  readonly stdout: GitChild["stdout"];
  /** When it has ended; it may have by the time it is spoken to. */
  readonly ended: Promise<null>;
}

function talkWith(child: GitChild): Talking {
  const ended = new Promise<null>((resolve) => child.once("close", () => resolve(null)));
  // One that could not be started ends without an answer, and that is told.
  child.on("error", () => {});
  child.stdin.on("error", () => {});
  return { stdin: child.stdin, stdout: child.stdout, ended };
}

/** Reads answers until the one hoped for; false when the child ends first, which is how it refuses. */
async function hears({ stdout, ended }: Talking, answer: string): Promise<boolean> {
  for (let said = ""; ; ) {
    const chunk = await Promise.race([once(stdout, "data"), ended]);
    if (chunk === null) return false;
    said += String(chunk[0]);
    if (said.split("\n").includes(answer)) return true;
  }
}

function lostRace(expected: HeadState): Outcome<never> {
  return err({
    code: "locked",
    says: `Git did not move ${expected.ref ?? "HEAD"}: another program holds it, or moved it meanwhile.`,
    hint: "Try again.",
  });
}
