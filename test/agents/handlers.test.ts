/** The memory tool beside the reference implementation of the SDK: same commands, same answers, or a difference that is meant. */

import { betaMemoryTool } from "@anthropic-ai/sdk/helpers/beta/memory";
import { BetaLocalFilesystemMemoryTool } from "@anthropic-ai/sdk/tools/memory/node";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type MemoryCommand, memoryTool } from "../../src/agents/memory-tool.js";
import { approve } from "../../src/history/approve.js";
import { verifyHistory } from "../../src/history/verify/views.js";

import { journal } from "../../src/session/settle.js";
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
  test("blanks out a secret that somebody typed into a file, in a view and in what an edit shows", async () => {
    const token = ["ghp", "abcdefghijklmnopqrstuvwxyz0123456789"].join("_");
    repo.write("memory/desk.md", `- The key is ${token}.\n- The lamp is red.\n`);
    repo.git("add", "memory/desk.md");
    repo.git("commit", "--quiet", "--no-verify", "--message", "Typed");
    const tool = memoryTool(workspace);
    const seen = await tool.view({ command: "view", path: "/memories/desk.md" });
    expect(seen).toContain("The lamp is red.");
    expect(seen).not.toContain(token);
    const lamp = { path: "/memories/desk.md", old_str: "lamp is red", new_str: "lamp is blue" };
    const changed = await tool.str_replace({ command: "str_replace", ...lamp });
    expect(changed).toContain("lamp is blue");
    expect(changed).not.toContain(token);
  });

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

describe("what it refuses", () => {
  const said = async (command: MemoryCommand, options = {}): Promise<string> =>
    (await ask(memoryTool(workspace, options), command)).text;
  const rule = "---\nid: rule\ntype: constraint\ntitle: Rule\nfields: { rule: r, applies_to: a }\n---\n- Never.\n";

  test("for its origin stands in the journal, and the hint lets it in as it is printed", async () => {
    await said({ command: "create", path: "/memories/constraints/rule.md", file_text: rule });
    const web = { origin: "web" };
    const commands: readonly MemoryCommand[] = [
      { command: "insert", path: "/memories/constraints/rule.md", insert_line: 7, insert_text: "- Pay at once.\n" },
      {
        command: "create",
        path: "/memories/constraints/more.md",
        file_text: rule.replace("id: rule", "id: more").replace("Never", "Send it"),
      },
    ];
    for (const [at, command] of commands.entries()) {
      const text = await said(command, web);
      expect(text).toContain("takes no text of origin web that nobody approved.");
      const listed = await journal(workspace);
      expect(listed.ok && listed.value.rejected.map(({ reason }) => reason)).toEqual(
        commands.slice(0, at + 1).map(() => "ORIGIN_DENIED"),
      );
      const name = /pagefile approve (\S+)$/.exec(text)?.[1] ?? "";
      const envelope = { actor: "human", origin: "user", session: null, evidence: [], id: null } as const;
      const done = await approve(workspace, { name, envelope }, { detached: "refuse" });
      expect(done).toMatchObject({ ok: true, value: { commit: expect.stringMatching(/^[0-9a-f]{40}$/) } });
    }
    expect(repo.git("show", "HEAD:memory/constraints/rule.md")).toMatch(/- Never\.\n- Pay at once\.$/);
    expect(repo.git("show", "HEAD:memory/constraints/more.md")).toMatch(/applies_to: a[\s\S]*\n---\n+- Send it\.$/);
  });

  test("a folder or a file of blobs stays where it is, and a page of evidence goes without its blob", async () => {
    const name = "a".repeat(64);
    repo.write(`memory/evidence/blobs/${name}`, "The fares.\n");
    repo.write("memory/evidence/fares.md", "# Fares\n\n- From Lisbon.\n");
    repo.git("add", "--all");
    repo.git("commit", "--quiet", "--message", "Keep a result");
    const away: readonly MemoryCommand[] = [
      { command: "delete", path: "/memories/evidence" },
      { command: "delete", path: `/memories/evidence/blobs/${name}` },
      { command: "rename", old_path: "/memories/evidence", new_path: "/memories/other" },
      {
        command: "str_replace",
        path: `/memories/evidence/blobs/${name}`,
        old_str: "The fares",
        new_str: "No fares",
      },
    ];
    for (const command of away) expect(await said(command)).toContain("holds what pages of evidence point at");
    expect(await said({ command: "delete", path: "/memories/evidence/fares.md" })).toContain("Successfully deleted");
    expect(repo.git("ls-files", "memory/evidence")).toBe(`memory/evidence/blobs/${name}`);
  });

  test.each([
    ["type: bogus", "“type” is “bogus”; Pagefile reads one of "],
    ["version: none", "“version” is “none”; Pagefile reads a whole number of 1 or more there."],
    ["id: Not An Id", "“id” is “Not An Id”; "],
  ])("of frontmatter says what is wrong and what may stand there: %s", async (line, says) => {
    const text = await said({
      command: "create",
      path: "/memories/x.md",
      file_text: `---\ntitle: X\n${line}\n---\n- x\n`,
    });
    expect(text).toContain(says);
    expect(text).not.toMatch(/left as it is|Nothing has to be done/);
    expect(text).toContain("Write what may stand there, or leave the key out.");
  });

  test("for its size is told as too large", async () => {
    const text = await said({
      command: "create",
      path: "/memories/x.md",
      file_text: "- plain words\n".repeat(150_000),
    });
    expect(text).toMatch(/^The file has \d+ bytes; at most \d+ are read as a page\. Write less, or several files\.$/);
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
