/** ForeignState: what an unpacked archive may bring below .git/pagefile in the place of each of our files, and a memory that has them all. */

import { execFileSync } from "node:child_process";
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Cli, Ran } from "./cli.js";
import { story } from "./harness-events.js";
import { here } from "./here.js";

const precious = "precious: every word of it\n";

/** By name; each is given the path and a file, or folder, of somebody else's. */
export const replacements: Readonly<Record<string, (path: string, victim: string) => void>> = {
  "a link to a file": (path, victim) => symlinkSync(victim, path),
  "a link to nothing": (path, victim) => symlinkSync(`${victim}.none`, path),
  "a link to a folder": (path, victim) => symlinkSync(`${victim}.folder`, path),
  "a link to an endless file": (path) => symlinkSync("/dev/zero", path),
  "a pipe": (path) => void execFileSync("mkfifo", [path]),
  "a folder": (path) => mkdirSync(join(path, "below"), { recursive: true }),
  "a file of 200 MB": (path) => {
    closeSync(openSync(path, "w"));
    truncateSync(path, 200_000_000);
  },
};

export function makeVictim(victim: string): void {
  writeFileSync(victim, precious);
  mkdirSync(`${victim}.folder`);
  for (const name of ["kept", "1.json", "pages-0123456789abcdef.log", "a.md"])
    writeFileSync(join(`${victim}.folder`, name), precious);
}

/** What of the victim is not as it was. */
export function harmTo(victim: string): readonly string[] {
  const names = readdirSync(`${victim}.folder`).sort();
  const files = [victim, ...names.map((name) => join(`${victim}.folder`, name))];
  const changed = files.filter((file) => !lstatSync(file).isFile() || readFileSync(file, "utf8") !== precious);
  const gone = names.length === 4 ? [] : [`the folder holds ${names.join(" ")}`];
  const made =
    lstatSync(`${victim}.none`, { throwIfNoEntry: false }) === undefined ? [] : [`${victim}.none was made`];
  return [...changed, ...gone, ...made];
}

/** A memory in which something of every kind was kept. */
export async function livedIn(program: Cli): Promise<string> {
  const [root, run, folder] = [program.sample(), here(program), program.folder];
  const words = story(folder, "lived-in", root);
  words.say("Remember that the harbor office opens at seven.");
  const event = (name: string, more = {}): Promise<Ran> =>
    run(["harness", "claude-code", name], { cwd: root, input: words.event(name, more) });
  await event("SessionStart", { source: "startup" });
  await event("UserPromptSubmit", { prompt: "When does the harbor office open?" });
  await event("Stop");
  await event("UserPromptSubmit", { prompt: "And on Sundays?" });
  for (const args of [["assemble", "--budget", "2000"], ["recall", "harbor"], ["audit"], ["nightly"]])
    await run(args, { cwd: root });
  await run(["append", "travel-mornings", "- Ferries leave late.", "--actor", "human"], { cwd: root });
  const staged = { op: "append", page: "travel-mornings", value: "Night trains." };
  await run(["stage", "--patch", "-"], { cwd: root, input: JSON.stringify(staged) });
  return root;
}

/** What a person, an agent, a harness and a night do, one after another. */
export function useMemory(
  { run, folder }: Cli,
  root: string,
): readonly { readonly name: string; readonly ran: Ran }[] {
  const words = story(folder, `used-${Math.floor(performance.now())}`, root);
  const one = (args: readonly string[], input?: string): { readonly name: string; readonly ran: Ran } => ({
    name: args.join(" "),
    ran: run(args, { cwd: root, endAfterMs: 60_000, ...(input === undefined ? {} : { input }) }),
  });
  return [
    one(["status"]),
    one(["append", "travel-mornings", `- Seat ${performance.now()}.`]),
    one(["nightly", "--dry-run"]),
    one(["harness", "claude-code", "SessionStart"], words.event("SessionStart", { source: "startup" })),
    one(["harness", "claude-code", "UserPromptSubmit"], words.event("UserPromptSubmit", { prompt: "Seats?" })),
  ];
}

/** Every file and folder below a folder, by its name from there; folders first. */
export function everythingBelow(folder: string, under = ""): readonly string[] {
  return readdirSync(join(folder, under), { withFileTypes: true }).flatMap((entry) => {
    const path = under === "" ? entry.name : `${under}/${entry.name}`;
    return entry.isDirectory() ? [path, ...everythingBelow(folder, path)] : [path];
  });
}

export function replaceBy(kind: string, path: string, victim: string): void {
  rmSync(path, { recursive: true, force: true });
  replacements[kind]!(path, victim);
}
