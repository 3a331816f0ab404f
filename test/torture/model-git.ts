/** Model git: the model's world over a real repository and a real engine, with the git command line as the user's hands. */

import { join } from "node:path";
import { openPageStore } from "../../src/memory/page-store.js";
import { profileOf } from "../../src/memory/profile.js";

import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { mortal } from "../support/mortal.js";
import { openTestWorkspace } from "../support/open-memory.js";
import { spawnText } from "../support/spawn.js";
import { fused, fusedFs } from "./model-ports.js";
import { textsBelow, type World, writeText } from "./model-world.js";

export async function gitWorld(
  engine: "native" | "embedded",
  files: Readonly<Record<string, string>>,
): Promise<World> {
  const repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org", "gc.auto": "0" } });
  for (const [path, text] of Object.entries(files)) writeText(repo.dir, path, text);
  repo.git("add", "--all");
  repo.git("commit", "--quiet", "--message", "Pages");
  return {
    root: repo.dir,
    async open(clock, fuse, sabotage) {
      const born = mortal(join(repo.home, "departures"));
      const opened = await openTestWorkspace(repo, { engine, parts: { departures: born.departures } });
      const close = async (): Promise<void> => {
        born.die();
        await opened.close();
      };
      const { primary } = opened;
      const store = openPageStore(
        repo.dir,
        { folders: profileOf("plain").folders },
        { fs: fusedFs(fuse), wait: () => {} },
      );
      const memory = fused({ ...primary, store, clock: { now: () => clock.now } }, fuse, sabotage);
      return { primary: memory, memories: [memory], tokenizer: opened.tokenizer, close };
    },
    places: () => ({ head: listed(repo, "HEAD"), index: listed(repo, "index"), work: textsBelow(repo.dir) }),
    rejected() {
      const ref = "refs/pagefile/rejected";
      const names = repo
        .tryGit(["ls-tree", "-r", "--name-only", ref])
        .stdout.split("\n")
        .filter((name) => name !== "");
      return names.map((name) => JSON.parse(repo.git("show", `${ref}:${name}`)));
    },
    add: (path) => void repo.git("add", "--", path),
    commit(changes) {
      // Of these alone, as the model has it: what else is staged stays staged.
      const aside = { ...repo.env, GIT_INDEX_FILE: join(repo.home, "aside") };
      const git = (env: NodeJS.ProcessEnv, ...args: readonly string[]): void => {
        const ran = spawnText("git", args, { cwd: repo.dir, env });
        if (ran.status !== 0) throw new Error(`git ${args.join(" ")} ended with ${ran.status}: ${ran.stderr}`);
      };
      git(aside, "read-tree", "HEAD");
      // By blobs and not from disk: what a user commits is not always what lies there.
      for (const [path, text] of Object.entries(changes)) {
        const update =
          text === null
            ? ["--force-remove", "--", path]
            : ["--add", "--cacheinfo", `100644,${blobOf(repo, text)},${path}`];
        for (const env of [repo.env, aside]) git(env, "update-index", ...update);
      }
      git(aside, "commit", "--quiet", "--message", "By hand");
    },
    remove() {
      const fsck = repo.tryGit(["fsck", "--strict", "--no-dangling"]);
      repo.remove();
      if (fsck.status !== 0) throw new Error(`git fsck says ${fsck.stderr}`);
    },
  };
}

function blobOf(repo: TestRepo, text: string): string {
  return repo.tryGit(["hash-object", "-w", "--stdin"], text).stdout.trim();
}

function listed(repo: TestRepo, place: "HEAD" | "index"): ReadonlyMap<string, string> {
  const args = place === "HEAD" ? ["ls-tree", "-r", "HEAD"] : ["ls-files", "--stage"];
  const rows = repo
    .git(...args, "memory", "archive")
    .split("\n")
    .filter((line) => line !== "");
  return new Map(
    rows.map((row) => {
      const [about = "", path = ""] = row.split("\t");
      const oid = about.split(" ")[place === "HEAD" ? 2 : 1] ?? "";
      return [path, textOf(repo, oid)];
    }),
  );
}

const texts = new Map<string, string>();

function textOf(repo: TestRepo, oid: string): string {
  const known = texts.get(oid);
  if (known !== undefined) return known;
  const text = repo.tryGit(["cat-file", "blob", oid]).stdout;
  texts.set(oid, text);
  return text;
}
