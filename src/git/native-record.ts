/** NativeRecord: what git alone knows of a commit: how to sign it; what was committed in a work tree; and git's own housekeeping at night. */

import { join } from "node:path";
import { type Instant, type Oid, parseOid } from "../base/ids.js";
import { type Outcome, ok } from "../base/result.js";
import { attempt, gitFailed } from "../state/fs-calls.js";
import { readLinked } from "../state/plain-file.js";
import { openGitConfig } from "./config.js";
import type { CommitPlan } from "./history.js";
import { configText, type Identity } from "./identity.js";
import { findLayout, type GitLayout } from "./layout.js";
import { writeObjects } from "./objects/loose.js";
import { gitFor } from "./process.js";
import type { Native, Signing } from "./repository.js";

// Signing: a commit that git makes, because only git knows how to sign.

const signers = ["program", "openpgp.program", "x509.program", "ssh.program", "ssh.defaultkeycommand"];

/** Written and durable. A program that the repository names for it, and not the user, is never run. */
export async function writeSigned(native: Native, plan: CommitPlan, signing: Signing): Promise<Outcome<Oid>> {
  const foreign = signers.map((name) => `gpg.${name}`).find((key) => signing.config.get(key)?.local);
  if (foreign !== undefined) {
    return gitFailed(
      `The repository's own configuration names the program that signs commits (${foreign}), which is never run.`,
      `Set ${foreign} with \`git config --global\`, or \`git config commit.gpgSign false\` here.`,
    );
  }
  const written = await writeObjects(native.layout, signing.objects);
  if (!written.ok) return written;
  native.store.remember(signing.objects);
  const parent = plan.base === null ? [] : ["-p", plan.base];
  const out = await native.git.output(["commit-tree", "-S", ...parent, signing.tree], {
    input: plan.message,
    config: ["core.fsync=all", "i18n.commitEncoding=UTF-8"],
    env: personEnv(signing.identity, plan),
  });
  if (!out.ok) return out;
  const oid = parseOid(out.value.toString("latin1").trim());
  return oid === null
    ? gitFailed("The command git commit-tree gave no commit.", "Run it by hand to see why.")
    : ok(oid);
}

function personEnv({ author, committer }: Identity, plan: CommitPlan): Readonly<Record<string, string>> {
  const date = `${Date.parse(plan.when) / 1_000} +0000`;
  return {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: committer.name,
    GIT_COMMITTER_EMAIL: committer.email,
    GIT_COMMITTER_DATE: date,
  };
}

// Maintenance: git's own housekeeping at night, with nothing that the repository's configuration could start or throw away.

interface Maintained {
  /** False where git was not asked; `says` tells why. Whether git found anything to do is its own affair. */
  readonly ran: boolean;
  readonly says: string;
}

/** git's own default. */
const looseObjectsMax = "6700";

/** Packs what has become many loose objects. A program named in the repository is a reason to leave it alone. */
export async function maintain(layout: GitLayout, env: NodeJS.ProcessEnv): Promise<Outcome<Maintained>> {
  const git = gitFor(layout, env);
  if (!git.ok) return git;
  const config = await openGitConfig(layout, git.value, env)();
  if (!config.ok) return config;
  // The one program that git starts while it collects garbage and that no setting of ours turns off.
  if (config.value.get("gc.recentobjectshook")?.local === true) {
    return ok({ ran: false, says: "the repository's configuration names a program for it (gc.recentObjectsHook)" });
  }
  const auto = configText(config.value, "gc.auto") ?? looseObjectsMax;
  if (!/^\d{1,9}$/.test(auto) || Number(auto) === 0) return ok({ ran: false, says: `gc.auto is ${auto}` });
  const settings = [
    `gc.auto=${auto}`,
    // Within the lease: nothing goes on when the night is over.
    "gc.autoDetach=false",
    "maintenance.autoDetach=false",
    // Objects of a commit that another process is making are young and have no name yet.
    "gc.pruneExpire=2.weeks.ago",
  ];
  const ran = await git.value.output(["maintenance", "run", "--auto", "--quiet", "--task=gc"], { config: settings });
  return ran.ok ? ok({ ran: true, says: "" }) : ran;
}

// Committed: what people and agents committed in a work tree between two moments, by the log of HEAD: no fetch, no rebase.

interface Committed {
  /** Abbreviated. */
  readonly oid: string;
  readonly subject: string;
  readonly files: readonly string[];
}

/** Oldest first, the last ones of many. What our own program committed is left out, and where nothing can be told there is nothing. */
export async function committedIn(
  folder: string,
  env: NodeJS.ProcessEnv,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): Promise<readonly Committed[]> {
  const layout = findLayout(folder);
  if (!layout.ok) return [];
  const log = attempt("read the log of HEAD", () =>
    readLinked(join(layout.value.gitDir, "logs", "HEAD"), reflogBytesMax),
  );
  if (!log.ok) return [];
  const made: string[] = [];
  for (const line of log.value.toString("utf8").split("\n")) {
    const [, was = "", is = "", at = "", what = ""] =
      /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) .*> (\d{1,12}) [+-]\d{4}\tcommit( \([a-z]+\))?:/.exec(line) ?? [];
    const when = Number(at) * 1_000;
    // The log of HEAD counts whole seconds.
    if (is === "" || when < Date.parse(from) - 1_000 || when > Date.parse(to)) continue;
    if (what === " (amend)" && made.at(-1) === was) made.pop();
    made.push(is);
  }
  const git = made.length === 0 ? null : gitFor(layout.value, env);
  if (git?.ok !== true) return [];
  const args = ["log", "--no-walk=unsorted", "--no-renames", "--name-only", "--no-color", `--format=${format}`];
  const ran = await git.value.output([...args, ...made.slice(-commitsMax), "--"]);
  return ran.ok ? ran.value.toString("utf8").split("\u0001").flatMap(committedFrom) : [];
}

const reflogBytesMax = 4_194_304;
const commitsMax = 20;
const format = "%x01%h%x00%s%x00%(trailers:key=Pagefile-Reason,valueonly,separator=%x2C)%x00";

function committedFrom(text: string): readonly Committed[] {
  const [oid = "", subject = "", ours = "", files = ""] = text.split("\u0000");
  if (oid === "" || ours !== "") return [];
  return [{ oid, subject, files: files.split("\n").filter((file) => file !== "") }];
}
