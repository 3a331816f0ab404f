/** Init: a folder becomes a memory repository; what stands there stays as it is. */

import type { Outcome } from "../base/failure.js";
import type { PagePath } from "../base/ids.js";
import { err, ok } from "../base/result.js";
import { type Scope, scopes } from "../page/page.js";
import type { Scaffold } from "../port/scaffold.js";
import { type Config, configPath, defaultBudgetTokens, printConfig } from "../table/config.js";
import { type ProfileName, profileNames } from "../table/profile.js";
import { adoptAll } from "./adopt.js";
import type { InitAnswer } from "./answers.js";
import type { Workspace } from "./workspace.js";

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
 * every page that is there; in one that was there before, only what was created is committed.
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
  const wanted = filesFor(scaffold, query, { ...chosen.value, profile }, survey.value);
  if (!wanted.ok) return wanted;
  const created: string[] = [];
  const kept: string[] = [];
  for (const file of wanted.value) {
    const written = scaffold.write(query.dir, file.path, file.text);
    if (!written.ok) return written;
    (written.value === "created" ? created : kept).push(file.path);
  }
  const opened = await services.open(query.dir);
  if (!opened.ok) return opened;
  const workspace = opened.value;
  const committed = await take(workspace, repository.value, created);
  await workspace.close();
  if (!committed.ok) return committed;
  const { root, config } = workspace.primary;
  const hooks = query.hooks ? await services.hooks(query.dir) : { installed: false, says: "not asked for" };
  return ok({ root, profile: config.profile, created, kept, commit: committed.value, hooks });
}

async function take(
  workspace: Workspace,
  repository: "made" | "found",
  created: readonly string[],
): Promise<Outcome<InitAnswer["commit"]>> {
  if (created.length === 0) return ok(null);
  const pages = [...workspace.primary.table.byPath.keys()].filter(
    (path) => repository === "made" || created.includes(path),
  );
  const done = await adoptAll(
    workspace.primary,
    pages as PagePath[],
    created.filter((path) => !pages.includes(path)) as PagePath[],
  );
  return done.ok ? ok(done.value.unchanged ? null : done.value.commit) : done;
}

interface Choice {
  readonly profile: ProfileName | null;
  readonly scope: Scope;
}

function choose(query: InitQuery): Outcome<Choice> {
  const profile = profileNames.find((name) => name === query.profile) ?? null;
  if (query.profile !== null && profile === null) return err(notOneOf("profile", query.profile, profileNames));
  const scope = scopes.find((name) => name === query.scope) ?? null;
  if (query.scope !== null && scope === null) return err(notOneOf("scope", query.scope, scopes));
  return ok({ profile, scope: scope ?? "project" });
}

function filesFor(
  scaffold: Scaffold,
  query: InitQuery,
  choice: Choice & { readonly profile: ProfileName },
  present: readonly string[],
): Outcome<readonly { readonly path: string; readonly text: string }[]> {
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

function notOneOf(
  what: string,
  found: string,
  allowed: readonly string[],
): { code: "usage"; says: string; hint: string } {
  return { code: "usage", says: `“${found}” is not a ${what}.`, hint: `One of: ${allowed.join(", ")}.` };
}
