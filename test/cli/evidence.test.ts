/** Evidence: what tools gave back in a session, by reference: kept once, without secrets, pointed at once the context is gone. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { desk, everything, json, listed } from "../support/evidence-desk.js";
import { randomText, secretSamples } from "../support/secret-samples.js";

describe("evidence of tools", () => {
  it.each(["claude-code", "codex"])(
    "is a page that leads to the whole result once the context is gone (%s)",
    async (harness) => {
      const at = desk(harness);
      await at.hook("SessionStart", { source: "startup" });
      const log = Array.from({ length: 3_000 }, (_, line) => `test ${line} passed`).join("\n");
      await at.tool("npm test", { stdout: log, stderr: "", interrupted: false });
      expect((await json(at, listed)).pages).toEqual([]);
      await at.hook("PreCompact", { trigger: "auto" });
      const [page, ...others] = (await json(at, listed)).pages;
      expect(others).toEqual([]);
      expect(page).toMatchObject({ title: "Bash: npm test", origin: "tool", scope: "session" });
      const back = await at.hook("SessionStart", { source: "compact" });
      expect(back).toContain(page.id);
      expect(back.length).toBeLessThan(10_000);
      // By its name and no more, and with a command that works as printed.
      expect(back).toContain('fidelity="pointer" title="Bash: npm test"');
      expect(back).not.toContain("test 0 passed");
      expect(back).toContain(" evidence ID --session s-one");
      const shown = await at.run(["show", page.id, "--session", "s-one"], { cwd: at.memory });
      expect(shown.stdout).toContain("test 2999 passed");
      expect(shown.stdout.length).toBeLessThan(2_000);
      const read = await json(at, ["evidence", page.id, "--session", "s-one", "--from", "1501", "--to", "1502"]);
      expect(read).toMatchObject({
        lines: 3_000,
        from: 1_501,
        to: 1_502,
        text: "test 1500 passed\ntest 1501 passed",
      });
      expect(await json(at, ["evidence", read.digest])).toMatchObject({
        from: 1,
        text: expect.stringMatching(/^test 0 /),
      });
      expect(at.program.git(["log", "--all", "--format=%B"], at.memory)).toContain("evidence");
      expect(at.program.git(["ls-tree", "-r", "--name-only", "main"], at.memory)).not.toContain(page.id);
    },
  );

  it("keeps the same result once, whichever call it came from, and the newest of a call as its page", async () => {
    const at = desk();
    await at.tool("ls fares", "lisbon.md");
    await at.tool("ls fares", "lisbon.md");
    await at.tool("find fares", "lisbon.md");
    expect(at.blobs()).toHaveLength(1);
    await at.tool("ls fares", "lisbon.md porto.md");
    expect(at.blobs()).toHaveLength(2);
    await at.hook("PreCompact", { trigger: "auto" });
    const { pages } = await json(at, listed);
    expect(pages.map(({ title }: { title: string }) => title).sort()).toEqual(["Bash: find fares", "Bash: ls fares"]);
    const ls = pages.find(({ title }: { title: string }) => title === "Bash: ls fares");
    expect(await json(at, ["evidence", ls.id, "--session", "s-one"])).toMatchObject({ text: "lisbon.md porto.md" });
    await at.tool("ls fares", "lisbon.md porto.md");
    await at.hook("PreCompact", { trigger: "manual" });
    expect((await json(at, listed)).pages).toHaveLength(2);
  });

  it("has pages of what looking at a file again does not give first, and none of a receipt", async () => {
    const at = desk();
    await at.tool("npm test", "41 passed");
    await at.tool("done", "Todos have been modified.", "TodoWrite");
    for (let file = 0; file < 20; file += 1)
      await at.tool(`fares-${file}.ts`, `export const fare = ${file};`, "Read");
    await at.hook("PreCompact", { trigger: "auto" });
    const titles = (await json(at, listed)).pages.map(({ title }: { title: string }) => title);
    expect(titles).toHaveLength(12);
    expect(titles).toContain("Bash: npm test");
    expect(titles).toContain("Read: fares-19.ts");
    expect(titles.join()).not.toContain("Todo");
  });

  it("has no secret on disk, neither of the call nor of its result", async () => {
    const at = desk();
    const samples = Object.values(secretSamples(7));
    for (const { line } of samples) await at.tool(`curl -d '${line}' fares`, { stdout: `a\n${line}\nb` });
    const image = Buffer.from(`\x89PNG\0\0${samples[0]?.line}\0`).toString("base64");
    await at.tool("shot", [{ type: "image", source: { type: "base64", media_type: "image/png", data: image } }]);
    await at.hook("PreCompact", { trigger: "auto" });
    const disk = everything(join(at.memory, ".git"));
    for (const { secret } of samples) expect(disk).not.toContain(secret);
    expect((await json(at, listed)).pages.length).toBeGreaterThan(10);
    expect((await json(at, ["faults"])).counts).toEqual({});
  });

  it("keeps 5 MB and images out of pages, notes and prompts", async () => {
    const at = desk();
    const row = `${randomText(79, 3)}\n`;
    await at.tool("cat fares.log", { stdout: row.repeat(65_536) });
    const image = Buffer.from(
      Uint32Array.from({ length: 75_000 }, (_, at) => Math.imul(at + 1, 2_654_435_761)).buffer,
    );
    const file = { base64: image.toString("base64"), type: "image/png", originalSize: image.length };
    await at.tool("map.png", { type: "image", file }, "Read");
    await at.hook("PreCompact", { trigger: "auto" });
    const { pages } = await json(at, listed);
    expect(pages).toHaveLength(2);
    for (const { id } of pages) {
      const { text } = await json(at, ["show", id, "--session", "s-one"]);
      expect(text.length).toBeLessThan(2_000);
    }
    const map = pages.find(({ title }: { title: string }) => title === "Read: map.png");
    const said = (await json(at, ["evidence", map.id, "--session", "s-one"])).text;
    const digest = /sha256:[0-9a-f]{64}/.exec(said)?.[0] ?? "";
    const kept = await json(at, ["evidence", digest]);
    expect(kept).toMatchObject({ bytes: image.length });
    expect(readFileSync(kept.file).equals(image)).toBe(true);
    for (const folder of ["harness", "sessions"])
      expect(everything(join(at.memory, ".git/pagefile", folder)).length).toBeLessThan(20_000);
  });

  it("is not made of edits, of our own tools, and of nothing", async () => {
    const at = desk();
    await at.tool("a.ts", "The file was updated.", "Edit");
    await at.tool("fares", "Never above 400 EUR.", "mcp__pagefile__recall");
    await at.tool("fares", "Never above 400 EUR.", "mcp__plugin_pagefile_pagefile__read_page");
    await at.tool("true", { stdout: "", stderr: "" });
    expect(at.blobs()).toEqual([]);
    await at.tool("fares", "Lisbon", "mcp__fares__list");
    expect(at.blobs()).toHaveLength(1);
  });

  it("goes with a purge of what it repeats", async () => {
    const at = desk();
    const entry = "- The supplier at the harbor is Mrs. Nobody.";
    await at.run(["append", "travel-mornings", entry], { cwd: at.memory });
    await at.tool("cat travel-mornings.md", `# Mornings\n\n${entry}\n`);
    await at.tool("ls", "travel-mornings.md");
    const shown = await json(at, ["blame", "travel-mornings"]);
    const { digest } = shown.entries.find(({ text }: { text: string }) => text.includes("Mrs. Nobody"));
    const purged = await at.run(["purge", "--entry", digest, "--yes"], { cwd: at.memory });
    expect(purged.exit).toBe(0);
    expect(everything(join(at.memory, ".git/pagefile"))).not.toContain("Mrs. Nobody");
    expect(at.blobs()).toHaveLength(1);
  });

  it("says what to do where a result is not there, is no text, or is no evidence", async () => {
    const at = desk();
    await at.tool("blob", "a\0b");
    await at.hook("PreCompact", { trigger: "auto" });
    const [{ id }] = (await json(at, listed)).pages;
    const binary = await at.run(["evidence", id, "--session", "s-one"], { cwd: at.memory });
    expect([binary.stdout, binary.exit]).toEqual(["", 0]);
    expect(binary.stderr).toContain("no text");
    for (const [args, exit, hint] of [
      [[`sha256:${"0".repeat(64)}`], 4, "Call the tool again"],
      [["lisbon-fares"], 0, "lines 1 to"],
      [["travel-mornings"], 2, "pages --type evidence"],
      [["nope"], 4, "pagefile pages"],
      [[id, "--session", "s-one", "--from", "0"], 2, "For example"],
      [[id, "--session", "s-one", "--from", "5", "--to", "1"], 2, "--from 1 --to 20"],
    ] as const) {
      const ran = await at.run(["evidence", ...args], { cwd: at.memory });
      expect([args, ran.exit]).toEqual([args, exit]);
      expect(ran.stderr).toContain(hint);
    }
  });
});
