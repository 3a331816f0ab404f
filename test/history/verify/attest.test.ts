/** Attest: trees compared and histories walked as git itself compares and walks them. */

import { statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { type Oid, parseOid } from "../../../src/base/ids.js";
import { ok } from "../../../src/base/result.js";
import { type AuditedCommit, ancestorsOf, mergeBases } from "../../../src/history/verify/attest.js";

import { openTestAudit } from "../../support/audit.js";
import { makeRepo, type TestRepo } from "../../support/git-repo.js";

const names = ["a.md", "b.md", "d/a.md", "d/b.md", "d/e/c.md", "d.md", "e/x.md"] as const;
const worlds = fc.array(fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(2)), { maxLength: 6 }), {
  minLength: 1,
  maxLength: 8,
});

test("a commit's files are those git diff-tree names", async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (snapshots) => {
      const repo = makeRepo({ unborn: true });
      try {
        repo.tryGit(["fast-import", "--quiet"], linear(snapshots));
        const host = openTestAudit(repo.dir, repo.env, "native");
        for (const commit of await walked(host, repo, null)) {
          const raw = repo.git("diff-tree", "--root", "-r", "--no-commit-id", "--no-renames", commit.oid);
          const theirs = raw === "" ? [] : raw.split("\n").map((line) => line.split("\t")[1]);
          expect(commit.files.map((file) => file.path).sort()).toEqual([...theirs].sort());
        }
        await host.close();
      } finally {
        repo.remove();
      }
    }),
    { numRuns: 12 },
  );
});

test("the folder of what is attested is shared as the repository asks", async () => {
  const repo = makeRepo({ config: { "core.sharedRepository": "world" } });
  onTestFinished(() => repo.remove());
  const host = openTestAudit(repo.dir, repo.env, "native");
  onTestFinished(() => host.close());
  const head = parseOid(repo.git("rev-parse", "HEAD")) as Oid;
  expect(await host.attest(head, null)).toEqual({ ok: true, value: undefined });
  repo.git("update-ref", "refs/theirs/x", head);
  const [ours, theirs] = ["pagefile", "theirs"].map((name) => statSync(join(repo.dir, ".git/refs", name)).mode);
  expect(ours).toBe(theirs);
});

const graphs = fc.array(fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 14 });

test("ancestors and merge bases are those of git", async () => {
  await fc.assert(
    fc.asyncProperty(graphs, fc.nat(), fc.nat(), async (graph, left, right) => {
      const repo = makeRepo({ unborn: true });
      try {
        const oids = drawn(repo, graph);
        const parents = new Map(
          repo
            .git("rev-list", "--parents", "--all")
            .split("\n")
            .map((line) => {
              const [own, ...others] = line.split(" ");
              return [own, others as Oid[]] as const;
            }),
        );
        const parentsOf = async (oid: Oid) => ok(parents.get(oid) ?? []);
        const [a, b] = [oids[left % oids.length] as Oid, oids[right % oids.length] as Oid];
        const bases = await mergeBases(parentsOf, [a, b]);
        const theirs = repo
          .tryGit(["merge-base", "--all", a, b])
          .stdout.split("\n")
          .filter((line) => line !== "");
        expect(bases.ok && [...bases.value].sort()).toEqual(theirs.sort());
        const before = await ancestorsOf(parentsOf, a);
        expect(before.ok && [...before.value].sort()).toEqual(repo.git("rev-list", a).split("\n").sort());
        const host = openTestAudit(repo.dir, repo.env, "native");
        repo.git("update-ref", "refs/heads/main", b);
        const range = repo
          .git("rev-list", `${a}..${b}`)
          .split("\n")
          .filter((line) => line !== "");
        expect((await walked(host, repo, a)).map((commit) => commit.oid).sort()).toEqual(range.sort());
        const descends = await host.descends(b, a);
        expect(descends.ok && descends.value).toBe(theirs.includes(a));
        await host.close();
      } finally {
        repo.remove();
      }
    }),
    { numRuns: 12 },
  );
});

test.each(["native", "embedded"] as const)("the attested point moves once, for one of two (%s)", async (engine) => {
  const repo = makeRepo();
  const host = openTestAudit(repo.dir, repo.env, engine);
  const head = parseOid(repo.git("rev-parse", "HEAD")) as Oid;
  expect(await host.attested()).toEqual(ok(null));
  expect(await host.attest(head, null)).toEqual(ok(undefined));
  expect(await host.attested()).toEqual(ok(head));
  expect(await host.attest(head, null)).toMatchObject({ ok: false, error: { code: "locked" } });
  repo.git("pack-refs", "--all");
  expect(await host.attested()).toEqual(ok(head));
  expect(repo.git("for-each-ref", "--format=%(refname) %(objectname)", "refs/pagefile")).toBe(
    `refs/pagefile/attested ${head}`,
  );
  await host.close();
  repo.remove();
});

async function walked(
  host: ReturnType<typeof openTestAudit>,
  repo: TestRepo,
  until: Oid | null,
): Promise<readonly AuditedCommit[]> {
  const commits: AuditedCommit[] = [];
  const from = parseOid(repo.git("rev-parse", "refs/heads/main")) as Oid;
  const walk = await host.walk({ from, until }, async (commit) => {
    commits.push(commit);
    return ok(undefined);
  });
  if (!walk.ok) throw new Error(walk.error.says);
  expect(walk.value.commits).toBe(commits.length);
  return commits;
}

function linear(snapshots: readonly (readonly (readonly [string, number])[])[]): string {
  const commits = snapshots.map((files, at) => {
    const lines = files.map(([path, text]) => `M 100644 inline ${path}\ndata 2\n${text}\n\n`);
    return `${header(at + 1)}${at === 0 ? "" : `from :${at}\n`}deleteall\n${lines.join("")}\n`;
  });
  return `${commits.join("")}done\n`;
}

/** A graph in which commit N has some of the commits before it as parents. */
function drawn(repo: TestRepo, graph: readonly (readonly number[])[]): readonly string[] {
  const commits = graph.map((picks, at) => {
    const parents = at === 0 ? [] : [...new Set(picks.map((pick) => (pick % at) + 1))];
    const lines = parents.map((parent, i) => `${i === 0 ? "from" : "merge"} :${parent}\n`);
    const text = `${at}\n`;
    return `${header(at + 1, `refs/heads/b${at}`)}${lines.join("")}M 100644 inline f\ndata ${text.length}\n${text}\n`;
  });
  repo.tryGit(["fast-import", "--quiet"], `${commits.join("")}done\n`);
  return graph.map((_, at) => repo.git("rev-parse", `refs/heads/b${at}`));
}

function header(mark: number, ref = "refs/heads/main"): string {
  const who = `Ada <ada@example.org> ${1_760_000_000 + mark} +0000\n`;
  return `commit ${ref}\nmark :${mark}\nauthor ${who}committer ${who}data 2\nx\n\n`;
}
