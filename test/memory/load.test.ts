/** Load: order, totals and versions: which files are loaded, dropped and cut, and which pinned entries that costs. */

import { expect, test } from "vitest";
import { parseConfig } from "../../src/memory/config.js";
import { pinsCutFrom } from "../../src/memory/cut-pins.js";
import { loadRulesOf, profileOf } from "../../src/memory/profile.js";
import { loadFiles } from "../../src/memory/truncate.js";

const openclaw = (version: string | null = null) => loadRulesOf("openclaw", version)!;
const config = (profile: string) => parseConfig(`pagefile: 1\nstore: 0123456789abcdef\nprofile: ${profile}\n`);

test("the version in pagefile.yaml chooses the rules; without one the newest hold", () => {
  expect(openclaw().version).toBe("2026.8");
  expect(openclaw("2026.9.6").version).toBe("2026.8");
  expect(openclaw("2026.10").version).toBe("2026.8");
  expect(openclaw("2026.5.1").version).toBe("2026.4");
  expect(openclaw("2026.3").total?.max).toBe(150_000);
  expect(loadRulesOf("openclaw", "2025.12")).toBeNull();
  expect(config("openclaw@2026.5")).toMatchObject({
    value: { config: { profile: "openclaw", harness: "2026.5" }, findings: [] },
  });
  expect(config("openclaw@2025.1")).toMatchObject({
    value: { config: { profile: "openclaw" }, findings: [{ code: "config_invalid" }] },
  });
});

test("USER.md has a cap of its own, TOOLS.md is no longer loaded, MEMORY.md comes last and starves", () => {
  const texts = new Map([
    ["MEMORY.md", "m".repeat(100)],
    ["TOOLS.md", "t".repeat(100)],
    ["USER.md", "u".repeat(4_001)],
    ["AGENTS.md", "a".repeat(20_000)],
    ["SOUL.md", "s".repeat(20_000)],
    ["IDENTITY.md", "i".repeat(16_000)],
  ]);
  const alone = loadFiles(openclaw(), new Map([["USER.md", "u".repeat(4_001)]]));
  expect(alone.files).toMatchObject([{ path: "USER.md", state: "cut", max: 4_000 }]);
  const loaded = loadFiles(openclaw(), texts);
  expect(loaded.files.map(({ path, state, size }) => [path, state, size])).toEqual([
    ["AGENTS.md", "whole", 20_000],
    ["SOUL.md", "whole", 20_000],
    ["IDENTITY.md", "whole", 16_000],
    ["USER.md", "cut", 4_001],
    ["MEMORY.md", "dropped", 100],
  ]);
  // 60,000 - 56,000 = 4,000, of which the cut USER.md takes all but what rounding leaves.
  expect(loaded.total).toBeGreaterThan(59_936);
});

test("Codex takes one of two files and counts bytes; pi loads whole", () => {
  const texts = new Map([
    ["AGENTS.md", "é".repeat(20_000)],
    ["AGENTS.override.md", "x"],
  ]);
  expect(loadFiles(loadRulesOf("codex", null)!, texts).files.map(({ path }) => path)).toEqual(["AGENTS.override.md"]);
  texts.delete("AGENTS.override.md");
  expect(loadFiles(loadRulesOf("codex", null)!, texts).files[0]).toMatchObject({
    state: "cut",
    size: 40_000,
    loaded: 32_768,
  });
  expect(loadFiles(loadRulesOf("pi", null)!, texts).files[0]).toMatchObject({ state: "whole" });
});

test("what is missing is told by character and line, and pinned entries in it by name", () => {
  const lines = Array.from({ length: 210 }, (_, i) => `- Entry ${i + 1}.`);
  const text = `---\nsections: { rules: { pin: hard } }\n---\n${lines.slice(0, 198).join("\n")}\n\n## Rules\n\n- Loaded never.\n`;
  const loaded = loadFiles(loadRulesOf("claude-code", null)!, new Map([["MEMORY.md", text]]));
  const file = loaded.files[0]!;
  const start = text.indexOf("\n## Rules");
  expect(file.missing).toEqual([
    { start: text.indexOf("- Entry 198."), end: text.trimEnd().length, lines: [201, 205] },
  ]);
  expect(start).toBeGreaterThan(file.missing[0]!.start);
  const cut = pinsCutFrom(file, text, profileOf("claude-code"));
  expect(cut.map(({ pin, line, text: said }) => [pin, line, said])).toEqual([
    ["soft", 201, "- Entry 198."],
    ["hard", 205, "- Loaded never."],
  ]);
});
