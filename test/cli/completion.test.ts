/** Completion: the printed scripts are good shell, and offer what the commands take. */

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalog } from "../../src/cli/catalog/catalog.js";
import { type Cli, cli } from "../support/cli.js";

function present(shell: string): boolean {
  return spawnSync(shell, ["--version"]).status === 0;
}

function scriptFor(program: Cli, shell: string): string {
  const ran = program.run(["completion", shell]);
  expect(ran.exit).toBe(0);
  const path = join(program.folder, `pagefile.${shell}`);
  writeFileSync(path, ran.stdout);
  return path;
}

test.each(["bash", "zsh", "fish"].filter(present))("%s reads its script without a complaint", (shell) => {
  const ran = spawnSync(shell, ["-n", scriptFor(cli(), shell)], { encoding: "utf8" });
  expect(ran.stderr).toBe("");
  expect(ran.status).toBe(0);
});

test.each(["bash", "zsh", "fish"])("the %s script names every command and every option", (shell) => {
  const { stdout } = cli().run(["completion", shell]);
  for (const spec of catalog.filter((each) => each.hidden !== true)) {
    expect(stdout).toContain(spec.name);
    for (const option of spec.options ?? []) {
      const name = option.flags.split(/[ ,]+/).find((word) => word.startsWith("--")) ?? "";
      expect(stdout).toContain(shell === "fish" ? `-l ${name.slice(2)}` : name);
    }
  }
});

test.each(["zsh", "fish"])("no apostrophe of a sentence ends a word of the %s script", (shell) => {
  const { stdout } = cli().run(["completion", shell]);
  for (const line of stdout.split("\n")) expect((line.split("'").length - 1) % 2, line).toBe(0);
});

test.skipIf(!present("bash")).each([
  [["pagefile", "as"], ["assemble"]],
  [["pagefile", "assemble", "--bu"], ["--budget"]],
  [
    ["pagefile", "pages", "--type", "p"],
    ["plan", "preference", "procedure"],
  ],
  [["pagefile", "--json", "completion", "f"], ["fish"]],
  [["pagefile", "show", "tr"], ["travel-mornings"]],
  [["pagefile", "--repo", "MEMORY", "show", "tr"], ["travel-mornings"]],
  [["pagefile", "append", "travel-mornings", "tr"], []],
])("bash completes %j", (words, expected) => {
  const program = cli();
  const memory = program.sample();
  const script = scriptFor(program, "bash");
  const bin = join(program.folder, "pagefile");
  writeFileSync(
    bin,
    `#!/bin/sh\nexec "${process.execPath}" "${join(import.meta.dirname, "../../dist/pagefile.cjs")}" "$@"\n`,
    { mode: 0o755 },
  );
  const typed = words.map((word) => `"${word === "MEMORY" ? memory : word}"`).join(" ");
  const line = `source "${script}"; COMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _pagefile; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const cwd = words.includes("MEMORY") ? program.folder : memory;
  const ran = spawnSync("bash", ["-c", line], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, PATH: `${program.folder}:${process.env.PATH}` },
  });
  expect(ran.stdout.split("\n").filter((word) => word !== "")).toEqual(expected);
});
