/**
 * Personal: the memory of the project that somebody works in, given to it where it has none: a repository of its own in the user's data folder, so
 * that nothing of it stands in the project's own tree or history.
 *
 * It begins with an empty MEMORY.md, whose sections come with their first entry: what a harness is told to do is for the project's tree to say. A
 * memory in the tree is somebody's choice and stays where it is; beside a personal one it goes on as the second store.
 */

import { join, resolve } from "node:path";
import type { Instant } from "../base/ids.js";
import { err, type Outcome, ok, usage } from "../base/result.js";
import { findLayout } from "../git/layout.js";
import { readHead } from "../git/refs/refs.js";
import type { HooksMade } from "../hooks/install.js";
import { notePersonal, personalPlace } from "../memory/disk/project.js";
import type { Memory } from "../memory/memory.js";
import type { ProfileName } from "../memory/profile.js";
import { findRoot, globalPlace, globalRoot, isPersonal, othersOf, personalRoot } from "../memory/root.js";
import { projects } from "../memory/service.js";
import { globalIn, type Stores } from "../memory/workspace.js";
import type { GlobalMemory, OpenGlobal } from "../night/keep/heard.js";
import { engineFor, openWorkspace, recognize } from "../open.js";
import { attempt } from "../state/fs-calls.js";
import { dataFolderOf } from "../state/machine.js";
import { appendTo, makeStateFolder } from "../state/plain-file.js";
import { init, wireInit } from "./init.js";
import { identityIn, type NewFile } from "./scaffold.js";

/** Where the sessions of a project find what they remember. */
export interface PersonalAnswer {
  readonly root: string;
  /** `tree`: it stands in the project itself; nothing else was asked for. On a dry run what would be done. */
  readonly did: "made" | "found" | "tree";
  /** Git's hooks and the driver that merges pages, which a clone does not bring: null where they were here or nobody asks for them. */
  readonly hooks: HooksMade | null;
  /** What the project was known for besides; absent where there is nothing. */
  readonly others?: readonly string[];
}

interface PersonalAsked {
  readonly name: ProfileName;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly now: Instant | null;
  readonly dryRun: boolean;
  /** Also where the tree has a memory. */
  readonly personal: boolean;
  /** One of the user's memories, by its folder or its name: this project is to go on with it. */
  readonly join?: string | null;
}

/** null where the folder is no project, as the home of the user, and for pi. */
export async function personalFor(asked: PersonalAsked): Promise<Outcome<PersonalAnswer | null>> {
  const { name, cwd, env, dryRun, personal, join: joined = null } = asked;
  if (joined !== null) {
    const root = joinMemory(joined, asked);
    if (!root.ok) return root;
    return dryRun
      ? ok({ root: root.value, did: "found", hooks: null })
      : personalFor({ ...asked, join: null, personal: true });
  }
  // pi keeps a memory of the user's by itself, and goes on with it.
  if (name === "pi" && !personal) return ok(null);
  const before = knownTo(asked);
  if (!before.ok) return before;
  if (!dryRun && before.value?.did !== "tree") await recognize(cwd, env);
  const now = knownTo(asked);
  if (!now.ok) return now;
  const { value: known } = now;
  const place = known === null ? personalPlace(cwd, env) : null;
  if (place !== null && dryRun) return ok({ root: place.dir, did: "made", hooks: null });
  const inTree = findRoot(cwd, env).ok;
  const pages = (all: Pages): Pages => all.flatMap((page) => ownPage(page, inTree ? "own" : null));
  const answer = place === null ? ok(await inClone(known, asked)) : await make({ ...place, pages }, asked);
  if (!answer.ok || answer.value === null || answer.value.did === "tree") return answer;
  if (!dryRun) notePersonal(cwd, answer.value.root, env);
  const others = othersOf(cwd, env);
  return ok(others.length === 0 ? answer.value : { ...answer.value, others });
}

function joinMemory(named: string, { cwd, env, dryRun }: PersonalAsked): Outcome<string> {
  const data = join(dataFolderOf(env), projects);
  const byName = findRoot(resolve(data, named), env);
  const root = byName.ok || byName.error.code !== "not_a_repository" ? byName : findRoot(resolve(cwd, named), env);
  if (!root.ok && root.error.code !== "not_a_repository") return root;
  if (!root.ok || !isPersonal(root.value, env))
    return err(usage(`“${named}” is no memory of a project.`, `Name one of those in ${data}.`));
  // A home that is in git is none, and may go on with what it had.
  const own = personalRoot(cwd, env);
  const isKnown = (own.ok && own.value === root.value) || othersOf(cwd, env).includes(root.value);
  if (!isKnown && personalPlace(cwd, env) === null)
    return err(usage(`The folder ${cwd} is no project.`, "Run the command in the folder of one."));
  if (!dryRun) notePersonal(cwd, root.value, env, true);
  return root;
}

/** Who joins a clone of a memory wants what two people wrote to merge, as where it was made; hooks of a memory outside of the tree may lead to where this program was before. */
async function inClone(known: PersonalAnswer | null, { env, dryRun }: PersonalAsked): Promise<PersonalAnswer | null> {
  if (known === null || engineFor(env) === "embedded") return known;
  const { hooksForNew, hooksHere } = await import("../hooks/install.js");
  const here = await hooksHere(known.root, env, "native");
  const isNeeded = here.ok && (here.value === "missing" || (here.value === "partly" && known.did === "found"));
  if (!isNeeded) return known;
  return { ...known, hooks: dryRun ? { installed: true, says: "" } : await hooksForNew(known.root, env) };
}

function knownTo({ cwd, env, personal }: PersonalAsked): Outcome<PersonalAnswer | null> {
  const own = personalRoot(cwd, env);
  if (!own.ok) return own;
  // One whose making was cut short is made again, which ends it.
  if (own.value !== null) return ok(isBegun(own.value) ? { root: own.value, did: "found", hooks: null } : null);
  const inTree = personal ? null : findRoot(cwd, env);
  return ok(inTree?.ok === true ? { root: inTree.value, did: "tree", hooks: null } : null);
}

function isBegun(root: string): boolean {
  const layout = findLayout(root);
  const head = layout.ok ? readHead(layout.value) : layout;
  return !head.ok || head.value.commit !== null;
}

/**
 * Where what is said to hold always is kept: made with the first such word, so that sessions that never hear one open no second memory. null
 * beside a memory that keeps them itself, as a personal one does where none can be made. Others read a memory in the tree: beside it the words wait
 * for theirs, as they do for one that is there and cannot be opened. One that is open anyway is looked at too where nothing of it is needed: what was
 * said of everything may be said anew of this project.
 */
export const globalOf =
  (stores: Stores, isAlone: boolean = stores.primary.place.isAlone === true): OpenGlobal =>
  (needed) => {
    const open = globalIn(stores);
    if (open !== null) return Promise.resolve(ok({ memory: open, close: async () => {} }));
    return needed && !isAlone ? openGlobal(stores.primary) : Promise.resolve(ok(null));
  };

async function openGlobal(beside: Memory): Promise<Outcome<GlobalMemory | null>> {
  const { env } = beside.place;
  const dir = globalPlace(beside.root, env);
  if (dir === null) return ok(null);
  const isThere = globalRoot(env) !== null;
  // What it has is not begun anew unasked where its history is missing.
  const whole = isThere ? findRoot(dir, env) : ok(dir);
  const made = whole.ok ? await makeGlobal(dir, beside) : whole;
  if (!made.ok && !isThere && isPersonal(beside.root, env)) return ok(null);
  const now = beside.clock.now();
  const opened = made.ok ? await openWorkspace({ cwd: made.value, repos: [made.value], env, now }) : made;
  if (opened.ok) return ok({ memory: opened.value.primary, close: opened.value.close });
  const says = `What holds in all projects cannot be kept in ${dir}: ${opened.error.says}`;
  return err({ ...opened.error, says });
}

/** By whoever commits beside it, where git knows nobody who commits everywhere; its own configuration says so from then on. */
async function makeGlobal(dir: string, { place: { env }, root, clock }: Memory): Promise<Outcome<string>> {
  // A person waits for this, and git's hooks take longer than all the rest.
  const place = { dir, name: "global", scope: "global", hooks: false, pages: () => widePages };
  const asked = { name: "plain", now: clock.now() } as const;
  const made = await make(place, { ...asked, env });
  if (made.ok || made.error.code !== "git_failed") return made.ok ? ok(made.value.root) : made;
  const layout = findLayout(root);
  const known = layout.ok ? await identityIn(layout.value, { engine: engineFor(env), env }) : layout;
  if (!known.ok) return made;
  const { name, email } = known.value.committer;
  const who = {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  };
  const again = await make(place, { ...asked, env: { ...env, ...who } });
  if (!again.ok) return again;
  const config = `[user]\n\tname = ${JSON.stringify(name)}\n\temail = ${JSON.stringify(email)}\n`;
  const noted = attempt("say who commits", () => appendTo(join(dir, ".git", "config"), config));
  return noted.ok ? ok(again.value.root) : noted;
}

type Pages = readonly NewFile[];

/** Of two stores that are open together the narrower one hides the other's pages of the same id: this one gets another where there are two. */
function ownPage(page: NewFile, id: string | null): Pages {
  if (page.path !== "MEMORY.md") return [];
  return [id === null ? page : { ...page, text: `---\nid: ${id}\n---\n\n${page.text}` }];
}

const widePages: Pages = [{ path: "MEMORY.md", text: "---\nid: everywhere\n---\n\n# Everywhere\n" }];

interface Place {
  readonly dir: string;
  readonly name: string;
  readonly scope?: string;
  readonly hooks?: boolean;
  /** What it begins with, of what the profile has. */
  readonly pages: (all: Pages) => Pages;
}

async function make(
  { dir, name, scope, hooks = true, pages }: Place,
  { name: profile, env, now }: Pick<PersonalAsked, "env" | "now"> & { readonly name: ProfileName },
): Promise<Outcome<PersonalAnswer>> {
  // Nobody else on this machine reads it.
  const folder = attempt(`make the folder ${dir}`, () => makeStateFolder(dir));
  if (!folder.ok) return folder;
  const { scaffold, ...services } = wireInit({ env, now, around: false });
  const own = {
    ...scaffold,
    templates(of: string) {
      const all = scaffold.templates(of);
      return all.ok ? ok(pages(all.value)) : all;
    },
  };
  const made = await init({ ...services, scaffold: own }, { dir, profile, name, scope: scope ?? null, hooks });
  return made.ok ? ok({ root: made.value.root, did: "made", hooks: null }) : made;
}
