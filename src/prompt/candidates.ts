/**
 * Candidates: what selection is told of each page, its cost at each fidelity, its pin and its recency, and never its text. What a harness loads by
 * itself is no candidate.
 */

import { posix } from "node:path";
import { dayMs, type PagePath } from "../base/ids.js";
import { fenceReader } from "../base/lines.js";
import { compareText } from "../base/text.js";
import { isEpisodeLine, isEpisodeSlug } from "../heard/episode.js";
import { type FileKind, type Memory, type OpensFile, openOnce } from "../memory/memory.js";
import { loadRulesOf, type ProfileName } from "../memory/profile.js";
import type { Tokenizer } from "../memory/tokenizer.js";
import { loadFiles } from "../memory/truncate.js";
import type { Located, Workspace } from "../memory/workspace.js";
import { schema } from "../page/page.js";
import { deniedTo, isBarred } from "./access.js";
import type { Candidate, Omitted } from "./decision.js";
import { decay, type PageOrder, pageOrder, tokensOf, updatedAt } from "./prices.js";
import { clean, printAttribute } from "./print.js";
import {
  isActivePlan,
  isBeside,
  kindOfPage,
  namesShareMax,
  placeOf,
  placeSays,
  sharesOf,
  sizeOf,
  wholeOf,
  worthOf,
} from "./worth.js";

// Candidates: what selection is told of each page: its cost at each fidelity, its pin, its recency; never its text.

export interface CandidateQuery {
  readonly session: string | null;
  readonly audience: "owner" | "group";
  /** Names of pages that were demanded: a demand reaches the cold tier too. */
  readonly demanded: ReadonlySet<string>;
  readonly tokenizer: Tokenizer;
  /** How lately the session demanded pages, by name, from 1 down; what the table says stands where that is more. */
  readonly recency?: ReadonlyMap<string, number>;
  /** How files are opened; absent, each is read anew. */
  readonly open?: OpensFile;
  /** Who loads files of a store by itself; absent, nobody does. */
  readonly harness?: HarnessAt | null;
}

export interface Candidates {
  readonly candidates: readonly Candidate[];
  /** Left out before selection, with the reason. */
  readonly omitted: readonly Omitted[];
  readonly located: ReadonlyMap<string, Located>;
  /** How many files each folder at the top has that stand beside the memory and that nobody asked for; "" for files in no folder. */
  readonly beside: ReadonlyMap<string, number>;
  /** Tokens of pages that the harness loads by itself: the model has them, and they cost this budget nothing. */
  readonly resident: number;
  /** What a page is for, of those in and out alike. */
  readonly kindOf: (id: string) => FileKind;
  /** In words, what a page is by its place: why it stands before others. */
  readonly saysOf: (id: string) => string | null;
}

/**
 * By id. Every page of the workspace is in `candidates` or in `omitted`, but for a preamble that says nothing. What was counted is the
 * caller's to write down. Most pages were judged before, and are judged the same while nothing that this hangs on is another.
 */
export function candidatesIn(workspace: Workspace, asked: CandidateQuery): Candidates {
  const order = pageOrder(workspace);
  const { pages, newestDay } = order;
  const { tokenizer, open = openOnce(), harness = null } = asked;
  const loading = workspace.memories.find(({ config }) => config.store === harness?.store) ?? workspace.primary;
  const loaded = loadedBy(loading, harness, open);
  const candidates: Candidate[] = [];
  const omitted: Omitted[] = [];
  const located = new Map<string, Located>();
  const beside = new Map<string, number>();
  const how = { ...asked, open, loading, loaded, order };
  let resident = 0;
  for (const page of pages) {
    const judged = judge(page, how);
    if (judged === null) continue;
    if (typeof judged === "object") {
      candidates.push(judged);
      located.set(page.name, page);
      continue;
    }
    omitted.push({ id: page.name as Omitted["id"], reason: judged });
    if (judged === "not_demanded" && page.entry.slug === null) {
      const folder = page.entry.path.slice(0, Math.max(0, page.entry.path.indexOf("/")));
      beside.set(folder, (beside.get(folder) ?? 0) + 1);
    }
    if (judged === "harness_loads") resident += tokensOf(page, tokenizer, open)?.full ?? 0;
  }
  const saysOf = (id: string): string | null => {
    const page = located.get(id);
    const tokens = page === undefined ? null : tokensOf(page, tokenizer, open);
    return page === undefined || tokens === null ? null : placeSays(placeOf(page, tokens, newestDay));
  };
  return { candidates, omitted, located, beside, resident, kindOf: kindsOf(pages), saysOf };
}

/** Found when somebody asks, which no turn of a harness does. */
export function kindsOf(pages: readonly Located[]): (id: string) => FileKind {
  let kinds: ReadonlyMap<string, FileKind> | null = null;
  return (id) => {
    kinds ??= new Map(pages.map(({ memory, entry, name }) => [name, kindOfPage(memory, entry)]));
    return kinds.get(id) ?? "other";
  };
}

interface How extends CandidateQuery {
  readonly open: OpensFile;
  readonly loading: Memory;
  /** Pages of that one. */
  readonly loaded: ReadonlySet<string>;
  readonly order: PageOrder;
}

/** Why it stays out, where it does; null for a preamble that says nothing. */
function judge(page: Located, asked: How): Candidate | Omitted["reason"] | null {
  const { memory, entry, name } = page;
  const { tokenizer, recency, open, order } = asked;
  const reason = whyNot(page, asked);
  if (reason !== null) return reason;
  const counted = tokensOf(page, tokenizer, open);
  if (counted === null) return "unreadable";
  // What a tool answered is there to be read when it is needed: a session's own results come by name until somebody asks for one.
  const isResult = memory.session !== undefined && entry.type === "evidence";
  const isByName = isResult && !asked.demanded.has(name) && counted.pointer !== undefined;
  const tokens = isByName ? { pointer: counted.pointer } : counted;
  if (Object.keys(tokens).length === 0) return null;
  const place = worthOf(placeOf(page, tokens, order.newestDay));
  // What a page's own date says fades with its place; that somebody asked for it does not, and counts for as much as the page says.
  const dated = recencyOf(updatedAt(entry), order.newest) * place;
  const called = (recency?.get(name) ?? 0) * sizeOf(wholeOf(tokens));
  return {
    id: name as Candidate["id"],
    type: entry.type,
    pin: entry.pin,
    scope: entry.scope,
    minFidelity: entry.minFidelity,
    recomputeCost: schema[entry.type].recomputeCost,
    activePlan: isActivePlan(entry),
    shares: sharesOf(tokens),
    tokens,
    place,
    recency: Math.max(called, dated),
  };
}

function whyNot(page: Located, asked: How): Omitted["reason"] | null {
  const { entry, memory } = page;
  const denied = deniedTo(page, asked);
  if (denied !== null) return denied;
  if (page.shadowed) return "superseded";
  if (asked.loaded.has(entry.id) && memory === asked.loading) return "harness_loads";
  if (isBarred(memory, entry)) return "origin_denied";
  if (entry.tier === "cold" && !asked.demanded.has(page.name)) return "cold_tier";
  if (asked.demanded.has(page.name)) return null;
  if (isEpisode(page, asked)) return "past_session";
  const isAsked = asked.harness == null || asked.recency?.has(page.name) === true;
  return isAsked || !isBeside(page) ? null : "not_demanded";
}

/** What a session was tells nobody what holds, and may have been said otherwise since; where others wrote below it the section is like any other. */
function isEpisode({ memory, entry }: Located, { open }: How): boolean {
  if (entry.type !== "conversation_segment" || !isEpisodeSlug(entry.slug)) return false;
  const section = memory.files.get(entry.path)?.data.sections?.find(({ slug }) => slug === entry.slug);
  const file = open(memory, entry);
  if (section === undefined || !file.ok || file.value === null) return false;
  const [, ...lines] = file.value.text.slice(section.start, section.end).split("\n");
  return lines.every((line) => line.trim() === "" || isEpisodeLine(line));
}

/**
 * From the page's own `updated` against the newest in the table: no clock and no file time is read, so a second clone gives the
 * same prompt. What a session demanded stands above it, in the turns of that session.
 */
function recencyOf(updated: number | null, newest: number | null): number {
  if (updated === null || newest === null) return 0;
  return decay(1, Math.max(0, Math.floor((newest - updated) / dayMs)));
}

// PlacePins: what is pinned for its place alone stands first as far as it leaves room for the rest.

/**
 * Instruction files are pinned because of what they are called, and may be longer than a prompt: beyond a share of the budget their sections
 * compete like those of any other file that matters, and who they are, whom they serve and what just happened is not left out whole.
 * What frontmatter pins stays pinned.
 */
export function withinBudget(
  candidates: readonly Candidate[],
  located: ReadonlyMap<string, Located>,
  budget: number,
): readonly Candidate[] {
  const loose = new Set<Candidate>();
  let taken = 0;
  // What is worth the most, then by name, so that the same files stand whatever else there is.
  const pinned = candidates.filter((one) => isPinnedByPlace(one, located.get(one.id)));
  for (const candidate of pinned.sort((a, b) => eachOf(b) - eachOf(a) || compareText(a.id, b.id))) {
    const least = Math.min(...Object.values(candidate.tokens));
    if (taken + least > budget * namesShareMax) loose.add(candidate);
    else taken += least;
  }
  return loose.size === 0
    ? candidates
    : candidates.map((one) => (loose.has(one) ? { ...one, type: "procedure" as const, pin: "soft" as const } : one));
}

/** Of each token. */
function eachOf({ place = 0, tokens }: Candidate): number {
  return place / Math.max(Number.MIN_VALUE, sizeOf(wholeOf(tokens)));
}

function isPinnedByPlace({ type, pin }: Candidate, page: Located | undefined): boolean {
  if (page === undefined || !page.entry.implicit || (type !== "bootstrap_policy" && pin !== "hard")) return false;
  const { memory, entry } = page;
  if (kindOfPage(memory, entry) !== "instructions") return false;
  const meta = memory.files.get(entry.path)?.data.meta;
  const own = entry.slug === null ? undefined : meta?.sections?.[entry.slug];
  return meta?.pin === undefined && own?.pin == null && own?.type == null;
}

// Beside: what else there is, for a model that may look for it.

const foldersMax = 8;
const folderChars = 40;

/** One line for what stands beside the memory and in no block: how many files, in which folders at the top, the fullest first; "" where none does. */
export function besideSays(beside: ReadonlyMap<string, number>): string {
  const folders = [...beside].sort(([a, some], [b, others]) => others - some || compareText(a, b));
  const files = folders.reduce((sum, [, count]) => sum + count, 0);
  if (files === 0) return "";
  const named = folders
    .slice(0, foldersMax)
    .map(([folder, count]) => `${folder === "" ? "." : clean(folder).slice(0, folderChars)} ${count}`);
  const rest = folders.length > named.length ? ", …" : "";
  const where = printAttribute("folders", `${named.join(", ")}${rest}`);
  return `<more${printAttribute("files", String(files))}${where}/>\n`;
}

// HarnessLoads: which pages a harness puts into its prompt by itself, so that no block repeats them.

export interface HarnessAt {
  readonly name: ProfileName;
  /** `project`: it works in the memory's folder. `memory`: the folder is the one in which the harness keeps its own notes. */
  readonly folder: "project" | "memory";
  /** The id of the store whose files it loads; absent, the first one. */
  readonly store?: string;
  /** Files that are links to others of the folder, by what they lead to: what the harness loads through one is loaded. */
  readonly links?: Readonly<Record<string, string>>;
}

/** Ids of pages whose every line is loaded; what a harness cuts out of a long file is in nobody's prompt and may be in ours. */
function loadedBy(memory: Memory, harness: HarnessAt | null, open: OpensFile): ReadonlySet<string> {
  if (harness === null || memory.session !== undefined) return new Set();
  const { config, table } = memory;
  const rules = loadRulesOf(harness.name, config.profile === harness.name ? (config.harness ?? null) : null);
  if (rules === null) return new Set();
  const links = harness.links ?? {};
  const files = rules.files
    .filter((file) => (file.folder ?? "project") === harness.folder)
    .map((file) => ({ ...file, path: links[file.path] ?? file.path }));
  const entries = files.flatMap(({ path }) => table.byPath.get(path as PagePath) ?? []);
  const texts = new Map<string, string>();
  for (const entry of entries) {
    const file = open(memory, entry);
    if (file.ok && file.value !== null) texts.set(entry.path, file.value.text);
  }
  const ids = new Set<string>();
  for (const { path, state, missing } of loadFiles({ ...rules, files }, texts).files) {
    const sections = memory.files.get(path as (typeof entries)[number]["path"])?.data.sections ?? [];
    const isWhole = (start: number, end: number): boolean =>
      state !== "dropped" && missing.every((gap) => gap.end <= start || gap.start >= end);
    const entry = table.byPath.get(path);
    if (entry === undefined) continue;
    if (isWhole(0, sections[0]?.start ?? texts.get(path)?.length ?? 0)) ids.add(entry.id);
    for (const [at, { start, end }] of sections.entries()) {
      const id = entry.sections[at];
      if (id !== undefined && isWhole(start, end)) ids.add(id);
    }
  }
  // The notes that a harness keeps for itself import nothing.
  const deepest = harness.folder === "memory" ? 0 : (rules.importsDeep ?? 0);
  for (let deep = 0, told = [...texts]; deep < deepest && told.length > 0; deep += 1)
    told = told.flatMap(importsIn).flatMap((path) => {
      const entry = texts.has(path) ? undefined : table.byPath.get(path as PagePath);
      const file = entry && open(memory, entry);
      if (!entry || !file?.ok || file.value === null) return [];
      for (const id of [entry.id, ...entry.sections]) ids.add(id);
      texts.set(path, file.value.text);
      return [[path, file.value.text] as [string, string]];
    });
  return ids;
}

/** Files that a text names as `@docs/style.md`, from its own folder; what stands in code is an example, and in a comment for nobody. */
function importsIn([path, text]: readonly [string, string]): readonly string[] {
  const isCode = fenceReader();
  const [first, ...others] = text.split("<!--");
  const shown = [first, ...others.map((part) => part.split("-->").slice(1).join("-->"))].join("");
  const said = shown.split("\n").filter((line) => !isCode(line));
  const named = said.flatMap((line) => [
    ...line.replace(/`[^`]*`/g, "").matchAll(/(?<!\S)@([\w./-]+\.md)(?![\w/])/gi),
  ]);
  return named.map(([, name]) => posix.join(posix.dirname(path), name!));
}
