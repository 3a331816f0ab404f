/** Canary (T8, T22): no command of the catalog runs a program that the configuration or the hooks of a hostile repository name. */

import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalog } from "../../src/cli/catalog/catalog.js";
import { type Cli, cli } from "../support/cli.js";
import { here } from "../support/here.js";

/** Every key with which git, on one way or another, starts a program. */
const keys = (touch: string): readonly (readonly [string, string])[] => [
  ["core.fsmonitor", touch],
  ["core.sshCommand", touch],
  ["core.pager", touch],
  ["core.editor", touch],
  ["core.askPass", touch],
  ["core.gitProxy", touch],
  ["core.alternateRefsCommand", touch],
  ["pager.log", touch],
  ["pager.diff", touch],
  ["pager.show", touch],
  ["sequence.editor", touch],
  ["diff.external", touch],
  ["diff.evil.textconv", touch],
  ["diff.evil.command", touch],
  ["filter.evil.clean", touch],
  ["filter.evil.smudge", touch],
  ["filter.evil.process", touch],
  ["filter.evil.required", "true"],
  ["merge.evil.driver", touch],
  ["gpg.program", touch],
  ["gpg.ssh.program", touch],
  ["gpg.x509.program", touch],
  ["gpg.ssh.defaultKeyCommand", touch],
  ["credential.helper", `!${touch}`],
  ["credential.https://example.org.helper", `!${touch}`],
  ["remote.origin.url", `ext::${touch}`],
  ["remote.origin.uploadpack", touch],
  ["remote.origin.receivepack", touch],
  ["protocol.ext.allow", "always"],
  ["alias.log", `!${touch}`],
  ["alias.status", `!${touch}`],
  ["alias.cat-file", `!${touch}`],
  ["trailer.evil.command", touch],
  ["trailer.evil.cmd", touch],
  ["interactive.diffFilter", touch],
  ["uploadpack.packObjectsHook", touch],
  ["sendemail.sendmailCmd", touch],
  ["browser.evil.cmd", touch],
  ["difftool.evil.cmd", touch],
  ["mergetool.evil.cmd", touch],
  ["init.templateDir", "evil-template"],
];

const hooks =
  "pre-commit prepare-commit-msg commit-msg post-commit post-checkout post-merge post-rewrite pre-push pre-rebase reference-transaction post-index-change pre-auto-gc fsmonitor-watchman pre-receive update".split(
    " ",
  );

/** As git writes it into its configuration. */
function setting([key, value]: readonly [string, string]): string {
  const [first, last] = [key.indexOf("."), key.lastIndexOf(".")];
  const within = first === last ? "" : ` "${key.slice(first + 1, last)}"`;
  return `[${key.slice(0, first)}${within}]\n\t${key.slice(last + 1)} = "${value}"\n`;
}

function plant(program: Cli, memory: string, signing: boolean): string {
  const canary = join(program.folder, "CANARY");
  const script = join(program.folder, "evil.sh");
  writeFileSync(script, `#!/bin/sh\necho "$0 $*" >> "${canary}"\n`);
  chmodSync(script, 0o755);
  const folder = join(memory, ".git", "evil-hooks");
  for (const place of [folder, join(memory, ".git", "hooks")]) {
    mkdirSync(place, { recursive: true });
    for (const hook of hooks) writeFileSync(join(place, hook), `#!/bin/sh\n${script} ${hook}\n`, { mode: 0o755 });
  }
  appendFileSync(join(memory, ".git", "config"), keys(script).map(setting).join(""));
  program.git(["config", "core.hooksPath", folder], memory);
  if (signing) program.git(["config", "commit.gpgSign", "true"], memory);
  writeFileSync(join(memory, ".git", "evil.inc"), `[core]\n\tpager = ${script}\n\tfsmonitor = ${script}\n`);
  program.git(["config", "include.path", "evil.inc"], memory);
  program.git(["config", `includeIf.gitdir:${memory}/.path`, "evil.inc"], memory);
  return canary;
}

/** Words that bring each command as far as it can come; a command that is not named here is run with its examples' words alone. */
const words: Readonly<Record<string, readonly string[]>> = {
  adopt: ["memory/plain.md"],
  append: ["travel-mornings", "Benign."],
  approve: ["travel-mornings"],
  archive: ["one-hotel"],
  assemble: ["--budget", "2000"],
  blame: ["travel-mornings"],
  completion: ["bash"],
  demo: [],
  diff: ["--from", "HEAD~1", "--to", "HEAD"],
  hook: ["pre-commit"],
  merge: ["travel-mornings", "--patch", "-"],
  restore: ["one-hotel"],
  schedule: ["install", "--dry-run"],
  set: ["travel-mornings", "title", "T", "--base", "3"],
  stage: ["--patch", "-"],
  verify: ["--history"],
  studio: ["--no-open"],
};

/** The words behind the command's name in its first example that names it. */
function exampleWords(name: string): readonly string[] {
  const spec = catalog.find((one) => one.name === name);
  const example = spec?.examples.find((line) => line.includes(`pagefile ${name}`)) ?? `pagefile ${name}`;
  const line = example.slice(example.indexOf(`pagefile ${name}`) + `pagefile ${name}`.length);
  return [...line.replace(/[<|>].*$/, "").matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    (m) => m[1] ?? m[2] ?? m[3] ?? "",
  );
}

/** `hooks install` and the hooks it wires are for repositories the user trusts: git runs them, and so they are tried last. */
const order = (name: string): number => (name === "hooks" ? 1 : 0);

/** With signing asked for only these go another way than without. */
const committing = ["adopt", "append", "new", "revert", "set", "status"];

/** What a person's git runs by itself is also run as the program it is; all the rest differs by nothing but a process. */
const asProgram = ["flush", "hook", "status"];

/** What runs until it is stopped, or until its input ends, is only run as a program. */
const endless = ["daemon", "mcp", "studio"];
/** Its input ends at once. */
const endsItself = ["mcp"];

test.each([false, true])(
  "T8: no command of the catalog wakes the canary (signing asked for: %s)",
  async (signing) => {
    const program = cli();
    const memory = program.sample();
    const run = here(program);
    writeFileSync(join(memory, "memory", "plain.md"), "- Plain.\n");
    const canary = plant(program, memory, signing);
    const everything = catalog.map((spec) => spec.name).sort((a, b) => order(a) - order(b));
    expect(everything.length).toBeGreaterThan(25);
    const names = signing ? everything.filter((name) => committing.includes(name)) : everything;
    for (const name of names) {
      const input =
        name === "stage" ? '{"op":"append","page":"travel-mornings","value":"x"}' : '{"entries":["- Y."]}';
      const args = [name, ...(words[name] ?? exampleWords(name))];
      const ran = endless.includes(name)
        ? program.run(args, { cwd: memory, ...(endsItself.includes(name) ? { input: "" } : { endAfterMs: 3_000 }) })
        : await run(args, { cwd: memory, input });
      expect(ran.exit, `${args.join(" ")}: ${ran.stderr}`).not.toBe(70);
      if (asProgram.includes(name)) program.run(args, { cwd: memory, input });
      expect(existsSync(canary), args.join(" ")).toBe(false);
    }
    // It came as far as commits: where nothing is done, nothing could have been woken.
    expect(Number(program.git(["rev-list", "--count", "HEAD"], memory))).toBeGreaterThan(signing ? 0 : 4);
  },
);

test("T8: the canary is alive: git itself wakes it", () => {
  const program = cli();
  const memory = program.sample();
  const canary = plant(program, memory, false);
  try {
    program.git(["status"], memory);
  } catch {
    // What git makes of the answer does not matter here.
  }
  expect(existsSync(canary)).toBe(true);
});

test("T22: words that open like options or name a transport are text, never git's options", async () => {
  const program = cli();
  const memory = program.sample();
  const run = here(program);
  const canary = join(program.folder, "CANARY");
  const hostile = [
    `--upload-pack=touch ${canary}`,
    "--output=CANARY",
    `ext::sh -c touch% ${canary}`,
    "-c",
    "--exec=x",
    "@{-1}",
  ];
  for (const word of hostile) {
    for (const args of [
      ["diff", `--from=${word}`],
      ["revert", "--", word],
      ["log", "--", word],
      ["blame", "--", word],
      ["show", "--", word],
      ["append", "--", word, "x"],
    ])
      expect([0, 1, 2, 4, 7, 8]).toContain((await run(args, { cwd: memory })).exit);
  }
  // Where such a word is a branch it is found as one: nothing took it for an option on the way.
  program.git(["update-ref", "refs/heads/--output=CANARY", "HEAD"], memory);
  for (const word of ["--output=CANARY", "refs/heads/--output=CANARY"]) {
    const ran = await run(["diff", `--from=${word}`, "--to", "HEAD"], { cwd: memory });
    expect(ran.exit, ran.stderr).toBe(0);
  }
  expect(existsSync(canary)).toBe(false);
  expect(readdirSync(memory).filter((name) => name.startsWith("CANARY"))).toEqual([]);
  expect(program.git(["status", "--porcelain"], memory)).toBe("");
});
