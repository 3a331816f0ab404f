/** Profile: what each harness keeps in which file; data, so that a new harness version is a new row. */

import type { PageType, Pin } from "../page/page.js";

export const profileNames = ["openclaw", "claude-code", "pi", "codex", "plain"] as const;
export type ProfileName = (typeof profileNames)[number];

/** What a file is when its frontmatter does not say. */
export interface FileRule {
  /** `path`: exactly this file. `daily`: `YYYY-MM-DD.md` in the folder. `under`: any file below the folder ("" is all). */
  readonly match: { readonly path: string } | { readonly daily: string } | { readonly under: string };
  readonly type: PageType;
  readonly pin: Pin;
  /** Whether each `##` section is a page of its own. */
  readonly gathers: boolean;
  readonly writable: boolean;
  readonly audience: "private" | "shared";
}

export interface Profile {
  readonly name: ProfileName;
  /** Folders that are searched for pages; "" is the root itself. */
  readonly folders: readonly { readonly path: string; readonly recursive: boolean }[];
  /** The first rule that matches decides. */
  readonly files: readonly FileRule[];
}

export const archiveFolder = "archive";
export const archiveIndexPath = "archive/INDEX.md";
/** Raw series, and below it the pages made of them. */
export const perceptionFolder = "memory/perception";
/** What a page of a series wears, so that it is known also in the archive. */
export const perceptionTag = "perception";
/** Rows of months past. */
export const coldPerceptionFolder = "archive/perception";

const everything = [{ path: "", recursive: true }] as const;
/** A code repository around the memory: its own documents are not memory. */
const amongCode = [
  { path: "", recursive: false },
  { path: "memory", recursive: true },
  { path: archiveFolder, recursive: true },
] as const;

/** The user's own instructions: read, measured and checked, never written. */
function instructions(path: string): FileRule {
  return {
    match: { path },
    type: "bootstrap_policy",
    pin: "hard",
    gathers: true,
    writable: false,
    audience: "shared",
  };
}

function notes(match: FileRule["match"], type: PageType, pin: Pin, audience: FileRule["audience"]): FileRule {
  return { match, type, pin, gathers: true, writable: true, audience };
}

/** What every profile shares: the memory folder's own conventions. */
const common: readonly FileRule[] = [
  notes({ path: "MEMORY.md" }, "preference", "soft", "private"),
  notes({ path: "SESSION-STATE.md" }, "plan", "soft", "private"),
  notes({ daily: "memory" }, "conversation_segment", "none", "private"),
  notes({ path: "memory/working-buffer.md" }, "conversation_segment", "soft", "private"),
  notes({ path: "memory/observations.md" }, "conversation_segment", "none", "private"),
  notes({ under: "memory/policies" }, "bootstrap_policy", "hard", "shared"),
  notes({ under: "memory/constraints" }, "constraint", "hard", "shared"),
  notes({ under: "memory/plans" }, "plan", "soft", "shared"),
  notes({ under: "memory/preferences" }, "preference", "none", "shared"),
  notes({ under: "memory/evidence" }, "evidence", "none", "shared"),
  notes({ under: "memory/conversations" }, "conversation_segment", "none", "private"),
  notes({ under: "memory/decisions" }, "decision", "none", "shared"),
  notes({ under: "memory/procedures" }, "procedure", "none", "shared"),
  notes({ under: perceptionFolder }, "conversation_segment", "none", "private"),
  notes({ under: "" }, "preference", "none", "shared"),
];

const profiles: Readonly<Record<ProfileName, Profile>> = {
  openclaw: {
    name: "openclaw",
    folders: everything,
    files: [
      instructions("AGENTS.md"),
      instructions("SOUL.md"),
      notes({ path: "IDENTITY.md" }, "bootstrap_policy", "soft", "shared"),
      notes({ path: "TOOLS.md" }, "procedure", "soft", "shared"),
      notes({ path: "BOOT.md" }, "procedure", "none", "shared"),
      notes({ path: "BOOTSTRAP.md" }, "procedure", "none", "shared"),
      notes({ path: "HEARTBEAT.md" }, "procedure", "none", "shared"),
      notes({ path: "USER.md" }, "preference", "soft", "private"),
      ...common,
    ],
  },
  "claude-code": {
    name: "claude-code",
    folders: amongCode,
    files: [instructions("CLAUDE.md"), instructions("CLAUDE.local.md"), instructions("AGENTS.md"), ...common],
  },
  pi: { name: "pi", folders: everything, files: [instructions("AGENTS.md"), instructions("CLAUDE.md"), ...common] },
  codex: {
    name: "codex",
    folders: amongCode,
    files: [instructions("AGENTS.md"), instructions("AGENTS.override.md"), ...common],
  },
  plain: {
    name: "plain",
    folders: everything,
    files: [instructions("AGENTS.md"), instructions("CLAUDE.md"), instructions("SOUL.md"), ...common],
  },
};

/** Markdown that is memory: not a README or its like at the root, and not a file of another kind. */
export function isPageFile(path: string): boolean {
  return path.endsWith(".md") && !isDocument(path);
}

function isDocument(path: string): boolean {
  return /^(?:readme|license|licence|changelog|contributing|code_of_conduct|security)\.md$/i.test(path);
}

export function profileOf(name: ProfileName): Profile {
  return profiles[name];
}

/** The rule for a file; every profile ends in a rule that matches anything. */
export function ruleFor(profile: Profile, path: string): FileRule {
  const slash = path.lastIndexOf("/");
  // Far from the root only the folder decides, so ten thousand files in a few folders ask once a folder.
  if (slash < 0 || path.slice(0, slash) === "memory") return firstMatch(profile, path);
  const folders = byFolder.get(profile) ?? new Map<string, FileRule>();
  byFolder.set(profile, folders);
  const folder = path.slice(0, slash);
  const known = folders.get(folder);
  if (known !== undefined) return known;
  const rule = firstMatch(profile, path);
  folders.set(folder, rule);
  return rule;
}

const byFolder = new WeakMap<Profile, Map<string, FileRule>>();

function firstMatch(profile: Profile, path: string): FileRule {
  return profile.files.find((rule) => matches(rule.match, path)) ?? common[common.length - 1]!;
}

function matches(match: FileRule["match"], path: string): boolean {
  if ("path" in match) return path === match.path;
  if ("under" in match) return match.under === "" || path.startsWith(`${match.under}/`);
  return isDailyLog(match.daily, path);
}

/** `memory/2026-11-20.md`; a topic behind the date (`2026-11-20-flights.md`) counts too. */
function isDailyLog(folder: string, path: string): boolean {
  const slash = path.lastIndexOf("/");
  return (
    path.slice(0, Math.max(0, slash)) === folder && /^\d{4}-\d{2}-\d{2}(?:[-.].*)?\.md$/.test(path.slice(slash + 1))
  );
}
