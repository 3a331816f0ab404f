/** Theme: who gets colors, and what a page may not do to a terminal. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { themeFor, visible, visibleLine } from "../../../src/cli/render/table.js";
import { cli } from "../../support/cli.js";
import { here } from "../../support/here.js";

test.each([
  [{ isTTY: true }, {}, "auto", true],
  [{ isTTY: false }, {}, "auto", false],
  [{ isTTY: true }, { NO_COLOR: "1" }, "auto", false],
  [{ isTTY: true }, { TERM: "dumb" }, "auto", false],
  [{ isTTY: true }, {}, "never", false],
  [{ isTTY: false }, { FORCE_COLOR: "1" }, "auto", true],
  [{ isTTY: false }, { FORCE_COLOR: "0" }, "auto", false],
  [{ isTTY: false }, { FORCE_COLOR: "1", NO_COLOR: "1" }, "auto", false],
] as const)("%j with %j and %s: %s", (screen, env, choice, colors) => {
  const theme = themeFor(screen, env, choice);
  expect(theme.colors).toBe(colors);
  expect(theme.red("x") !== "x").toBe(colors);
});

test("escape sequences, C1 controls and bidirectional overrides are written out; text stays", () => {
  expect(visible("a\x1b]0;t\x07b\x9b1m")).toBe("a\\x1b]0;t\\x07b\\x9b1m");
  expect(visible("user\u202Etxt.exe")).toBe("user\\u202etxt.exe");
  expect(visible("line\n\ttab é 日本 👩‍👧")).toBe("line\n\ttab é 日本 👩‍👧");
  expect(visible("cr\rlf")).toBe("cr\\x0dlf");
  expect(visible("one\r\ntwo\r\n\r\n")).toBe("one\ntwo\n\n");
  expect(visibleLine("one\r\ntwo")).toBe("one\\ntwo");
  expect(visibleLine("a\nb\tc")).toBe("a\\nb\\tc");
});

test("nothing a terminal obeys survives, whatever the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(visible(text)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
    }),
  );
});

test("the title of a page cannot move the cursor", async () => {
  const program = cli();
  const memory = program.sample();
  const run = here(program);
  program.run(["append", "travel-mornings", "- \x1b[2J gone \u202e"], { cwd: memory });
  for (const args of [
    ["show", "travel-mornings"],
    ["blame", "travel-mornings"],
    ["log"],
    ["diff", "--from", "HEAD~1"],
  ]) {
    const ran = await run(args, { cwd: memory });
    expect(ran.stdout + ran.stderr).not.toContain("\x1b");
    expect(ran.stdout + ran.stderr).not.toContain("\u202e");
  }
  expect(program.run(["show", "travel-mornings"], { cwd: memory }).stdout).toContain("\\x1b[2J gone");
});
