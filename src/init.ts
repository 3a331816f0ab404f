/** Init: a folder becomes a memory repository; what stands there stays as it is. */

import { blobOid } from "./base/digest--digest.js";
import type { Oid, PagePath } from "./base/ids.js";
import type { Outcome } from "./base/result.js";
import { err, ok } from "./base/result--result.js";
import { startWith } from "./init--adopt.js";
import type { InitAnswer } from "./init--start-answers.js";
import { type Config, defaultBudgetTokens, printConfig } from "./memory/config.js";
import { type Memory, refresh } from "./memory/memory.js";
import { type ProfileName, profileNames } from "./memory/profile.js";
import { configPath } from "./memory/root--config-path.js";
import type { Workspace } from "./memory/workspace.js";
import { unreadLines } from "./memory/workspace--unread.js";
import { type Scope, scopes } from "./page/page--page.js";
import type { Scaffold } from "./scaffold--scaffold.js";

export interface InitServices {
  readonly scaffold: Scaffold;
  /** Joins plain git to the memory just made in `dir`; never fails the making of it. */
  readonly hooks: (dir: string) => Promise<InitAnswer["hooks"]>;
  readonly open: (dir: string) => Promise<Outcome<Workspace>>;
}

export interface InitQuery {
  /** Absolute. */
  readonly dir: string;
  /** Guessed from the files that are there when null. */
  readonly profile: string | null;
  /** The folder's name when null. */
  readonly name: string | null;
  /** `project` when null. */
  readonly scope: string | null;
  /** False where the hooks are not wanted. */
  readonly hooks: boolean;
}

/**
 * An empty folder gets the profile's templates; one that holds Markdown gets `pagefile.yaml` alone. A repository made here takes in
 * every page that is there; in one that was there before, only what was created is committed. An init that failed part-way is
 * finished by the next one: what it made and did not commit is committed then.
 */
export async function init(services: InitServices, query: InitQuery): Promise<Outcome<InitAnswer>> {
  const { scaffold } = services;
  const chosen = choose(query);
  if (!chosen.ok) return chosen;
  const repository = await scaffold.ensureRepository(query.dir);
  if (!repository.ok) return repository;
  const survey = scaffold.survey(query.dir);
  if (!survey.ok) return survey;
  const profile = chosen.value.profile ?? guess(query.dir, survey.value);
  const files = filesFor(scaffold, query, { ...chosen.value, profile }, survey.value);
  if (!files.ok) return files;
  const written = writeAll(scaffold, query.dir, files.value);
  if (!written.ok) return written;
  const opened = await services.open(query.dir);
  if (!opened.ok) return opened;
  const workspace = opened.value;
  const taken = await take(scaffold, workspace.primary, { ...written.value, repository: repository.value });
  await workspace.close();
  if (!taken.ok) return taken;
  const { root, config } = workspace.primary;
  const unread = unreadLines(workspace.primary);
  const hooks = query.hooks ? await services.hooks(query.dir) : { installed: false, says: "not asked for" };
  return ok({ root, profile: config.profile, ...taken.value, unread, hooks });
}

interface Files {
  readonly created: readonly string[];
  readonly kept: readonly string[];
}

type NewFile = { readonly path: string; readonly text: string };

function writeAll(scaffold: Scaffold, dir: string, files: readonly NewFile[]): Outcome<Files> {
  const created: string[] = [];
  const kept: string[] = [];
  for (const file of files) {
    const written = scaffold.write(dir, file.path, file.text);
    if (!written.ok) return written;
    (written.value === "created" ? created : kept).push(file.path);
  }
  return ok({ created, kept });
}

type Taken = Pick<InitAnswer, "created" | "kept" | "finished" | "skipped" | "commit">;

async function take(
  scaffold: Scaffold,
  memory: Memory,
  { created, kept, repository }: Files & { readonly repository: "made" | "found" },
): Promise<Outcome<Taken>> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const tree = await memory.history.tree(head.value.commit);
  if (!tree.ok) return tree;
  const tracked = new Set<string>(tree.value.map(({ path }) => path));
  // The configuration stands and no commit holds it: an earlier run did not come to its end.
  const isResumed = kept.includes(configPath) && !tracked.has(configPath);
  if (created.length === 0 && !isResumed) return ok({ created, kept, finished: [], skipped: [], commit: null });
  const again = isResumed ? finishTemplates(scaffold, memory) : ok({ created: [], kept: [] });
  if (!again.ok) return again;
  const made = [...created, ...again.value.created];
  const finished = isResumed ? [...new Set([...kept, ...again.value.kept])].filter((path) => !tracked.has(path)) : [];
  const mine = [...made, ...finished];
  // Without a commit nothing was here before that run but what it would have taken in itself.
  const isWhole = repository === "made" || (isResumed && head.value.commit === null);
  const pages = [...memory.table.byPath.keys()].filter((path) => isWhole || mine.includes(path));
  const others = mine.filter((path) => !pages.includes(path));
  const done = await startWith(memory, pages as PagePath[], others as PagePath[]);
  if (!done.ok) return done;
  const { commit, withheld } = done.value;
  return ok({
    created: made,
    kept: kept.filter((path) => !finished.includes(path)),
    finished,
    skipped: withheld,
    commit,
  });
}

/** The templates come in where every page that stands there is one of them, byte for byte; beside others there were to be none. */
function finishTemplates(scaffold: Scaffold, memory: Memory): Outcome<Files> {
  const templates = scaffold.templates(memory.config.profile);
  if (!templates.ok) return templates;
  const encoder = new TextEncoder();
  const oids = new Map<string, Oid>(templates.value.map(({ path, text }) => [path, blobOid(encoder.encode(text))]));
  const hasOthers = [...memory.files.values()].some(({ path, oid }) => oids.get(path) !== oid);
  if (hasOthers) return ok({ created: [], kept: [] });
  const written = writeAll(scaffold, memory.root, templates.value);
  if (!written.ok) return written;
  const refreshed = refresh(memory);
  return refreshed.ok ? written : refreshed;
}

interface Choice {
  readonly profile: ProfileName | null;
  readonly scope: Scope;
}

function choose(query: InitQuery): Outcome<Choice> {
  const profile = profileNames.find((name) => name === query.profile) ?? null;
  if (query.profile !== null && profile === null) return err(notOneOf("profile", query.profile, profileNames));
  if (query.name !== null && !isName(query.name)) return err(noName(query.name));
  const scope = scopes.find((name) => name === query.scope) ?? null;
  if (query.scope !== null && scope === null) return err(notOneOf("scope", query.scope, scopes));
  return ok({ profile, scope: scope ?? "project" });
}

function filesFor(
  scaffold: Scaffold,
  query: InitQuery,
  choice: Choice & { readonly profile: ProfileName },
  present: readonly string[],
): Outcome<readonly NewFile[]> {
  const config: Config = {
    store: scaffold.newStoreId(),
    name: query.name ?? nameOf(query.dir),
    profile: choice.profile,
    scope: choice.scope,
    budgetTokens: defaultBudgetTokens,
  };
  const own = { path: configPath, text: printConfig(config) };
  if (present.some((name) => name.endsWith(".md") || name === "memory" || name === configPath)) return ok([own]);
  const templates = scaffold.templates(choice.profile);
  return templates.ok ? ok([own, ...templates.value]) : templates;
}

function guess(dir: string, present: readonly string[]): ProfileName {
  const has = (name: string): boolean => present.includes(name);
  if (has("SOUL.md") || (has("AGENTS.md") && has("USER.md"))) return "openclaw";
  if (/[\\/]\.pi[\\/]/.test(`${dir}/`)) return "pi";
  if (has("CLAUDE.md")) return "claude-code";
  if (has("AGENTS.md")) return "codex";
  return "plain";
}

/** Letters, digits and dashes of the folder's name. */
function nameOf(dir: string): string {
  const last =
    dir
      .split(/[\\/]/)
      .filter((part) => part !== "")
      .at(-1) ?? "memory";
  const clean = last
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return clean === "" ? "memory" : clean.slice(0, 40);
}

/** It stands before the id where two stores hold one page: `name/page`. */
function isName(name: string): boolean {
  return /^[^\p{C}\p{Z}/]+(?: [^\p{C}\p{Z}/]+)*$/u.test(name) && name.length <= storeNameCharsMax;
}

const storeNameCharsMax = 64;

function noName(name: string): { code: "usage"; says: string; hint: string } {
  return {
    code: "usage",
    says: `“${name}” is not a name: one line of at most ${storeNameCharsMax} characters without / was expected.`,
    hint: "For example: --name trip-desk; left out, the folder's name is taken.",
  };
}

function notOneOf(
  what: string,
  found: string,
  allowed: readonly string[],
): { code: "usage"; says: string; hint: string } {
  return { code: "usage", says: `“${found}” is not a ${what}.`, hint: `One of: ${allowed.join(", ")}.` };
}
