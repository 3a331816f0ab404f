/** Newcomer: README's first commands on a real workspace, as its owner sees them; it runs where PAGEFILE_EVAL_DATA has that workspace. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { firstDay } from "./first-day.js";
import { type Copied, workspacesIn } from "./workspaces.js";

const data = process.env.PAGEFILE_EVAL_DATA;
const workspace = data === undefined ? undefined : workspacesIn(data).find(({ name }) => name === "Delta-worker");

/** What the owner wrote is theirs: each line of their files, whole or cut, stands here as `WORDS`, and a name of theirs as `NAME`. */
function masked({ root, notes }: Copied, text: string): string {
  const lines = new Set(notes.flatMap((path) => pieces(readFileSync(join(root, path), "utf8"))));
  const isTheirs = (line: string): boolean => {
    const words = bare(line);
    return (
      words.length > 3 && (lines.has(words) || [...lines].some((each) => words.length > 12 && each.includes(words)))
    );
  };
  return text
    .split("\n")
    .map((line) => line.replace(/title="[^"]*"/, 'title="WORDS"'))
    .map((line) =>
      line.replace(/^(in {3}.* {2})(\S.*)$/, (whole, before, title) => (isTheirs(title) ? `${before}WORDS` : whole)),
    )
    .map((line) => (line.startsWith("<") || !isTheirs(line) ? line : line.replace(/\S.*$/, "WORDS")))
    .join("\n")
    .replace(/^( *)WORDS(?:\n\s*WORDS)+$/gm, "$1WORDS");
}

function pieces(text: string): readonly string[] {
  return text
    .split("\n")
    .map(bare)
    .filter((line) => line !== "");
}

function bare(line: string): string {
  return line
    .replace(/[^\p{L}\p{N} ]+/gu, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

test.skipIf(workspace === undefined)(
  "init, status, audit, assemble, recall, nightly and night, as an owner sees them",
  () => {
    const day = firstDay(workspace!);
    const run = (...args: readonly string[]): string => masked(day.copied, day.run(...args));
    expect(run("init")).toMatchInlineSnapshot(`
      "ready  WORKSPACE  openclaw profile  COMMIT
        + pagefile.yaml
        + git hooks and merge driver (each answers when git runs it)
      next: pagefile status
      "
    `);
    expect(run("status")).toMatchInlineSnapshot(`
      "memory    WORKSPACE  openclaw profile, store delta-worker
      branch    main at COMMIT  native git
      pages     20 hot · 0 cold · 87 sections
                3 bootstrap_policy · 8 preference · 8 conversation_segment · 1 procedure
      changes   all committed
      last      COMMIT  2026-02-12 15:35  ADOPT  start: a memory
      remote    none: this memory is on this machine alone
      findings  none
      "
    `);
    expect(run("audit")).toMatchInlineSnapshot(`
      "openclaw 2026.8 loads 14770 of 60000 chars
        AGENTS.md    whole    7784
        SOUL.md      whole    1665
        IDENTITY.md  whole    187
        USER.md      whole    1658
        MEMORY.md    whole    3481
        warning  MEMORY.md  curation_stalled
                 Logs since 2026-02-04 hold words that are worth keeping, and no night has run here yet.
                 See what the first would do: pagefile nightly --dry-run; have one run every night: pagefile schedule install
      ! 0 errors, 1 warning, 0 notes
      "
    `);
    expect(run("assemble", "--budget", "2000")).toMatchInlineSnapshot(`
      "<memory fence="461218648" read="pagefile show ID">
      <page-461218648 id="agents" type="bootstrap_policy" fidelity="full" title="WORDS" source="AGENTS.md@796e9cc6af">
      WORDS
      </page-461218648>
      <page-461218648 id="agents#every-session" type="bootstrap_policy" fidelity="full" title="WORDS" source="AGENTS.md@796e9cc6af">
      WORDS
      </page-461218648>
      <page-461218648 id="agents#external-vs-internal" type="bootstrap_policy" fidelity="full" title="WORDS" source="AGENTS.md@796e9cc6af">
      WORDS
      </page-461218648>
      <page-461218648 id="agents#first-run" type="bootstrap_policy" fidelity="full" title="WORDS" source="AGENTS.md@796e9cc6af">
      WORDS
      </page-461218648>
      <page-461218648 id="agents#make-it-yours" type="bootstrap_policy" fidelity="full" title="WORDS" source="AGENTS.md@796e9cc6af">
      WORDS
      </page-461218648>
      <page-461218648 id="agents#safety" type="bootstrap_policy" fidelity="full" title="WORDS" source="AGENTS.md@796e9cc6af">
      WORDS
      </page-461218648>
      <page-461218648 id="agents#tools" type="bootstrap_policy" fidelity="full" title="WORDS" source="AGENTS.md@796e9cc6af">
      WORDS
      </page-461218648>
      <page-461218648 id="soul#core-truths" type="bootstrap_policy" fidelity="structured" title="WORDS" source="SOUL.md@b431dd04c0">
      WORDS
      </page-461218648>
      <page-461218648 id="memory#delta-pm-product-manager-instructions" type="preference" fidelity="compressed" title="WORDS" source="MEMORY.md@530d951d22">
      WORDS
      </page-461218648>
      <page-461218648 id="memory#delta-tl-technical-lead-instructions" type="preference" fidelity="compressed" title="WORDS" source="MEMORY.md@530d951d22">
      WORDS
      </page-461218648>
      <page-461218648 id="memory#subagent-manager-pattern" type="preference" fidelity="full" title="WORDS" source="MEMORY.md@530d951d22">
      WORDS

      ---
      </page-461218648>
      <page-461218648 id="projecthub-plan#-architecture" type="preference" fidelity="compressed" title="WORDS" source="memory/projecthub-plan.md@a357a73881">
      WORDS

      \`\`\`
      ┌─────────────────────────────────────────────────────────────┐
      …(28 lines)
      \`\`\`
      </page-461218648>
      <page-461218648 id="user" type="preference" fidelity="full" title="WORDS" source="USER.md@b35311563f">
      WORDS
      </page-461218648>
      <page-461218648 id="user#boundaries" type="preference" fidelity="full" title="WORDS" source="USER.md@b35311563f">
      WORDS
      </page-461218648>
      <page-461218648 id="user#context" type="preference" fidelity="full" title="WORDS" source="USER.md@b35311563f">
      WORDS
      </page-461218648>
      <page-461218648 id="user#updated-preferences-2026-02-10" type="preference" fidelity="full" title="WORDS" source="USER.md@b35311563f">
      WORDS
      </page-461218648>
      <page-461218648 id="user#working-relationship" type="preference" fidelity="full" title="WORDS" source="USER.md@b35311563f">
      WORDS

      ---
      </page-461218648>
      <page-461218648 id="2026-02-10#-project-structure" type="conversation_segment" fidelity="compressed" title="WORDS" source="memory/2026-02-10.md@5eb70e6948">
      WORDS

      \`\`\`
      WORDS
      …(50 lines)
      \`\`\`
      </page-461218648>
      </memory-461218648>
      --
      in   agents#every-session                          full        134  upgraded     WORDS
      in   agents#external-vs-internal                   full        114  pinned       WORDS
      in   agents#tools                                  full        195  upgraded     WORDS
      in   memory#delta-pm-product-manager-instructions  compressed  115  upgraded     WORDS
      in   memory#delta-tl-technical-lead-instructions   compressed  106  upgraded     WORDS
      in   memory#subagent-manager-pattern               full        147  upgraded     WORDS
      in   soul#core-truths                              structured   98  prefetched   WORDS
      in   user#boundaries                               full        101  upgraded     WORDS
      in   user#context                                  full        105  upgraded     WORDS
      in   user#updated-preferences-2026-02-10           full        205  upgraded     WORDS
      in   8 more: 4 instructions, 3 memory, 1 log
      out  78 over_budget: 22 log, 18 memory, 17 other, 12 instructions, 9 documentation
      used 1991/2000 tokens, 9 left, 18 in, 78 out; every page: --all
      trace ID, tokens by o200k_base
      "
    `);
    expect(run("recall", "backup")).toMatchInlineSnapshot(`
      "projects-kanban-readme#data  projects/kanban/README.md:22-26
        semantic · preference · confidence high
        WORDS
        
        … 1 line more

      projects-readme#conventions  projects/README.md:13-19
        semantic · preference · confidence high
        WORDS
        … 3 lines more

      projects-kanban-readme#files  projects/kanban/README.md:28-35
        semantic · preference · confidence high
        WORDS
        
        \`\`\`
        WORDS
        … 4 lines more

      projects-kanban-readme#features  projects/kanban/README.md:15
        semantic · preference · confidence high
        WORDS
      --
      4 pages found. confidence 0.99, 398 tokens, trace ID
      "
    `);
    expect(run("nightly")).toMatchInlineSnapshot(`
      "audit  0 errors, 1 warning, 0 notes  read them with: pagefile audit --last
      committed  COMMIT  CURATE_PROMOTE  curate: 5 statements from the logs
      0 statements wait for another night
      "
    `);
    expect(run("night")).toMatchInlineSnapshot(`
      "nights    last 2026-02-12 15:35 done, 1 commit
      audit     0 errors, 1 warning  pagefile audit --last
      proposal  none: nothing waits for your answer
      "
    `);
  },
);
