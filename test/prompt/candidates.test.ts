/** Candidates: what a process that stays remembers of the last question changes no answer, whoever asks for what, and whatever changed. */

import { existsSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadedIn } from "../../src/agents/event-context.js";
import { itemsOfBody, type OriginLabels } from "../../src/memory/labels.js";
import { refresh } from "../../src/memory/memory.js";
import { noLabels } from "../../src/memory/table.js";
import { estimateTokens } from "../../src/memory/tokenizer.js";
import type { Workspace } from "../../src/memory/workspace.js";
import { decide } from "../../src/prompt/assemble.js";
import { besideSays, type CandidateQuery, candidatesIn } from "../../src/prompt/candidates.js";

import { makeRepo } from "../support/git-repo.js";
import { openTestWorkspace } from "../support/open-memory.js";

const names = ["ant", "bee", "cat", "dog"] as const;
const name = fc.constantFrom(...names);
const typed = (id: string, more: string, body: string): string =>
  `---\nid: ${id}\ntype: preference\ntitle: T\nfields: { subject: s, prefers: p }\n${more}---\n${body}`;

type Step =
  | {
      readonly kind: "write";
      readonly page: string;
      readonly day: number;
      readonly more: string;
      readonly gone: boolean;
    }
  | { readonly kind: "archive"; readonly page: string }
  | { readonly kind: "label"; readonly isStrange: boolean }
  | { readonly kind: "ask"; readonly ask: Partial<CandidateQuery> };

const more = fc.constantFrom(
  "",
  "audience: private\n",
  "scope: session\nsession: s\n",
  "tags: [done]\n",
  "pin: hard\n",
);
const ask: fc.Arbitrary<Partial<CandidateQuery>> = fc.record({
  session: fc.constantFrom(null, "s", "t"),
  audience: fc.constantFrom("owner", "owner", "group"),
  demanded: fc.array(name, { maxLength: 1 }).map((some) => new Set<string>(some)),
  recency: fc
    .array(fc.tuple(name, fc.constantFrom(0, 0.3, 0.9)), { maxLength: 2 })
    .map((some) => new Map<string, number>(some)),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("write"),
      page: name,
      day: fc.integer({ min: 1, max: 9 }),
      more,
      gone: fc.boolean(),
    }),
  },
  fc.record({ kind: fc.constant("archive"), page: name }),
  fc.record({ kind: fc.constant("label"), isStrange: fc.boolean() }),
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("ask"), ask }) },
);

/** Into the archive, or out of it. */
function move(root: string, page: string): void {
  const [hot, cold] = [join(root, `memory/${page}.md`), join(root, `archive/2025/old/${page}.md`)];
  if (existsSync(hot)) renameSync(hot, cold);
  else if (existsSync(cold)) renameSync(cold, hot);
}

/** One text of the world is a stranger's. */
const strange = new Set(itemsOfBody("- One.\n").map(({ item }) => item));
const labels: OriginLabels = { ...noLabels, version: "v", untrusted: (item) => (strange.has(item) ? "web" : null) };

const tokenizers = ["one", "two"].map((each) => ({
  name: each,
  count: (text: string) => estimateTokens(text + each),
}));

const asked = {
  session: null,
  audience: "owner",
  demanded: new Set<string>(),
  tokenizer: tokenizers[0]!,
} as const;

test("what is asked is answered as if nothing was asked before", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const repo = makeRepo();
      for (const id of names) repo.write(`memory/${id}.md`, typed(id, "updated: 2026-03-05\n", "- One.\n"));
      repo.write("archive/2025/old/ape.md", typed("ape", "", "- Old.\n"));
      const workspace = await openTestWorkspace(repo);
      const memory = workspace.primary;
      const told = (workspace: Workspace, asked: CandidateQuery): unknown => {
        const { candidates, omitted, located } = candidatesIn(workspace, asked);
        return { candidates, omitted, located: [...located].map(([id, { entry }]) => [id, entry.oid]) };
      };
      for (const one of steps) {
        if (one.kind === "write") {
          const { page, day, gone } = one;
          repo.write(
            `memory/${page}.md`,
            typed(gone ? `${page}-new` : page, `updated: 2026-03-0${day}\n${one.more}`, `- One.\n- ${day}.\n`),
          );
        } else if (one.kind === "archive") move(repo.dir, one.page);
        else if (one.kind === "label") memory.labels = one.isStrange ? labels : noLabels;
        if (one.kind !== "ask") refresh(memory);
        const asked = {
          session: null,
          audience: "owner",
          demanded: new Set<string>(),
          ...(one.kind === "ask" ? one.ask : {}),
        } as const;
        for (const tokenizer of tokenizers) {
          const copy = { ...memory };
          const anew = { ...workspace, primary: copy, memories: [copy] };
          expect(told(workspace, { ...asked, tokenizer })).toEqual(told(anew, { ...asked, tokenizer }));
        }
      }
      await workspace.close();
      repo.remove();
    }),
    { numRuns: 60 },
  );
}, 120_000);

test("a page that says nothing of its own takes no room: a bare heading, a form that nobody filled in, a harness's own first words", async () => {
  const repo = makeRepo();
  try {
    repo.write("memory/empty.md", "# Memory\n");
    repo.write("memory/said.md", "# Memory\n\n- Ada takes the aisle.\n");
    repo.write("memory/fields.md", typed("fields", "", ""));
    repo.write(
      "MEMORY.md",
      "# Long-term\n\n## Rules\n\n## Never deploy on a Friday\n\n## Notes\n\n- One.\n\n## Form\n\n- **Name:**\n  _(what they are called)_\n- **Pronouns:** -\n\n---\n",
    );
    repo.write(
      "USER.md",
      "# About\n\n## Known\n\n- **Name:** Ada\n- **Pronouns:**\n\n## Unknown\n\n- **Time zone:** *(not yet set)*\n",
    );
    repo.write(
      "AGENTS.md",
      "# AGENTS.md — Your Workspace\n\nThis folder is home.\nTreat it that way.\n\n## Mine\n\nThis folder is Ada's.\n",
    );
    const workspace = await openTestWorkspace(repo, { config: { profile: "openclaw" } });
    const { candidates } = candidatesIn(workspace, asked);
    expect(candidates.map(({ id }) => id).sort()).toEqual(
      ["agents#mine", "fields", "memory#never-deploy-on-a-friday", "memory#notes", "said", "user#known"].sort(),
    );
    await workspace.close();
  } finally {
    repo.remove();
  }
});

const vault = {
  "MEMORY.md": "# Memory\n\n## Rules\n\n- Never fly on Sundays.\n",
  "PATTERNS.md": "# Open\n\n- Renew the passport.\n",
  "agents/other/USER.md": "# User\n\n- **Name:** Ada\n",
  "daily/2026-11-20.md": "# Friday\n\n- Bought the tickets.\n",
  "memory/harbors.md": "# Harbors\n\n- Pier 4 is closed.\n",
  "notes/typed.md": typed("typed", "", "# Typed\n\n- One.\n"),
  "notes/wine.md": "# Wine\n\n- Malbec is red.\n\n## Rules\n\n- Serve it warm.\n",
  "legal/terms and conditions.md": "# Terms\n\n## Policy\n\n- No refunds.\n",
  "what I learned of ferries in 2021.md": "# Ferries\n\n- They are slow.\n",
} as const;
const beside = ["legal/terms and conditions.md", "notes/wine.md", "what I learned of ferries in 2021.md"];

test("of a folder of notes a harness is given, unasked, what is memory by its place, its name or its own word", async () => {
  const repo = makeRepo();
  try {
    for (const [path, text] of Object.entries(vault)) repo.write(path, text);
    const workspace = await openTestWorkspace(repo, { config: { profile: "plain" } });
    const harness = { name: "claude-code", folder: "project" } as const;
    const pathsOf = (more: Partial<CandidateQuery>): readonly string[] => {
      const { located } = candidatesIn(workspace, { ...asked, ...more });
      return [...new Set([...located.values()].map(({ entry }) => entry.path as string))].sort();
    };
    const all = Object.keys(vault).sort();
    expect(pathsOf({})).toEqual(all);
    const given = { harness } as const;
    const memory = all.filter((path) => !beside.includes(path));
    expect(pathsOf(given)).toEqual(memory);
    expect(pathsOf({ ...given, demanded: new Set(["notes-wine#rules"]) })).toEqual(
      [...memory, "notes/wine.md"].sort(),
    );
    expect(pathsOf({ ...given, recency: new Map([["notes-wine", 0.5]]) })).toEqual(
      [...memory, "notes/wine.md"].sort(),
    );
    const counts = [...candidatesIn(workspace, { ...asked, ...given }).beside].sort();
    expect(counts).toEqual([
      ["", 1],
      ["legal", 1],
      ["notes", 1],
    ]);
    const block = await decide(workspace, { budget: 2_000, demands: [], session: null, audience: "owner", harness });
    const text = block.ok ? block.value.text : "";
    expect(text).toContain("Never fly on Sundays.");
    expect(text).not.toContain("Serve it warm.");
    expect(text).toMatch(/\n<more files="3" folders="\. 1, legal 1, notes 1"\/>\n$/);
    await workspace.close();
  } finally {
    repo.remove();
  }
});

test("what stands beside the memory is one line, the fullest folders first, whatever folders are called", () => {
  expect(besideSays(new Map())).toBe("");
  const folders = Array.from({ length: 10 }, (_, at) => [`f${at}`, at + 1] as const);
  expect(besideSays(new Map(folders))).toBe(
    '<more files="55" folders="f9 10, f8 9, f7 8, f6 7, f5 6, f4 5, f3 4, f2 3, …"/>\n',
  );
  const odd = besideSays(new Map([[`"/>\n<page ${"x".repeat(80)}`, 1]]));
  expect(odd.indexOf("\n")).toBe(odd.length - 1);
  expect(odd).toMatch(/^<more files="1" folders="&quot;\/&gt; &lt;page x{30} 1"\/>\n$/);
});

test("what CLAUDE.md imports is loaded by Claude Code, and is not given a second time", async () => {
  const repo = makeRepo();
  try {
    repo.write(
      "CLAUDE.md",
      "# Here\n\n@AGENTS.md\n\nSee @memory/style.md, not `@memory/cold.md`.\n<!-- @memory/note.md -->\n\n```\n@memory/code.md\n```\n",
    );
    repo.write("AGENTS.md", "# Agents\n\n- Ask first.\n\n## Tools\n\n- Use make.\n");
    repo.write("memory/style.md", "# Style\n\n@deep/more.md\n");
    repo.write("MEMORY.md", "# Memory\n\n@memory/style.md\n");
    repo.write("memory/deep/more.md", "# More\n\n- Short.\n\n@../style.md\n");
    for (const name of ["cold", "code", "note"]) repo.write(`memory/${name}.md`, `# ${name}\n\n- Said.\n`);
    const workspace = await openTestWorkspace(repo, { config: { profile: "claude-code" } });
    const given = (name: "claude-code" | "codex", folder: "project" | "memory" = "project"): readonly string[] => {
      const { candidates } = candidatesIn(workspace, { ...asked, harness: { name, folder } });
      return candidates.map(({ id }) => id).sort();
    };
    expect(given("claude-code")).toEqual(["code", "cold", "memory", "note"]);
    expect(given("codex")).toEqual(expect.arrayContaining(["claude", "style"]));
    expect(given("claude-code", "memory")).toEqual(expect.arrayContaining(["claude", "style"]));
    await workspace.close();
  } finally {
    repo.remove();
  }
});

test("what a harness loads through a link is loaded, and is not given a second time", async () => {
  const repo = makeRepo();
  try {
    repo.write("AGENTS.md", "# Agents\n\n- Ask first.\n\n@memory/style.md\n");
    repo.write("memory/style.md", "# Style\n\n- Short.\n");
    repo.write("MEMORY.md", "# Memory\n\n- Blue.\n");
    symlinkSync("AGENTS.md", join(repo.dir, "CLAUDE.md"));
    symlinkSync("../elsewhere.md", join(repo.dir, "USER.md"));
    symlinkSync("SOUL.md", join(repo.dir, "SOUL.md"));
    const workspace = await openTestWorkspace(repo, { config: { profile: "claude-code" } });
    const at = loadedIn(workspace, "claude-code", workspace.primary.root)!;
    expect(at.links).toEqual({ "CLAUDE.md": "AGENTS.md" });
    const given = (harness: typeof at): readonly string[] => {
      const { candidates } = candidatesIn(workspace, { ...asked, harness });
      return candidates.map(({ id }) => id).sort();
    };
    expect(given({ ...at, links: {} })).toEqual(["agents", "memory", "style"]);
    expect(given(at)).toEqual(["memory"]);
    await workspace.close();
  } finally {
    repo.remove();
  }
});
