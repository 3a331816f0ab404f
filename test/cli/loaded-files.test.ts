/** LoadedFiles: the start block of a harness holds none of what that harness loads by itself, so that the person's own pages fit. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/cli.js";
import { story, told } from "../support/harness-events.js";
import { here } from "../support/here.js";

const sections = Array.from(
  { length: 64 },
  (_, at) =>
    `## Part ${at}\n\n${`Part ${at} of the house rules is long and is loaded by the program itself. `.repeat(8)}\n`,
);
const preferences = ["tabs", "pnpm", "vitest", "squash", "oslo", "metric"];

// Codex reads 32 KiB of its file and nothing after: what it cuts is in nobody's prompt and may stand in ours.
test.each([
  ["claude-code", "CLAUDE.md", 64],
  ["codex", "AGENTS.md", 52],
])(
  "%s is told all six preferences, and of its own %s of 38 KB nothing that it loads",
  async (harness, file, loaded) => {
    const program = cli();
    const run = here(program);
    const memory = join(program.folder, "work");
    mkdirSync(memory);
    const rules = `# House rules\n\n${sections.join("\n")}`;
    expect(rules.length).toBeGreaterThan(37_000);
    writeFileSync(join(memory, file), rules);
    expect((await run(["init", "--profile", harness, "--no-hooks"], { cwd: memory })).exit).toBe(0);
    for (const word of preferences) {
      const fields = ["--field", `subject=${word}`, "--field", `prefers=${word} wherever it is asked`];
      const made = await run(["new", "--type", "preference", "--title", word, ...fields], { cwd: memory });
      expect(made).toMatchObject({ exit: 0 });
    }
    const input = story(program.folder, "s-one", memory).event("SessionStart", { source: "startup" });
    const { context, notice } = told(await run(["harness", harness, "SessionStart"], { cwd: memory, input }));
    for (const word of preferences) expect(context).toContain(`${word} wherever it is asked`);
    for (let part = 0; part < loaded; part += 1) expect(context).not.toContain(`Part ${part} of the house rules`);
    expect(context.includes("Part 63 of the house rules")).toBe(loaded < 64);
    expect(notice).toBe("");
    const again = await run(["assemble", "--budget", "2000"], { cwd: memory });
    expect(again.stdout).toContain("house rules");
  },
);
