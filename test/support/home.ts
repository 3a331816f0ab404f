/** Home: a user's folder as one finds it: settings printed in odd ways, other people's plugins, links, modes, folders with nothing in them. */

import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { spawnText } from "./spawn.js";

const claudeSettings = [
  '{\t"model" : "opus",',
  '  "permissions":{"allow":["Bash(ls:*)", "]},{["],',
  '\t\t"deny": [ ]},',
  '    "hooks": {"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"mine \\"$1\\""}]}],"Stop":[ ],',
  '  "SessionStart": [{"hooks":[{"type":"command","command":"other-plugin"}]}]},',
  '  "enabledPlugins": {"other@market": true}, "ü": "\\u00fc" }',
].join("\r\n");

const openclawSettings = [
  "// mine, by hand",
  "{ gateway: {port: 0x496d, /* not yours */ bind: 'loopback',},",
  "\tplugins: { allow: ['other' ,], entries: { other: { enabled: true } } , // the last one",
  "\t\tload: { paths: [ '~/other', ] },",
  "  }, 'it\\'s': +Infinity }",
  "// the end",
].join("\n");

const files: Readonly<Record<string, string>> = {
  ".bashrc": "export EDITOR=vi",
  "dotfiles/claude.json": claudeSettings,
  ".claude/CLAUDE.md": "# Mine\n",
  ".claude/skills/other/SKILL.md": "---\nname: other\n---\n",
  ".claude/plugins/other/hooks/hooks.json": "{}",
  ".codex/config.toml": '# mine\nmodel = "gpt-5" # the one\n[features]\nhooks = true\n',
  ".codex/AGENTS.md": "# Mine\n\nWithout a line end",
  ".codex/hooks.json": '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"mine"}]}]}}\n\n',
  ".pi/agent/settings.json": '{ "packages": ["npm:other",\n\n"git:mine" ],\n "theme":"dark"}',
  ".pi/agent/extensions/mine.ts": "export default () => {};\n",
  ".pi/agent/AGENTS.md": "# Mine\n",
  ".openclaw/openclaw.json": openclawSettings,
};

/** Of all harnesses, each used for a while. */
export function livedIn(home: string): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(home, dirname(path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  for (const empty of [".claude/todos", ".codex/log", ".pi/agent/sessions"]) mkdirSync(join(home, empty));
  symlinkSync("../dotfiles/claude.json", join(home, ".claude/settings.json"));
  chmodSync(join(home, "dotfiles/claude.json"), 0o600);
  chmodSync(join(home, ".codex"), 0o700);
  chmodSync(join(home, ".codex/AGENTS.md"), 0o640);
  chmodSync(join(home, ".pi/agent/settings.json"), 0o664);
}

/** Folders of the harnesses with nothing in them, and one link that leads to a file that is not there yet. */
export function bare(home: string): void {
  for (const folder of [".claude", ".codex", ".pi/agent", ".openclaw", "dotfiles"])
    mkdirSync(join(home, folder), { recursive: true });
  symlinkSync("../dotfiles/claude.json", join(home, ".claude/settings.json"));
}

/** A folder with all that is in it, kept beside it under a name of its own. */
export interface Kept {
  readonly copy: string;
  readonly modes: readonly string[];
}

export function kept(home: string, name = "before"): Kept {
  const copy = `${home}-${name}`;
  cpSync(home, copy, { recursive: true, verbatimSymlinks: true });
  return { copy, modes: modesIn(home) };
}

/** What `diff -r` says of the two, and which modes are others; empty where nothing is. */
export function differences(home: string, { copy, modes }: Kept): string {
  const now = modesIn(home);
  const others = [...now.filter((line) => !modes.includes(line)), ...modes.filter((line) => !now.includes(line))];
  return spawnText("diff", ["-r", "--no-dereference", copy, home], {}).stdout + others.join("\n");
}

function modesIn(home: string): readonly string[] {
  const names = readdirSync(home, { recursive: true, encoding: "utf8" }).sort();
  return names.map((name) => `${name} ${lstatSync(join(home, name)).mode.toString(8)}`);
}
