/** The memory tool beside the reference implementation of the SDK: same commands, same answers, or a difference that is meant. */

import { betaMemoryTool } from "@anthropic-ai/sdk/helpers/beta/memory";
import { BetaLocalFilesystemMemoryTool } from "@anthropic-ai/sdk/tools/memory/node";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type MemoryCommand, memoryTool } from "../../src/agents/memory-tool.js";
import { verifyHistory } from "../../src/history/verify/views.js";

import { openTestAudit } from "../support/audit.js";
import { draws } from "../support/draws.js";
import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { ask, differences, race } from "../support/memory-tool-rival.js";
import { openTestWorkspace, type TestWorkspace } from "../support/open-memory.js";

const commands = Number(process.env.PAGEFILE_TOOL_COMMANDS ?? draws(100));
const seed = Number(process.env.PAGEFILE_TOOL_SEED ?? 1);

let repo: TestRepo;
let workspace: TestWorkspace;
let rival: { readonly tool: BetaLocalFilesystemMemoryTool; readonly folder: string };

beforeEach(async () => {
  repo = makeRepo();
  workspace = await openTestWorkspace(repo);
  repo.git("add", "pagefile.yaml");
  repo.git("commit", "--quiet", "--message", "Mark the memory");
  const folder = `${repo.home}/rival`;
  rival = { folder, tool: await BetaLocalFilesystemMemoryTool.init(folder) };
});

afterEach(async () => {
  await workspace.close();
  repo.remove();
});

async function both(...commands: readonly MemoryCommand[]): Promise<void> {
  for (const command of commands) {
    expect(await ask(memoryTool(workspace), command)).toMatchObject({ ok: true });
    expect(await ask(rival.tool, command)).toMatchObject({ ok: true });
  }
}

const versioned = (): Promise<void> =>
  both(
    { command: "create", path: "/memories/v.md", file_text: "---\nversion: 1\n---\n- One.\n" },
    { command: "insert", path: "/memories/v.md", insert_line: 4, insert_text: "- Two." },
  );

describe("the memory tool", () => {
  test("answers a random stream of commands as the reference does, and commits every change", async () => {
    const result = await race(workspace, rival, { seed, commands });
    expect(result.changed).toBeGreaterThan(commands / 10);
    expect(repo.git("status", "--porcelain")).toBe("");
    expect(Number(repo.git("rev-list", "--count", "HEAD"))).toBeGreaterThan(commands / 20);
    const audit = openTestAudit(repo.dir, repo.env, "native");
    const verified = await verifyHistory(workspace.primary, audit, { since: null, attest: "leave" });
    expect(verified.ok && verified.value).toMatchObject({ findings: [] });
    await audit.close();
  });

  test("differs where it is meant to, once each", async () => {
    const seen = new Set<string>();
    for (const [name, given] of Object.entries(examples)) {
      const [before, command] = given.length === 2 ? given : [null, given[0]];
      if (name === "versions") await versioned();
      const setup: MemoryCommand[] = (before ?? []).map(([path, file_text]) => ({
        command: "create",
        path,
        file_text,
      }));
      await both(...setup);
      const [ours, theirs] = [await ask(memoryTool(workspace), command), await ask(rival.tool, command)];
      const found = differences.find(({ accounts }) => accounts(command, ours, theirs));
      expect(found?.name, JSON.stringify({ command, ours, theirs })).toBe(name);
      seen.add(name);
    }
    expect([...seen].sort()).toEqual(differences.map(({ name }) => name).sort());
  });

  test("gives the name of a folder that deletions emptied to a file, and takes it back", async () => {
    const tool = memoryTool(workspace);
    await tool.create({ command: "create", path: "/memories/emptied/deep/a.md", file_text: "- One.\n" });
    await tool.delete({ command: "delete", path: "/memories/emptied/deep/a.md" });
    await tool.create({ command: "create", path: "/memories/emptied", file_text: "One.\n" });
    expect(await tool.view({ command: "view", path: "/memories/emptied" })).toContain("\tOne.");
    await tool.delete({ command: "delete", path: "/memories/emptied" });
    await tool.create({ command: "create", path: "/memories/emptied/b.md", file_text: "- Two.\n" });
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  test("is what the SDK's runner takes, and tells a model what is wrong with a command", async () => {
    const tool = betaMemoryTool(memoryTool(workspace, { actor: "agent:writer", session: "s1" }));
    const made = await tool.run({ command: "create", path: "/memories/a.md", file_text: "- One.\n" });
    expect(made).toBe("File created successfully at: /memories/a.md");
    const trailers = repo.git("log", "-1", "--format=%(trailers:only)");
    expect(trailers).toContain("Pagefile-Reason: CAPTURE\nPagefile-Op: create a memory/a.md\n");
    expect(trailers).toContain("Pagefile-Session: s1\nPagefile-Actor: agent:writer\nPagefile-Origin: agent\n");
    const wrong = { command: "insert", path: "/memories/a.md", insert_text: "x" } as never;
    await expect(async () => tool.run(wrong)).rejects.toThrow("`insert_line`: Invalid input: expected number");
    await expect(async () => tool.run({ command: "delete", path: "/memories" })).rejects.toThrow(
      "Cannot delete the /memories directory itself",
    );
  });

  test("puts what it deletes into the archive, every time, where recall still finds it", async () => {
    const tool = memoryTool(workspace);
    for (const text of ["- First.\n", "- Second.\n"]) {
      await tool.create({ command: "create", path: "/memories/a.md", file_text: text });
      await tool.delete({ command: "delete", path: "/memories/a.md" });
    }
    const cold = [...workspace.primary.table.byPath.values()].filter(({ tier }) => tier === "cold");
    const texts = cold.map(({ path }) => repo.git("show", `HEAD:${path}`));
    expect(texts.sort()).toEqual(["- First.", "- Second."]);
    expect(repo.git("show", "HEAD:archive/INDEX.md")).toContain("from memory/a.md");
    expect(repo.git("log", "-1", "--format=%(trailers:key=Pagefile-Reason,valueonly)").trim()).toBe("PRUNE_ARCHIVE");
  });

  test("leaves a hand edit uncommitted and takes its own change past it; in the same words it refuses", async () => {
    const tool = memoryTool(workspace);
    const text = "- One.\n- Two.\n- Three.\n- Four.\n- Five.\n";
    await tool.create({ command: "create", path: "/memories/a.md", file_text: text });
    repo.write("memory/a.md", text.replace("Five", "Five by hand"));
    await tool.str_replace({ command: "str_replace", path: "/memories/a.md", old_str: "One", new_str: "Uno" });
    expect(repo.git("show", "HEAD:memory/a.md")).toBe(text.replace("One", "Uno").trimEnd());
    expect(repo.git("diff", "--", "memory/a.md")).toContain("+- Five by hand.");
    const inHand = { command: "str_replace", path: "/memories/a.md", old_str: "by hand", new_str: "x" } as const;
    await expect(tool.str_replace(inHand)).rejects.toThrow("was edited by hand and not committed");
    repo.write("memory/new.md", "- Nobody committed this.\n");
    await expect(tool.delete({ command: "delete", path: "/memories/new.md" })).rejects.toThrow(
      "is not committed yet",
    );
  });
});

const secret = ["ghp", "Rk9aLm3Qw7Zx1Cv5Bn8Mj2Hg6Fd4Sa0PoIuY"].join("_");
const typed = (more: string): string => `---\nid: typed-one\ntype: preference\ntitle: One\n${more}---\n- One.\n`;

/** What stands there first, if anything does, and the command that shows the difference of this name. */
const examples: Readonly<
  Record<
    string,
    readonly [MemoryCommand] | readonly [readonly (readonly [path: string, text: string])[], MemoryCommand]
  >
> = {
  "system errors": [
    [["/memories/e/a.md", "x\n"]],
    { command: "create", path: "/memories/e/a.md/b.md", file_text: "x" },
  ],
  "twice in one line": [
    [["/memories/t.md", "tea and tea\n"]],
    { command: "str_replace", path: "/memories/t.md", old_str: "tea", new_str: "ale" },
  ],
  "several lines": [
    [["/memories/s.md", "- One.\n- Two.\n"]],
    { command: "str_replace", path: "/memories/s.md", old_str: "One.\n- Two.", new_str: "Both." },
  ],
  "empty old_str": [
    [["/memories/o.txt", "one line"]],
    { command: "str_replace", path: "/memories/o.txt", old_str: "", new_str: "x" },
  ],
  "a page stays a page": [
    [["/memories/p.md", "x\n"]],
    { command: "rename", old_path: "/memories/p.md", new_path: "/memories/p.txt" },
  ],
  "the folder's own name": [{ command: "create", path: "/memoriesfoo", file_text: "x" }],
  "out and back in": [{ command: "create", path: "/memories/../memories/u.md", file_text: "x" }],
  names: [{ command: "create", path: "/memories/what?.md", file_text: "x" }],
  case: [[["/memories/case.md", "x\n"]], { command: "create", path: "/memories/CASE.md", file_text: "x" }],
  secrets: [{ command: "create", path: "/memories/k.md", file_text: `The token is ${secret}.` }],
  elisions: [
    { command: "create", path: "/memories/l.md", file_text: "# A\n\n// ... rest of the file unchanged ...\n" },
  ],
  frontmatter: [{ command: "create", path: "/memories/f.md", file_text: "---\ntype: nothing known\n---\nx\n" }],
  ids: [[["/memories/one.md", typed("")]], { command: "create", path: "/memories/two.md", file_text: typed("") }],
  scope: [{ command: "create", path: "/memories/h.md", file_text: "---\nscope: local\n---\nx\n" }],
  "no text": [{ command: "create", path: "/memories/n.md", file_text: "half \ud800 of it" }],
  pinned: [
    [["/memories/constraints/c.md", "- Never by plane.\n"]],
    { command: "str_replace", path: "/memories/constraints/c.md", old_str: "Never", new_str: "Always" },
  ],
  versions: [{ command: "view", path: "/memories/v.md" }],
};
