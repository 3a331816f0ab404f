/** Kind: what a file is for, told by its place, by its profile and by the type its frontmatter names; its words are never looked at. */

import type { PageType } from "../page/page--page.js";
import { type Profile, ruleFor } from "./profile.js";

export const fileKinds = ["instructions", "memory", "log", "skill", "documentation", "template", "other"] as const;
export type FileKind = (typeof fileKinds)[number];

/** What a page is by its own frontmatter; a place can only say less. */
const kindOfType: Readonly<Record<PageType, FileKind>> = {
  bootstrap_policy: "instructions",
  constraint: "instructions",
  plan: "memory",
  preference: "memory",
  decision: "memory",
  procedure: "memory",
  evidence: "log",
  conversation_segment: "log",
};

const skillFolders: ReadonlySet<string> = new Set(["skills"]);
const templateFolders: ReadonlySet<string> = new Set(["template", "templates", "_templates"]);
const documentFolders: ReadonlySet<string> = new Set(["doc", "docs", "documentation"]);
/** Folders in which each file tells of its day, whoever keeps them. */
const logFolders: ReadonlySet<string> = new Set([
  "daily",
  "daily notes",
  "daily-notes",
  "dailies",
  "journal",
  "journals",
  "log",
  "logs",
  "diary",
]);
const documentNames: ReadonlySet<string> = new Set(
  "readme license licence licenses notice changelog changes history contributing code_of_conduct security governance authors".split(
    " ",
  ),
);
/** What agents read at their start; one further down belongs to the folder it stands in. */
const instructionNames: ReadonlySet<string> = new Set(["agents", "claude", "gemini", "soul", "identity"]);

/** `type` is what frontmatter says; null where it says none of ours. */
export function kindOf(path: string, profile: Profile, type: PageType | null = null): FileKind {
  const folders = path.toLowerCase().split("/");
  const name = (folders.pop() ?? "").replace(/\.md$/, "");
  if (name === "skill" || folders.some((folder) => skillFolders.has(folder))) return "skill";
  if (isTemplate(name) || folders.some((folder) => templateFolders.has(folder))) return "template";
  if (type !== null) return kindOfType[type];
  const rule = ruleFor(profile, path);
  const isMemory = folders[0] === "memory" || folders[0] === "archive";
  if ("path" in rule.match) return kindByRule(rule.type);
  if (isMemory && !("under" in rule.match && rule.match.under === "")) return kindOfType[rule.type];
  if (dayOf(path) !== null && (isMemory || isDayFirst(name) || folders.some((folder) => logFolders.has(folder))))
    return "log";
  if (isMemory) return "memory";
  if (documentNames.has(name) || folders.some((folder) => documentFolders.has(folder))) return "documentation";
  if (folders.length > 0 && instructionNames.has(name)) return "documentation";
  return elsewhere[profile.name];
}

/** A file its profile knows by name: what an agent begins with, what it is told to do, or what it keeps. */
function kindByRule(type: PageType): FileKind {
  return type === "procedure" ? "instructions" : kindOfType[type];
}

/** Beside code everything but the memory is about the code; a folder of notes is memory all through; an agent's workspace holds its work too. */
const elsewhere: Readonly<Record<Profile["name"], FileKind>> = {
  openclaw: "other",
  pi: "other",
  "claude-code": "documentation",
  codex: "documentation",
  plain: "memory",
};

function isTemplate(name: string): boolean {
  return name === "template" || /[-_. ]template$/.test(name);
}

function isDayFirst(name: string): boolean {
  return /^\d{4}[-_.]?\d{2}[-_.]?\d{2}(?:\D|$)/.test(name);
}

const msPerDay = 86_400_000;

/**
 * The day a file is of, counted from 1970, by its name or by the folders of year and month it lies in; null where it names none.
 * `2026-11-20-flights.md`, `heartbeat_20261120.md` and `2026/11/20.md` are of one day.
 */
export function dayOf(path: string): number | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const inName = /(?<!\d)(\d{4})([-_.]?)(\d{2})\2(\d{2})(?!\d)/.exec(name);
  if (inName !== null) return dayNumber(inName[1]!, inName[3]!, inName[4]!);
  const inFolders = /(?:^|\/)(\d{4})\/(\d{2})\/(\d{2})(?!\d)[^/]*$/.exec(path);
  return inFolders === null ? null : dayNumber(inFolders[1]!, inFolders[2]!, inFolders[3]!);
}

/** null for what no calendar holds, and for numbers that are hardly a day. */
function dayNumber(year: string, month: string, day: string): number | null {
  const text = `${year}-${month}-${day}`;
  const at = Date.parse(`${text}T00:00:00Z`);
  if (!Number.isFinite(at) || new Date(at).toISOString().slice(0, 10) !== text) return null;
  const number = at / msPerDay;
  return number < 0 ? null : number;
}
