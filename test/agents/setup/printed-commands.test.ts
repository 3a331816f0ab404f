/** PrintedCommands: what the skill, the instructions and the templates tell an agent to type works as it is printed there. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../../src/state/machine.js";
import { cli } from "../../support/cli.js";
import { story } from "../../support/harness-events.js";
import { here } from "../../support/here.js";

const folder = join(packageRoot(), "templates");

/** The sample is somebody's memory: it tells an agent nothing. */
const texts: readonly string[] = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".md") && !path.startsWith("sample"))
  .filter((path) => readFileSync(join(folder, path), "utf8").includes("`pagefile "))
  .sort();

/** Code that names a command and no argument speaks of it and is nothing to type. */
function commandsIn(text: string): readonly (readonly string[])[] {
  const spans = [...text.matchAll(/`pagefile ([^`]+)`/g)].map(([, line = ""]) => line.replace(/\s+/g, " "));
  return [...new Set(spans)].map((line) =>
    line.match(/[^\s"]*"[^"]*"|\S+/g)!.map((word) => word.replaceAll('"', "")),
  );
}

const fills: Readonly<Record<string, string>> = {
  PAGE: "memory#rules",
  TEXT: "The office in Lyon closes at six. [human]",
  WORDS: "night ferry",
  REASON: "the ferry has cabins now",
  TITLE: "Move to Lyon",
  ID: "s-one",
  VERSION: "1",
  "WHERE YOU STAND": "Step two of the move.",
};

/** `owed` is in the inbox. */
function filled(words: readonly string[], owed: string): readonly string[] {
  const ofInbox = words[0] === "inbox" ? { ID: owed } : {};
  const ofPlan = words[0] === "set" || words[0] === "archive" ? { PAGE: "move-to-lyon" } : {};
  // The same words were kept and appended before: a number tells one of them.
  const ofEntry = words[0] === "done" ? { WORDS: "1" } : {};
  const by: Readonly<Record<string, string>> = { ...fills, ...ofPlan, ...ofEntry, ...ofInbox };
  return words.map((word) => by[word] ?? word.replace("…", "boxes"));
}

describe("what agents are told to type", () => {
  it("is found in each text for a harness", () => {
    expect(texts).toEqual([
      "claude-code/CLAUDE.md",
      "codex/AGENTS.md",
      "harness/claude-code/skills/pagefile/SKILL.md",
      "harness/codex/AGENTS.md",
      "openclaw/AGENTS.md",
      "pi/AGENTS.md",
      "plain/memory/procedures/keep-memory.md",
    ]);
  });

  /** The instructions of several harnesses are one text. */
  const distinct = [...new Map(texts.map((path) => [readFileSync(join(folder, path), "utf8"), path])).values()];
  it.each(distinct)("works as printed in %s", async (path) => {
    const program = cli();
    const [dir, run] = [program.folder, here(program)];
    const memory = join(dir, "memory");
    const env = { PAGEFILE_ACTOR: "agent:desk" };
    expect((await run(["init", memory])).exit).toBe(0);
    expect((await run(["remember", "Never book the night ferry."], { cwd: memory })).exit).toBe(0);
    const said = { prompt: "The lanterns beside the quay crane flicker since Monday.", prompt_id: "p1" };
    const input = story(dir, "s-one", memory).event("UserPromptSubmit", said);
    expect((await run(["harness", "claude-code", "UserPromptSubmit"], { cwd: memory, input })).exit).toBe(0);
    const owed = JSON.parse((await run(["inbox", "--all", "--json"], { cwd: memory })).stdout).items.at(-1);
    for (const words of commandsIn(readFileSync(join(folder, path), "utf8"))) {
      const ran = await run(filled(words, owed.id), { cwd: memory, env });
      expect([words.join(" "), ran.stderr, ran.exit]).toEqual([words.join(" "), expect.anything(), 0]);
    }
  });
});
