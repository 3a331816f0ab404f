/** Config: the same keys and values as `git config` reads from the same text, and the same precedence. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { limits } from "../../src/base/limits.js";
import { openGitConfig } from "../../src/git/config.js";
import { configFlag, configText, readConfigFiles } from "../../src/git/identity.js";
import { findLayout, parseConfigText } from "../../src/git/layout.js";
import { gitFor } from "../../src/git/process.js";

import { draws } from "../support/draws.js";
import { valueOf } from "../support/git-plan.js";
import { makeRepo } from "../support/git-repo.js";

const repo = makeRepo();
afterAll(() => repo.remove());

/** `git config --list` on a text; null where git calls it malformed. */
function byGit(text: string): readonly string[] | null {
  const file = join(repo.home, "some-config");
  writeFileSync(file, text);
  const ran = repo.tryGit(["config", "--file", file, "--list", "-z", "--no-includes"]);
  return ran.status === 0 ? ran.stdout.split("\0").slice(0, -1) : null;
}

function byUs(text: string): readonly string[] | null {
  const lines = parseConfigText(text, "some-config");
  return lines.ok ? lines.value.map(({ key, value }) => (value === null ? key : `${key}\n${value}`)) : null;
}

/** Older gits turn a tab inside a value into a space; newer ones keep it, and so do we. */
function spaced(lines: readonly string[] | null): readonly string[] | null {
  return lines?.map((line) => line.replaceAll("\t", " ")) ?? null;
}

describe("parseConfigText", () => {
  it.each([
    '[core]\n\tbare = false\n\tKey-One=x # note\n ; a note\n[user "A b\\"c"]\nname = " Ada " L\\t\\"x\\"\n',
    '[a]b\n[a "Sub"]c=1 [a]\n',
    "\ufeff[a]\r\nb = one\\\r\n two \r\nc\r\n",
    '[a.B]\nc = "x # y ; z" tail  \n',
    '[a]\nb = unclosed "quote\n',
    "[a]\nb = bad \\q escape\n",
    "key = outside\n",
    "[a]\n1key = x\n",
    "[open\n",
    "[a]\nK-2 = \\\n = x\n",
    "[a]\nb = v \\\n\n",
    '[a]\nb = "" v\n',
    "[a]\nb = \r v\n",
    "",
  ])("agrees with git about %j", (text) => {
    expect(byUs(text)).toEqual(byGit(text));
  });

  it("reads a file as large as one may be to its end", () => {
    const blank = "\n".repeat(limits.gitTextBytesMax);
    expect(byUs(`${blank}[a]\nb = c\n`)).toEqual(["a.b\nc"]);
    const name = "x".repeat(limits.gitTextBytesMax);
    expect(byUs(`[a "${name}"]\nb = c\n`)?.[0]?.length).toBe(name.length + "a..b\nc".length);
  });

  it("agrees with git about texts made of its own pieces", () => {
    const pieces = [
      "[core]\n",
      '[s "T x"]\n',
      "k",
      "K-2",
      " = ",
      "=",
      "v a",
      '"',
      '"q # q"',
      "\\n",
      "\\\\",
      "\\\n",
      "#c",
      ";c",
    ];
    const text = fc.array(fc.constantFrom(...pieces, "\n", "\n", " ", "\t", "true", "é"), { maxLength: 14 });
    fc.assert(
      fc.property(text, (parts) => {
        const whole = `[a]\n${parts.join("")}`;
        expect(spaced(byUs(whole))).toEqual(spaced(byGit(whole)));
      }),
      { numRuns: draws(150) },
    );
  });

  it("names the line that is wrong", () => {
    const parsed = parseConfigText("[core]\n\tbare = true\n\t= x\n", "the/config");
    expect(parsed).toMatchObject({ ok: false, error: { code: "git_failed" } });
    expect(parsed.ok ? "" : parsed.error.says).toContain("Line 3 of the/config");
  });
});

describe("the configuration of a repository", () => {
  it("is the user's below the repository's, and says which set a value", async () => {
    const layout = valueOf(findLayout(repo.dir));
    const home = join(repo.home, "user");
    mkdirSync(join(home, ".config", "git"), { recursive: true });
    writeFileSync(join(home, ".config", "git", "config"), "[user]\n\tname = Xdg\n\temail = xdg@example.org\n");
    writeFileSync(join(home, ".gitconfig"), "[user]\n\tname = Home\n[core]\n\tautocrlf = input\n[a]\n\tbare\n");
    repo.git("config", "core.autocrlf", "false");
    const { GIT_CONFIG_GLOBAL: _, ...rest } = repo.env;
    const env = { ...rest, HOME: home };
    const asked = openGitConfig(layout, valueOf(gitFor(layout, env)), env);
    for (const config of [valueOf(readConfigFiles(layout, env)), valueOf(await asked())]) {
      expect(configText(config, "user.name")).toBe("Home");
      expect(configText(config, "user.email")).toBe("xdg@example.org");
      expect(config.get("user.email")?.local).toBe(false);
      expect(config.get("core.autocrlf")).toEqual({ text: "false", local: true });
      expect([
        configFlag(config, "a.bare"),
        configFlag(config, "core.autocrlf"),
        configFlag(config, "a.none"),
      ]).toEqual([true, false, false]);
      expect(configText(config, "core.hookspath")).toBeNull();
    }
    repo.git("config", "user.name", "Later");
    expect(configText(valueOf(await asked()), "user.name")).toBe("Later");
  });
});
