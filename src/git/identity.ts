/**
 * Identity: who authors and commits, as the user told git, and the configuration this program acts on, each value with whether the repository
 * itself set it.
 */

import { join } from "node:path";
import type { Instant } from "../base/ids.js";
import { assert, type Outcome, ok } from "../base/result.js";
import { attempt, gitFailed } from "../state/fs-calls.js";
import { type GitLayout, linkedText, parseConfigText } from "./layout.js";

export interface ConfigValue {
  /** null for a key without `=`, which git reads as true. */
  readonly text: string | null;
  /** Set by the repository and not by the user: such a value may never name a program to run. */
  readonly local: boolean;
}

/** By `section.Subsection.key` (section and key in lower case); the last value of a key wins. */
export type GitConfig = ReadonlyMap<string, ConfigValue>;

/**
 * Reads the user's and the repository's files without a git process. System configuration and includes are left out: this is
 * for machines without git, and for the few keys under core, extensions, user, author, committer and commit.
 */
export function readConfigFiles(layout: GitLayout, env: NodeJS.ProcessEnv): Outcome<GitConfig> {
  const config = new Map<string, ConfigValue>();
  for (const file of userFiles(env)) {
    const read = readInto(config, file, false);
    if (!read.ok) return read;
  }
  const shared = readInto(config, join(layout.commonDir, "config"), true);
  if (!shared.ok) return shared;
  if (configFlag(config, "extensions.worktreeconfig")) {
    const own = readInto(config, join(layout.gitDir, "config.worktree"), true);
    if (!own.ok) return own;
  }
  return ok(config);
}

/** The last value as text; null where the key is absent or has no value. */
export function configText(config: GitConfig, key: string): string | null {
  return config.get(key)?.text ?? null;
}

/** By git's rule for booleans; false where the key is absent. */
export function configFlag(config: GitConfig, key: string): boolean {
  const value = config.get(key);
  if (value === undefined) return false;
  if (value.text === null) return true;
  const text = value.text.toLowerCase();
  if (text === "true" || text === "yes" || text === "on") return true;
  return /^[+-]?\d+[kmg]?$/.test(text) && Number.parseInt(text, 10) !== 0;
}

/** Puts the values of one file over those of the files before it. */
function readInto(config: Map<string, ConfigValue>, file: string, local: boolean): Outcome<void> {
  // As git has it: a home that may not be read holds nothing of the user's; a repository's own file must be read.
  const absent = ["ENOENT", "ENOTDIR", ...(local ? [] : ["EACCES"])];
  const text = attempt(`read the git configuration ${file}`, () => linkedText(file, absent) ?? "");
  const lines = text.ok ? parseConfigText(text.value, file) : text;
  if (!lines.ok) return lines;
  for (const { key, value } of lines.value) config.set(key, { text: value, local });
  return ok(undefined);
}

export interface Person {
  readonly name: string;
  readonly email: string;
}

export interface Identity {
  readonly author: Person;
  readonly committer: Person;
}

/** Environment before `author.*` and `committer.*` before `user.*`, as git has it; nothing is guessed from the machine. */
export function findIdentity(config: GitConfig, env: NodeJS.ProcessEnv): Outcome<Identity> {
  const author = findPerson("author", config, env);
  const committer = findPerson("committer", config, env);
  if (author !== null && committer !== null) return ok({ author, committer });
  return gitFailed(
    "Git does not know who you are: a name and an email were expected in its configuration.",
    'Run `git config --global user.name "Your Name"` and `git config --global user.email you@example.org`.',
  );
}

/** `Name <email> seconds +0000`, as commits and reflogs carry it. */
export function printPerson(person: Person, when: Instant): string {
  const seconds = Date.parse(when) / 1_000;
  assert(Number.isSafeInteger(seconds), "a commit's instant is a whole second");
  return `${person.name} <${person.email}> ${seconds} +0000`;
}

function findPerson(role: "author" | "committer", config: GitConfig, env: NodeJS.ProcessEnv): Person | null {
  const find = (what: "name" | "email"): string => {
    const variable = env[`GIT_${role.toUpperCase()}_${what.toUpperCase()}`];
    const text = variable || configText(config, `${role}.${what}`) || configText(config, `user.${what}`);
    return clean(text || (what === "email" ? (env.EMAIL ?? "") : ""));
  };
  const person = { name: find("name"), email: find("email") };
  return person.name === "" || person.email === "" ? null : person;
}

/** git's own rule: no angle brackets or line breaks inside, no punctuation or blanks at the ends. */
function clean(text: string): string {
  const isCrud = (char: string): boolean => char <= " " || ".,:;<>\"\\'".includes(char);
  let start = 0;
  let end = text.length;
  while (start < end && isCrud(text[start]!)) start += 1;
  while (end > start && isCrud(text[end - 1]!)) end -= 1;
  return text.slice(start, end).replace(/[<>\n\0]/g, "");
}

// User config: where git keeps the configuration that is the user's own and not a repository's.

/** The user's own files, by git's rule; GIT_CONFIG_GLOBAL stands in for them. */
export function userFiles(env: NodeJS.ProcessEnv): readonly string[] {
  const named = env.GIT_CONFIG_GLOBAL;
  if (named !== undefined) return named === "" ? [] : [named];
  const home = env.HOME ?? env.USERPROFILE;
  const xdg = env.XDG_CONFIG_HOME || (home ? join(home, ".config") : null);
  return [...(xdg ? [join(xdg, "git", "config")] : []), ...(home ? [join(home, ".gitconfig")] : [])];
}
