/** Native config: what the user told git about signing, identity, attributes and histories is kept to. */

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Oid, PagePath } from "../../src/base/ids.js";
import { waysWithoutGit } from "../../src/git/embedded/history.js";
import type { History } from "../../src/git/history.js";
import { openNativeHistory } from "../../src/git/native.js";
import { gitFailed } from "../../src/state/fs-calls.js";

import { recordWrites, valueOf } from "../support/git-plan.js";
import { makeRepo, type RepoOptions, type TestRepo } from "../support/git-repo.js";

const repos: TestRepo[] = [];
const histories: History[] = [];
async function repoWith(options: RepoOptions = {}, userConfig = ""): Promise<{ repo: TestRepo; history: History }> {
  const made = makeRepo(options);
  repos.push(made);
  const file = join(made.home, "user-config");
  writeFileSync(file, userConfig.replaceAll("HOME", made.home));
  const repo = { ...made, env: { ...made.env, GIT_CONFIG_GLOBAL: file } };
  const history = valueOf(await openNativeHistory(repo.dir, repo.env));
  histories.push(history);
  return { repo, history };
}
afterEach(async () => {
  for (const history of histories.splice(0)) await history.close();
  for (const repo of repos.splice(0)) repo.remove();
});

it("serves without git where git is too old, and asks again after what served failed", async () => {
  const { repo } = await repoWith();
  const bin = join(repo.home, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "git"), "#!/bin/sh\necho git version 2.34.1\n", { mode: 0o755 });
  const env = { ...repo.env, PATH: bin };
  let tried = 0;
  const history = valueOf(
    await openNativeHistory(repo.dir, env, async (layout) => {
      tried += 1;
      return tried === 1
        ? gitFailed("The configuration could not be read.", "Try again.")
        : waysWithoutGit(layout, env);
    }),
  );
  histories.push(history);
  const head = valueOf(await history.head());
  expect((await history.resolve("HEAD")).ok).toBe(false);
  expect(await history.resolve("HEAD")).toEqual({ ok: true, value: head.commit });
  expect([tried, history.engine]).toEqual([2, "embedded"]);
});

describe("commit.gpgSign", () => {
  it("has git sign with the user's program, on any branch", async () => {
    for (const options of [{}, { unborn: true }, { objectFormat: "sha256" }] as const) {
      const signer = "[commit]\n\tgpgSign = true\n[gpg]\n\tprogram = HOME/signer\n[user]\n\tsigningKey = ada\n";
      const { repo, history } = await repoWith(options, signer);
      const script = [
        "#!/bin/sh",
        `cat > "${repo.home}/signed"; echo "$@" > "${repo.home}/asked"`,
        'echo "[GNUPG:] SIG_CREATED x" >&2',
        'printf -- "-----BEGIN PGP SIGNATURE-----\\nwe trust\\n-----END PGP SIGNATURE-----\\n"',
      ];
      writeFileSync(join(repo.home, "signer"), `${script.join("\n")}\n`);
      chmodSync(join(repo.home, "signer"), 0o755);
      valueOf(await recordWrites(history, repo, { "a.md": "signed\n" }));
      const commit = repo.git("cat-file", "commit", "HEAD");
      expect(commit).toMatch(/^gpgsig(?:-sha256)? -----BEGIN PGP SIGNATURE-----\n we trust\n/m);
      const signed = readFileSync(join(repo.home, "signed"), "utf8");
      expect(signed).toBe(`${commit.replace(/^gpgsig.*\n(?: .*\n)+/m, "")}\n`);
      expect(signed).toContain("author Ada Example <ada@example.org> 1777636800 +0000");
      expect(readFileSync(join(repo.home, "asked"), "utf8")).toContain("ada");
      expect(repo.git("status", "--porcelain=v2")).toBe("");
    }
  });

  it("stops the commit, with nothing changed, where signing fails", async () => {
    const { repo, history } = await repoWith({}, "[commit]\n\tgpgSign\n[gpg]\n\tprogram = /bin/false\n");
    const head = repo.git("rev-parse", "HEAD");
    const refused = await recordWrites(history, repo, { "a.md": "unsigned\n" });
    expect(refused).toMatchObject({ ok: false, error: { code: "git_failed" } });
    expect([repo.git("rev-parse", "HEAD"), repo.git("status", "--porcelain")]).toEqual([head, ""]);
  });
});

describe("attributes", () => {
  it("of other files, of merging and of diffs are no hindrance; filters by any file that names them are", async () => {
    const { repo, history } = await repoWith({}, "[core]\n\tattributesFile = HOME/attributes\n");
    repo.write(".gitattributes", "*.md merge=pagefile diff=markdown\n*.bin filter=lfs -text\n[attr]page text=auto\n");
    repo.git("add", ".gitattributes");
    repo.git("commit", "--quiet", "--message", "attributes");
    valueOf(await recordWrites(history, repo, { "memory/a.md": "one\n" }));
    expect(repo.git("status", "--porcelain")).toBe("");
    repo.write(".gitattributes", "*.md merge=pagefile diff=markdown\n");
    repo.git("commit", "--quiet", "--message", "fewer", ".gitattributes");
    const places = [
      [join(repo.home, "attributes"), "a.md"],
      [join(repo.dir, ".git/info/attributes"), "memory/a.md"],
      [join(repo.dir, "memory/.gitattributes"), "/a.md"],
    ] as const;
    for (const [file, pattern] of places) {
      for (const attribute of ["filter=crypt", "working-tree-encoding=UTF-16"]) {
        writeFileSync(file, `${pattern} ${attribute}\n`);
        const refused = await recordWrites(history, repo, { "memory/a.md": "two\n" });
        expect(refused, file).toMatchObject({ ok: false, error: { code: "git_failed" } });
        expect(refused.ok ? "" : refused.error.says).toContain(attribute);
      }
      writeFileSync(file, "");
    }
    valueOf(await recordWrites(history, repo, { "memory/a.md": "three\n" }));
  });

  it("of line ends leave the file to git, which then finds it clean", async () => {
    const { repo, history } = await repoWith();
    repo.write(".gitattributes", "[attr]prose text eol=lf\n*.md prose\n");
    repo.git("add", ".");
    repo.git("commit", "--quiet", "--message", "attributes");
    valueOf(await recordWrites(history, repo, { "a.md": "one\n" }));
    expect(repo.git("ls-files", "--debug", "a.md")).toContain("mtime: 0:0");
    expect(repo.git("status", "--porcelain")).toBe("");
  });
});

describe("log", () => {
  it("gives back strange messages, names and dates, and follows merges", async () => {
    const { repo, history } = await repoWith({
      config: { "log.showSignature": "true", "i18n.logOutputEncoding": "latin1" },
    });
    const commit = (header: string, message: string): Oid => {
      const tree = repo.git("rev-parse", "HEAD^{tree}");
      const text = `tree ${tree}\nparent ${repo.git("rev-parse", "HEAD")}\n${header}\n\n${message}`;
      const oid = repo.tryGit(["hash-object", "-w", "-t", "commit", "--stdin", "--literally"], text).stdout.trim();
      repo.git("update-ref", "HEAD", oid);
      return oid as Oid;
    };
    const person = "Ada <a@b> 1700000000 +0530";
    const plain = `author ${person}\ncommitter ${person}`;
    const made = [
      commit(plain, "commit 0123456789012345678901234567890123456789\n\nAuthor: no\n\n\n"),
      commit(plain, "no line end"),
      commit(plain, ""),
      commit(`author Ünï  <ü@é> 0 +0000\ncommitter ${person}`, "\n\n  indented\n"),
      commit(`author Broken\ncommitter ${person}`, "broken author\n"),
      commit(`author Far <f@f> 99999999999999 +0000\ncommitter ${person}`, "far away\n"),
    ].reverse();
    const logged = valueOf(await history.log({ paths: [], limit: 6 }));
    expect(logged.map(({ oid }) => oid)).toEqual(made);
    const byOid = new Map(logged.map((one) => [one.oid, one]));
    const messages = made.map((oid) => byOid.get(oid)?.message).reverse();
    expect(messages[0]).toBe("commit 0123456789012345678901234567890123456789\n\nAuthor: no\n\n\n");
    expect(messages.slice(1, 3)).toEqual(["no line end\n", "\n"]);
    expect(byOid.get(made[5]!)?.when).toBe("2023-11-14T22:13:20Z");
    expect(byOid.get(made[2]!)).toMatchObject({
      author: { name: "Ünï", email: "ü@é" },
      when: "1970-01-01T00:00:00Z",
    });
    for (const one of logged) expect(one.when).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const from = made[4]!;
    expect(valueOf(await history.log({ paths: [], limit: 1, from }))[0]?.oid).toBe(from);
    expect(valueOf(await history.log({ paths: ["README.md" as PagePath], limit: 9 }))).toHaveLength(1);
    expect(valueOf(await history.log({ paths: [], limit: 0 }))).toEqual([]);
    expect(await history.log({ paths: [], limit: 1, from: "1".repeat(40) as Oid })).toMatchObject({ ok: false });
  });
});
