/** Hooks: blocks go in and come out to the byte, and trailers stand where git's own interpret-trailers puts them. */

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { findLayout } from "../../src/git/layout.js";
import type { HookFile } from "../../src/hooks/merge-driver.js";
import {
  describeMerge,
  findBlock,
  type HookTemplates,
  installMerge,
  openMergeHost,
  planInstall,
  planUninstall,
} from "../../src/hooks/merge-driver.js";
import { addTrailers, carriesReason, isEmptyMessage, isFixup } from "../../src/hooks/message.js";
import { printConfig } from "../../src/memory/config.js";
import { packageRoot } from "../../src/state/machine.js";

import { draws } from "../support/draws.js";
import { plainConfig } from "../support/facts.js";
import { makeRepo } from "../support/git-repo.js";
import { spawnText } from "../support/spawn.js";

const block = "# >>> pagefile @NAME@ (@HOW@) >>> ours\n@NODE@ @PROGRAM@\n# <<< pagefile @NAME@ <<<\n";
const templates: HookTemplates = {
  blocks: { "pre-commit": block, "commit-msg": block },
  driver: "@NODE@ @PROGRAM@\n",
  chain: 'exec "@NEXT@" "$@"\n',
  node: "/opt/my node/bin/node",
  program: "/srv/o'neil/größe/@NODE@ $& $1/pagefile.cjs",
};

/** What a plan leaves in a folder. */
function applied(
  files: ReadonlyMap<string, HookFile>,
  changes: ReturnType<typeof planInstall>,
): Map<string, HookFile> {
  const next = new Map(files);
  for (const change of changes) {
    if (change.kind === "write") next.set(change.name, { bytes: change.bytes, mode: change.mode, link: false });
    if (change.kind === "move") next.set(change.to, next.get(change.name)!);
    if (change.kind !== "write") next.delete(change.name);
  }
  return next;
}

test("a clone on Windows keeps the line ends of this repository: a shell runs its hooks, and a digest names its samples", () => {
  const files = ["hooks/run.sh", "templates/plain/MEMORY.md", "templates/sample/memory/evidence/blobs/0"];
  const asked = spawnText("git", ["check-attr", "text", "--", ...files], { cwd: packageRoot(), env: process.env });
  expect(asked.stdout).toBe(files.map((file) => `${file}: text: unset\n`).join(""));
});

const piece = fc.constantFrom(
  "#!/bin/sh\n",
  "#!/usr/bin/env bash\n",
  "#!/usr/bin/python3\n",
  "exit 0\n",
  "\r\n",
  "\0",
  "é",
  "x",
  "\n",
);

describe("the block", () => {
  test("goes into any file once and comes out to the byte, mode included", () => {
    const file = fc.record({
      text: fc.array(piece, { maxLength: 6 }),
      mode: fc.constantFrom(0o755, 0o644, 0o700),
      link: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.option(file), fc.boolean(), (shape, sourced) => {
        const was = new Map<string, HookFile>();
        if (shape !== null) was.set("pre-commit", { ...shape, bytes: Buffer.from(shape.text.join("")) });
        const context = { templates, sourced };
        const installed = applied(was, planInstall("pre-commit", was.get("pre-commit") ?? null, context));
        expect(findBlock(installed.get("pre-commit")!)).not.toBeNull();
        expect(planInstall("pre-commit", installed.get("pre-commit")!, context)).toEqual([]);
        const bare = applied(installed, planUninstall("pre-commit", installed.get("pre-commit")!));
        const plain = (files: Map<string, HookFile>): unknown =>
          [...files].map(([name, each]) => [name, Buffer.from(each.bytes).toString("hex"), each.mode, each.link]);
        expect(plain(bare)).toEqual(plain(was));
      }),
    );
  });

  test("lines somebody wrote around it stay when it goes", () => {
    const [made] = planInstall("commit-msg", null, { templates, sourced: false });
    const text = made?.kind === "write" ? Buffer.from(made.bytes).toString("latin1") : "";
    const grown = { bytes: Buffer.from(`${text}echo mine\n`, "latin1"), mode: 0o755, link: false };
    const [left] = planUninstall("commit-msg", grown);
    expect(left?.kind === "write" ? Buffer.from(left.bytes).toString() : left).toBe("#!/bin/sh\necho mine\n");
  });

  test("a file without it is left alone by uninstall", () => {
    expect(planUninstall("pre-commit", { bytes: Buffer.from("#!/bin/sh\n"), mode: 0o755, link: false })).toEqual([]);
    expect(planUninstall("pre-commit", null)).toEqual([]);
  });
});

const line = fc.constantFrom(
  "Subject of it",
  "",
  "",
  "body words",
  "Signed-off-by: A <a@b.c>",
  "Ticket: 12",
  "  continued",
  "# a comment",
  "---",
  "see http://x.y",
  "(cherry picked from commit abc)",
);

test("what the disk refuses while the merge driver is tried is told as that, and says nothing of the driver", async () => {
  const repo = makeRepo();
  onTestFinished(() => repo.remove());
  repo.write("pagefile.yaml", printConfig(plainConfig));
  const layout = findLayout(repo.dir);
  const host = layout.ok ? openMergeHost(layout.value, repo.env) : layout;
  if (!layout.ok || !host.ok) throw new Error("no host");
  expect(await installMerge(host.value, templates)).toMatchObject({ ok: true });
  const { openSync } = fs;
  const set = (call: typeof openSync): void => {
    Object.assign(fs, { openSync: call });
    syncBuiltinESMExports();
  };
  onTestFinished(() => set(openSync));
  set((path, ...rest) => {
    if (!String(path).includes("trial-")) return openSync(path, ...rest);
    throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC", syscall: "open" });
  });
  const failed = { ok: false, error: { code: "io_failed", errno: "ENOSPC" } };
  expect(await describeMerge(host.value, templates)).toMatchObject(failed);
  expect(fs.readdirSync(join(layout.value.gitDir, "pagefile")).filter((name) => name.startsWith("trial-"))).toEqual(
    [],
  );
});

describe("trailers", () => {
  test("stand where git interpret-trailers puts them", () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 9 }), fc.boolean(), (rest, cut) => {
        const scissors = cut
          ? "# ------------------------ >8 ------------------------\n# Do not\ndiff --git a b\n"
          : "";
        const message = `First line\n${rest.join("\n")}\n${scissors}`;
        const args = [
          "interpret-trailers",
          "--no-divider",
          "--if-exists=add",
          "--trailer",
          "Zz-Reason: A",
          "--trailer",
          "Zz-Op: b c",
        ];
        const env = {
          PATH: process.env.PATH,
          GIT_CONFIG_GLOBAL: "/dev/null",
          GIT_CONFIG_NOSYSTEM: "1",
          GIT_CEILING_DIRECTORIES: "/",
        };
        const git = spawnText("git", args, { input: message, env, cwd: "/" });
        // git drops the comments inside a block of trailers; git commit cleans them away anyway.
        const cleaned = (text: string): string => text.replace(/^#.*\n/gm, "");
        expect(cleaned(addTrailers(message, ["Zz-Reason: A", "Zz-Op: b c"], "#"))).toBe(cleaned(git.stdout));
      }),
      { numRuns: draws(150) },
    );
  });

  test("a message is recognized as empty, as a fixup, as one that says why", () => {
    expect(isEmptyMessage("\n# help\n# more\n", "#")).toBe(true);
    expect(isEmptyMessage("# 42\n", null)).toBe(false);
    expect(isEmptyMessage("\nword\n# help\n", "#")).toBe(false);
    expect(isFixup("squash! x\n")).toBe(true);
    expect(isFixup("fix squash! x\n")).toBe(false);
    expect(carriesReason("a\n\nPagefile-Reason: MANUAL_EDIT\n\nmore words\n", "#")).toBe(true);
    const below = "a\n# ------------------------ >8 ------------------------\nPagefile-Reason: X\n";
    expect(carriesReason(below, "#")).toBe(false);
    expect(carriesReason(below, null)).toBe(true);
  });
});
