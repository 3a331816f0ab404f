/** FuzzCommit: cases taken to their end by the flow itself, in a repository that git set up and git is asked about afterwards. */

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PagePath } from "../../src/base/ids.js";
import type { FileWrite } from "../../src/git/history.js";
import { patch } from "../../src/session/patch.js";

import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { openTestWorkspace } from "../support/open-memory.js";
import { type Case, type Ended, fuzzedNow, fuzzedPath, ours } from "./fuzz-case.js";
import { judge } from "./fuzz-judge.js";
import { same } from "./fuzz-oracle.js";

export interface Committer {
  /** Sentences about what is wrong with the end of a case; none is a pass. */
  commit(given: Case, engine: "native" | "embedded"): Promise<readonly string[]>;
  /** The same of the whole repository, which is gone afterwards. */
  end(): readonly string[];
}

export function openCommitter(): Committer {
  const repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
  let base: string | null = null;
  return {
    async commit(given, engine) {
      const workspace = await openTestWorkspace(repo, { engine, parts: { clock: { now: () => fuzzedNow } } });
      try {
        base ??= begin(repo);
        lay(repo, given, base);
        const before = placesOf(repo);
        const done = await patch(workspace, given.draft, { detached: "refuse" });
        const after = placesOf(repo);
        const planned = ours(given);
        if (done.ok !== (planned.kind === "accepted")) {
          const said = done.ok ? "it was committed" : `the flow refused: ${done.error.says}`;
          return [`the plan was ${planned.kind}, and ${said}`];
        }
        if (!done.ok) return differences(before, after).map((path) => `refused, and ${path} changed`);
        const ended: Ended = { kind: "accepted", writes: writesBetween(before, after) };
        return [...judge(given, ended), ...unlike(planned, ended)];
      } finally {
        await workspace.close();
      }
    },
    end() {
      const { status, stderr } = repo.tryGit(["fsck", "--strict", "--no-dangling"]);
      repo.remove();
      return status === 0 ? [] : [`git fsck: ${stderr}`];
    },
  };
}

/** What a case starts from: a memory without a page. */
function begin(repo: TestRepo): string {
  repo.git("add", "--all");
  repo.git("commit", "--quiet", "--message", "Base");
  return repo.git("rev-parse", "HEAD");
}

function lay(repo: TestRepo, { head, index, work }: Case, base: string): void {
  repo.git("reset", "--quiet", "--hard", base);
  repo.git("clean", "--quiet", "-d", "--force");
  repo.write(fuzzedPath, head);
  repo.git("add", fuzzedPath);
  repo.git("commit", "--quiet", "--message", "Case");
  if (!same(index, head)) {
    writeFileSync(join(repo.dir, fuzzedPath), index);
    repo.git("add", fuzzedPath);
  }
  if (!same(work, index)) writeFileSync(join(repo.dir, fuzzedPath), work);
}

type Places = ReadonlyMap<string, Readonly<Record<"head" | "index" | "work", Uint8Array | null>>>;

/** What each path holds in the three places, as git has it. */
function placesOf(repo: TestRepo): Places {
  const lines = (...args: string[]): string[] => repo.git(...args).split("\0");
  const ids = (listed: string[], pattern: RegExp): Map<string, string> =>
    new Map(
      listed.flatMap((line) => [pattern.exec(line)]).flatMap((m) => (m === null ? [] : [[m[2] ?? "", m[1] ?? ""]])),
    );
  const head = ids(lines("ls-tree", "-r", "-z", "HEAD"), /^\d+ blob (\w+)\t(.*)$/s);
  const index = ids(lines("ls-files", "--stage", "-z"), /^\d+ (\w+) 0\t(.*)$/s);
  const untracked = lines("ls-files", "--others", "-z").filter((path) => path !== "");
  const wanted = [...new Set([...head.values(), ...index.values()])];
  const blobs = new Map(wanted.map((id) => [id, blob(repo, id)] as const));
  const paths = new Set([...head.keys(), ...index.keys(), ...untracked]);
  return new Map(
    [...paths].map((path) => {
      const file = join(repo.dir, path);
      const at = (id: string | undefined): Uint8Array | null => (id === undefined ? null : (blobs.get(id) ?? null));
      const work = existsSync(file) ? new Uint8Array(readFileSync(file)) : null;
      return [path, { head: at(head.get(path)), index: at(index.get(path)), work }] as const;
    }),
  );
}

function blob(repo: TestRepo, id: string): Uint8Array {
  return new Uint8Array(execFileSync("git", ["cat-file", "blob", id], { cwd: repo.dir, env: repo.env }));
}

const places = ["head", "index", "work"] as const;

function differences(before: Places, after: Places): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  const nothing = { head: null, index: null, work: null };
  return [...paths].filter((path) => {
    const [was, is] = [before.get(path) ?? nothing, after.get(path) ?? nothing];
    return places.some((place) => !same(was[place], is[place]));
  });
}

function writesBetween(before: Places, after: Places): readonly FileWrite[] {
  return differences(before, after).map((path) => ({
    path: path as PagePath,
    before: { head: null, index: null, work: null },
    ...(after.get(path) ?? { head: null, index: null, work: null }),
  }));
}

/** What was planned without a disk and what is there now: the same bytes in the same places. */
function unlike(planned: Ended, ended: Ended): readonly string[] {
  if (planned.kind !== "accepted" || ended.kind !== "accepted") return [];
  const found = new Map(ended.writes.map((write) => [write.path, write]));
  return planned.writes.flatMap((write) => {
    const is = found.get(write.path);
    if (is === undefined) return [`${write.path} was planned and did not change`];
    return places
      .filter((place) => !same(write[place], is[place]))
      .map((place) => `${write.path}: ${place} is not as planned`);
  });
}
