/** Profile: what each harness keeps in which file, and what of it its versions load; data, so that a new harness version is a new row. */

import { getOrMake } from "../base/result.js";
import { compareText } from "../base/text.js";
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

/** Markdown, which is what a page is written in; `included.ts` says which of it is memory. */
export function isPageFile(path: string): boolean {
  return path.endsWith(".md");
}

export function profileOf(name: ProfileName): Profile {
  return profiles[name];
}

/** The rule for a file; every profile ends in a rule that matches anything. An archived log is a log still, and as private. */
export function ruleFor(profile: Profile, file: string): FileRule {
  if (/^archive\/\d{4}\/private\//.test(file)) return privateArchive;
  const path = file.replace(/^archive\/\d{4}\/(?=\d{4}-\d{2}-\d{2}[^/]*$)/, "memory/");
  const slash = path.lastIndexOf("/");
  // Far from the root only the folder decides, so ten thousand files in a few folders ask once a folder.
  if (slash < 0 || path.slice(0, slash) === "memory") return firstMatch(profile, path);
  const folders = getOrMake(byFolder, profile, () => new Map<string, FileRule>());
  return getOrMake(folders, path.slice(0, slash), () => firstMatch(profile, path));
}

const privateArchive: FileRule = notes({ under: archiveFolder }, "preference", "none", "private");

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
  return path.startsWith(`${folder}/`) && /^\d{4}-\d{2}-\d{2}(?:[-.][^/]*)?\.md$/.test(path.slice(folder.length + 1));
}

// ProfileLoad: what each version of a harness puts into its prompt by itself, and where it cuts; data with sources.

/**
 * How much of one file is loaded. Shares are of the room that is left for text.
 * `middle`: head and tail stay. `policy`: head, the lines that look like rules, tail. `prefix`: what comes first, in whole lines.
 */
export type Cut =
  | { readonly kind: "whole" }
  | { readonly kind: "middle"; readonly max: number; readonly markerFirst: boolean; readonly shares: ProfileShares }
  | { readonly kind: "policy"; readonly max: number }
  | { readonly kind: "prefix"; readonly lines: number; readonly bytes: number }
  | { readonly kind: "bytes"; readonly max: number };

interface ProfileShares {
  readonly head: number;
  readonly tail: number;
}

export interface LoadRules {
  readonly profile: ProfileName;
  /** The first version the rules hold for. */
  readonly version: string;
  /** Where they were read. */
  readonly source: string;
  /** In the order in which they take from the total; a file with `unless` is passed over where that one is there. */
  readonly files: readonly {
    readonly path: string;
    readonly cut: Cut;
    readonly unless?: string;
    /** `memory`: only where it lies in the folder in which the harness keeps its own notes; absent, in the folder it works in. */
    readonly folder?: "memory";
  }[];
  /** Whether files that a loaded one names as `@path` outside of code are loaded with it, whole, so many files deep. */
  readonly importsDeep?: number;
  /** `chars` are UTF-16 code units. A file that would get less than `least` is left out, with all behind it. */
  readonly total: { readonly max: number; readonly unit: "chars" | "bytes"; readonly least: number } | null;
}

const current: ProfileShares = { head: 0.75, tail: 0.25 };
const former: ProfileShares = { head: 0.7, tail: 0.2 };
const openclawNames = "AGENTS SOUL TOOLS IDENTITY USER HEARTBEAT BOOTSTRAP MEMORY".split(" ");
const leastChars = 64;

/** Within a harness the newest last. Files that are absent cost OpenClaw a notice of their path, which is not counted here. */
const rows: readonly LoadRules[] = [
  {
    profile: "openclaw",
    version: "2026.2",
    source: "openclaw src/agents/pi-embedded-helpers/bootstrap.ts @004e9131",
    files: openclawNames.map((name) => ({
      path: `${name}.md`,
      cut: { kind: "middle", max: 20_000, markerFirst: false, shares: former },
    })),
    total: { max: 150_000, unit: "chars", least: leastChars },
  },
  {
    profile: "openclaw",
    version: "2026.4",
    source: "openclaw issue 71782, pinchy issue 459; the cut by the source of that spring as third parties quote it",
    files: openclawNames.map((name) => ({
      path: `${name}.md`,
      cut: { kind: "middle", max: 12_000, markerFirst: true, shares: current },
    })),
    total: { max: 60_000, unit: "chars", least: leastChars },
  },
  {
    profile: "openclaw",
    version: "2026.8",
    source: "openclaw src/agents/embedded-agent-helpers/bootstrap.ts @04871316, docs/gateway/config-agents @2d026cc8",
    files: [
      { path: "AGENTS.md", cut: { kind: "policy", max: 20_000 } },
      ...["SOUL.md", "IDENTITY.md", "USER.md", "BOOTSTRAP.md", "MEMORY.md"].map((path) => ({
        path,
        cut: {
          kind: "middle" as const,
          max: path === "USER.md" ? 4_000 : 20_000,
          markerFirst: true,
          shares: current,
        },
      })),
    ],
    total: { max: 60_000, unit: "chars", least: leastChars },
  },
  {
    profile: "claude-code",
    version: "2.1",
    // Documented as "200 lines or 25 KB"; the smaller reading of a kilobyte, so that what passes here is loaded for certain.
    source: "Claude Code documentation, memory: auto memory loads a part of MEMORY.md, CLAUDE.md files load whole",
    files: [
      { path: "CLAUDE.md", cut: { kind: "whole" } },
      { path: "CLAUDE.local.md", cut: { kind: "whole" } },
      { path: "MEMORY.md", cut: { kind: "prefix", lines: 200, bytes: 25_000 }, folder: "memory" },
    ],
    importsDeep: 5,
    total: null,
  },
  {
    profile: "pi",
    version: "0.74",
    source: "pi 0.74.2 and 0.87.1, contextFiles as run: one context file a folder",
    files: [
      { path: "AGENTS.md", cut: { kind: "whole" } },
      { path: "CLAUDE.md", cut: { kind: "whole" }, unless: "AGENTS.md" },
    ],
    total: null,
  },
  {
    profile: "codex",
    version: "0.169",
    source: "Codex documentation, guides/agents-md: project_doc_max_bytes is 32 KiB over all files",
    files: [
      { path: "AGENTS.override.md", cut: { kind: "bytes", max: 32_768 } },
      { path: "AGENTS.md", cut: { kind: "bytes", max: 32_768 }, unless: "AGENTS.override.md" },
    ],
    total: { max: 32_768, unit: "bytes", least: 1 },
  },
];

/** The newest rules not newer than `version`, or the newest; null for a harness that loads nothing, and for a version before all. */
export function loadRulesOf(profile: ProfileName, version: string | null): LoadRules | null {
  const own = rows.filter((row) => row.profile === profile);
  if (version === null) return own.at(-1) ?? null;
  return own.findLast((row) => compareVersions(row.version, version) <= 0) ?? null;
}

/** The versions that have rules of their own, oldest first. */
export function loadVersionsOf(profile: ProfileName): readonly string[] {
  return rows.filter((row) => row.profile === profile).map((row) => row.version);
}

/** Every name some harness loads; a quick first look for whoever has many files. */
export const loadedNames: ReadonlySet<string> = new Set(rows.flatMap((row) => row.files.map(({ path }) => path)));

/** By number where both parts are numbers: 2026.10 is later than 2026.9. */
function compareVersions(a: string, b: string): number {
  const left = a.split(".");
  const right = b.split(".");
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [x = "", y = ""] = [left[i], right[i]];
    const order = /^\d+$/.test(x) && /^\d+$/.test(y) ? Number(x) - Number(y) : compareText(x, y);
    if (order !== 0) return order;
  }
  return left.length > right.length ? 1 : 0;
}
