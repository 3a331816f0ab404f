/** Identity: who authors and commits, as the user told git. */

import type { Instant } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { assert } from "../base/result--assert.js";
import { ok } from "../base/result--result.js";
import { gitFailed } from "../state/fs-calls--failures.js";
import { configText, type GitConfig } from "./identity.js";

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
