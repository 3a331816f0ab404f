/**
 * Tonight: what a night finds and what it would do about it, made together and asked for by the night, its audit and a person who looks at what is
 * to come.
 */

import { join } from "node:path";
import { shortDigest } from "../base/digest.js";
import { dayAt, type PagePath } from "../base/ids.js";
import { stableJson } from "../base/json.js";
import { type Outcome, ok } from "../base/result.js";
import type { LoggedCommit } from "../git/history.js";
import { openKeyedCache } from "../memory/disk/facts-cache.js";
import type { KeyedCache } from "../memory/facts.js";
import type { Memory } from "../memory/memory.js";
import { type Holder, service } from "../memory/service.js";
import { decodePage } from "../page/decode.js";
import { redactSecrets } from "../rules/secret-keys.js";
import { dayOf } from "./day-files.js";
import { type LogText, sourceName } from "./keep/candidate.js";
import { type Coming, type ComingReason, comingIn } from "./keep/coming.js";
import type { KeptProposal } from "./night-refs.js";
import { originIn, type PlannedFile, type PlannedNight, planOn } from "./plan.js";
import type { NightKind } from "./steps.js";
import { thresholds } from "./thresholds.js";
import { keptPaths, type NightHistory, promotedIn, readNightHistory } from "./undo.js";

// ComingRows: what a night proposes to keep, read again from the logs as they are now, each with the number that a person calls it by.

/** `count`: nobody reads the rows, only how many there are. `names`: all that are open, whatever their logs say now. */
export type WhichRows = "first" | "all" | "names" | "count" | readonly number[];

export interface ComingRow {
  readonly n: number;
  readonly path: PagePath;
  readonly digest: string;
  readonly reason: ComingReason;
  readonly state: "open" | "gone";
  /** What its log says, with all that hangs below; null where that must not be repeated, and where nobody asked for words. */
  readonly text: string | null;
  readonly why: string;
  /** As it would be kept; null where it is gone, and where nobody asked for words. */
  readonly coming: Coming | null;
}

interface Asked {
  readonly wanted: WhichRows;
  /** What somebody refused already. */
  readonly rejected: ReadonlySet<string>;
  readonly logged: readonly LoggedCommit[];
}

/** What is open is told by names alone; words are read for those that somebody looks at. */
export async function comingRows(
  memory: Memory,
  { night, coming }: Pick<KeptProposal, "night" | "coming">,
  { wanted, rejected, logged }: Asked,
): Promise<Outcome<{ readonly rows: readonly ComingRow[]; readonly open: number }>> {
  if (coming.length === 0) return ok({ rows: [], open: 0 });
  const head = await memory.history.head();
  if (!head.ok) return head;
  const tree = await memory.history.tree(head.value.commit);
  if (!tree.ok) return tree;
  const paths = new Set<string>(tree.value.map(({ path }) => path));
  const promoted = promotedIn(logged);
  const open = coming.filter((each) => {
    const name = sourceName(each);
    return paths.has(each.path) && !rejected.has(each.digest) && !rejected.has(name) && !promoted.has(name);
  });
  if (wanted === "names") {
    const rows = open.map((each): ComingRow => ({ ...each, state: "open", text: null, why: "", coming: null }));
    return ok({ rows, open: open.length });
  }
  const chosen =
    wanted === "count"
      ? []
      : wanted === "all"
        ? open
        : wanted === "first"
          ? open.slice(0, thresholds.toldMax)
          : coming.filter(({ n }) => wanted.includes(n));
  const isOpen = new Set(open);
  const logs = await textsOf(memory, head.value.commit, [...new Set(chosen.map(({ path }) => path))]);
  if (!logs.ok) return logs;
  const pages = await textsOf(memory, head.value.commit, chosen.length === 0 ? [] : keptPaths);
  if (!pages.ok) return pages;
  const kept = [...pages.value.values()];
  const by = { day: dayAt(memory.zone, memory.clock.now()), kept, originOf: originIn(memory) };
  const readIn = readOnce(by);
  const rows = chosen.map((each): ComingRow => {
    const text = isOpen.has(each) ? (logs.value.get(each.path) ?? "") : "";
    // “Tomorrow” in a text without a day was said before the night that asks about it.
    const day = dayOf(each.path) ?? (each.reason === "moving_time" ? dayAt(memory.zone, night) : null);
    const found = text === "" ? null : readIn({ path: each.path, day, text })(each.digest, each.reason);
    if (found === null)
      return { ...each, state: "gone", text: null, why: "it needs no answer any more", coming: null };
    const { text: moved, below = "" } = found.promotion;
    const said = each.reason === "moving_time" ? moved : found.promotion.said;
    const words = redactSecrets(below === "" ? said : `${said}\n${below}`);
    return {
      ...each,
      reason: found.reason,
      state: "open",
      text: found.reason === "secret" ? null : words,
      why: found.why,
      coming: found,
    };
  });
  return ok({ rows, open: open.length });
}

/** A log is read once, however many of its rows are asked about; by its day too, because one without a day has the one of the night that asks. */
function readOnce(by: Parameters<typeof comingIn>[1]): (log: LogText) => ReturnType<typeof comingIn> {
  const known = new Map<string, ReturnType<typeof comingIn>>();
  return (log) => {
    const name = `${log.path} ${log.day}`;
    const found = known.get(name) ?? comingIn(log, by);
    known.set(name, found);
    return found;
  };
}

async function textsOf(
  memory: Memory,
  head: Parameters<Memory["history"]["at"]>[0],
  paths: readonly PagePath[],
): Promise<Outcome<ReadonlyMap<string, string>>> {
  const blobs = await memory.history.at(head, paths);
  if (!blobs.ok) return blobs;
  const texts = paths.flatMap((path, at) => {
    const bytes = blobs.value[at]?.bytes ?? null;
    const decoded = bytes === null ? null : decodePage(path, bytes);
    return decoded?.ok === true ? [[path as string, decoded.value] as const] : [];
  });
  return ok(new Map(texts));
}

// Tonight: what a night finds and what it would do about it, made together and asked for by the night and by its audit.

export interface TonightsPlan {
  readonly ground: NightHistory;
  /** In the night's own words; a model has not been asked. */
  readonly plan: PlannedNight;
}

export async function planTonight(memory: Memory, kind: NightKind = "night"): Promise<Outcome<TonightsPlan>> {
  const ground = await readNightHistory(memory, kind);
  if (!ground.ok) return ground;
  const plan = await planOn(memory, ground.value);
  return plan.ok ? ok({ ground: ground.value, plan: plan.value }) : plan;
}

/** What an audit asks of a plan. */
interface Overdue extends KeptOverdue {
  readonly ground: NightHistory;
}

interface KeptOverdue {
  /** Since when what a night would take waits. */
  readonly since: string | null;
  readonly tooLong: PlannedNight["tooLong"];
}

/** What an audit tells of nights, by all that a night is planned from; undefined, every audit plans one. */
export const overdueCacheOf: (holder: Holder) => KeyedCache<KeptOverdue> | undefined = service(({ place }) =>
  openKeyedCache(join(place.state, "index-overdue"), "overdue-2"),
);

/** A plan tells, and the same things give the same plan: what it tells is kept by them, but for the hour. */
export async function overdueTonight(memory: Memory): Promise<Outcome<Overdue>> {
  const ground = await readNightHistory(memory, "night");
  if (!ground.ok) return ground;
  const key = keyOf(memory, ground.value);
  const known = overdueCacheOf(memory)?.get(key);
  if (known !== undefined) return ok({ ground: ground.value, ...known });
  const plan = await planOn(memory, ground.value);
  if (!plan.ok) return plan;
  const { overdueSince: since, tooLong } = plan.value;
  overdueCacheOf(memory)?.put(key, { since, tooLong });
  overdueCacheOf(memory)?.flush();
  return ok({ ground: ground.value, since, tooLong });
}

/** The texts of HEAD stand behind its name; files that it does not hold are named by their own. */
function keyOf(memory: Memory, ground: NightHistory): string {
  const { at: _, texts, perception: __, ...rest } = ground;
  const names = [...texts.keys()];
  const files = [...memory.files.values()].map(({ path, oid }) => `${oid} ${path}`).sort();
  return shortDigest(
    stableJson(plain({ ...rest, names, files, config: memory.config, labels: memory.labels.version })),
    32,
  );
}

/** Maps and sets as JSON can carry them. */
function plain(value: unknown): unknown {
  if (value instanceof Map) return plain([...value]);
  if (value instanceof Set) return plain([...value].sort());
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}

// PlannedRows: a planned file as an answer shows it: the lines that come and the lines that go.

export interface FileRow extends Pick<PlannedFile, "path" | "before" | "after"> {
  /** Lines that come and lines that go. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export function rowOf({ path, before, after, was, text }: PlannedFile): FileRow {
  const [old, now] = [linesOf(was), linesOf(text)];
  const [had, has] = [new Set(old), new Set(now)];
  return {
    path,
    before,
    after,
    added: now.filter((line) => !had.has(line)),
    removed: old.filter((line) => !has.has(line)),
  };
}

function linesOf(text: string | null): readonly string[] {
  return text === null ? [] : text.split(/\r?\n/).filter((line) => line.trim() !== "");
}
