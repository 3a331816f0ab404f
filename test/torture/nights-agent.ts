/** Nights agent: what a busy agent and the person beside it leave behind on one day, each entry with a token that names it for ever. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestRepo } from "../support/git-repo.js";

/** What was written so far, by everybody. */
export interface Told {
  /** Tokens of entries tagged [human] or [decision]: each has to be findable on every morning from now on. */
  readonly kept: Set<string>;
  /** How many entries were written in all; the next token. */
  count: number;
  /** Pages that a person has finished. */
  readonly plans: string[];
}

export const firstMemory =
  "---\nsections: { rules: { pin: hard } }\n---\n# Memory\n\n## Rules\n\n- Never book anything without asking Ada. [human] m0x\n";

const buffer = "memory/working-buffer.md";
const observations = "memory/observations.md";
const subjects = "Ada Ines Tomas Priya Jon".split(" ");
const things = "train hotel museum budget ticket invoice garden deploy backup review dentist concert".split(" ");
const junk = [
  "git push origin main",
  "Recall=0.4 weight=0.7 rank=3.",
  "The reason is that the",
  "npm run build -- --watch",
];

type Chance = () => number;

/** Everything below is written to disk; some of it a person commits, the rest is the night's to take in. `day` is `2026-11-20`. */
export function live(
  repo: TestRepo,
  told: Told,
  { day, chance }: { readonly day: string; readonly chance: Chance },
): void {
  const write = (path: string, change: (text: string) => string): void => {
    const file = join(repo.dir, path);
    repo.write(path, change(existsSync(file) ? readFileSync(file, "utf8") : ""));
  };
  const add = (path: string, lines: readonly string[]): void =>
    write(path, (text) => `${text === "" || text.endsWith("\n") ? text : `${text}\n`}${lines.join("\n")}\n`);
  const some = (most: number): number => 1 + Math.floor(chance() * most);
  const entries = (count: number): readonly string[] => Array.from({ length: count }, () => entry(told, chance));
  write(`memory/${day}.md`, (text) => (text === "" ? `# ${day}\n\n` : text));
  add(`memory/${day}.md`, entries(2 + some(8)));
  if (chance() < 0.4) add(buffer, ["", `## ${day}`, "", ...entries(some(3))]);
  if (chance() < 0.5) add(observations, entries(some(4)));
  // A hand edit of the page that nights write too.
  if (chance() < 0.15) write("MEMORY.md", (text) => inSection(text, "By hand", entry(told, chance)));
  if (chance() < 0.05) add(`memory/${dayBefore(day)}.md`, [entry(told, chance)]);
  if (chance() < 0.3) commit(repo, day, "Words of the day");
  if (chance() < 0.1) plan(repo, told, { day, chance });
  if (chance() < 0.06) removeByHand(repo, day);
  if (chance() < 0.05) repo.write("memory/half.md", `---\nid: half\n- Half a thought of ${day}.\n`);
}

/** As it stands in a log; one in seven tells again what was told before, to the word. */
function entry(told: Told, chance: Chance): string {
  const pick = (all: readonly string[]): string => all[Math.floor(chance() * all.length)] ?? "";
  const [who, what, kind] = [pick(subjects), pick(things), chance()];
  told.count += 1;
  const token = `m${told.count}x`;
  if (kind < 0.15) return `- ${pick(junk)} [lesson]`;
  if (kind < 0.3) return `- ${who} prefers the early ${what} on weekdays. [human]`;
  if (kind < 0.6) told.kept.add(token);
  if (kind < 0.45) return `- ${who} wants the ${what} receipt filed as ${token}. [human]`;
  if (kind < 0.6) return `- 10:1${told.count % 10} We decided that ${who} books the ${what} as ${token}. [decision]`;
  if (kind < 0.7) return `- The ${what} of ${who} has to be confirmed twice, see ${token}. [lesson]`;
  return `- Looked at the ${what} with ${who}, ${token}.`;
}

function inSection(text: string, title: string, line: string): string {
  const heading = `## ${title}\n\n`;
  return text.includes(heading)
    ? text.replace(heading, `${heading}${line}\n`)
    : `${text.trimEnd()}\n\n${heading}${line}\n`;
}

/** A page about something that will be over: made on one day, done on another. */
function plan(repo: TestRepo, told: Told, { day, chance }: { readonly day: string; readonly chance: Chance }): void {
  const open = told.plans.shift();
  if (open !== undefined && chance() < 0.7) {
    const text = readFileSync(join(repo.dir, open), "utf8");
    repo.write(open, text.replace("tags: [trip]", "tags: [trip, done]"));
  } else {
    if (open !== undefined) told.plans.push(open);
    const path = `memory/plans/trip-${day}.md`;
    repo.write(
      path,
      `---\ntype: plan\ntitle: Trip of ${day}\ntags: [trip]\n---\n${entry(told, chance)}\n${entry(told, chance)}\n`,
    );
    told.plans.push(path);
  }
  commit(repo, day, "Plans", "memory/plans");
}

/** An observation that nobody tagged, taken out and committed with the word that the hook of a commit by hand writes. */
function removeByHand(repo: TestRepo, day: string): void {
  const file = join(repo.dir, observations);
  if (!existsSync(file)) return;
  const lines = readFileSync(file, "utf8").split("\n");
  const at = lines.findIndex((line) => line.startsWith("- Looked at"));
  if (at < 0) return;
  repo.write(observations, lines.toSpliced(at, 1).join("\n"));
  commit(repo, day, "Not worth keeping\n\nPagefile-Reason: MANUAL_EDIT\nPagefile-Actor: user", observations);
}

/** At the instant that the repository's environment names. */
function commit(repo: TestRepo, day: string, message: string, path = "memory"): void {
  repo.git("add", "--all", "--", path, ":!memory/half.md");
  if (repo.tryGit(["diff", "--cached", "--quiet"]).status === 0) return;
  const at = `${day}T15:00:00Z`;
  Object.assign(repo.env, { GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at });
  repo.git("commit", "--quiet", "--message", message);
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}
