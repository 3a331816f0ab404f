/** Recall print: an answer as one text for a model: typed blocks in a fence that no page can close, each with its source and its cue. */

import type { Tokenizer } from "../memory/tokenizer--tokenizer.js";
import { printAttribute } from "../prompt/print--attribute.js";
import { anyFence, fenceFor } from "../prompt/print--fence.js";
import { type MemoryKind, memoryKinds } from "./answer.js";
import type { Lead, Weighed } from "./confidence--lead.js";
import { cueOf } from "./explain.js";

export interface Shown {
  readonly lead: Weighed;
  readonly text: string;
}

type Counter = Pick<Tokenizer, "count" | "splitsBlocks">;

/** What one page costs with everything printed around it. */
export function costOf({ lead, text }: Shown, counter: Counter): number {
  const open = openLine(lead, anyFence);
  const rest = restOf(text, anyFence);
  // Its first line goes by the question, and the rest mostly stays.
  if (counter.splitsBlocks !== true || !/^[^\s/]/.test(rest)) return counter.count(`${open}${rest}`);
  return counter.count(open) + counter.count(rest);
}

/** What is printed around pages of these kinds: goes off the cap first. */
export function frameCost(kinds: ReadonlySet<MemoryKind>, counter: Counter): number {
  return linesCost(kinds, counter) + joinSlack;
}

const joinSlack = 2;

function linesCost(kinds: ReadonlySet<MemoryKind>, counter: Counter): number {
  const lines = [...kinds].flatMap((kind) => blockLines(kind, anyFence));
  return [...frameLines(anyFence), ...lines].reduce((sum, line) => sum + counter.count(line), 0);
}

/** What `text`, which is `shown` printed, costs: every fence costs the same, and where blocks are split so does each wherever it stands. */
export function printedCost(text: string, shown: readonly Shown[], counter: Counter): number {
  if (shown.length === 0 || counter.splitsBlocks !== true) return counter.count(text);
  const kinds = new Set(shown.map(({ lead }) => lead.kind));
  return shown.reduce((sum, one) => sum + costOf(one, counter), linesCost(kinds, counter));
}

/** Kinds in their fixed order, the best of each first. Ends in a newline. */
export function printRecall(shown: readonly Shown[]): string {
  if (shown.length === 0) return "";
  const fence = fenceFor(
    shown[0]!.text,
    shown.flatMap(({ lead, text }) => [openLine(lead, ""), text]),
  );
  const [open, close] = frameLines(fence);
  const blocks = memoryKinds.map((kind) => {
    const own = shown.filter(({ lead }) => lead.kind === kind);
    const [first, last] = blockLines(kind, fence);
    return own.length === 0 ? "" : `${first}${own.map((one) => printShown(one, fence)).join("")}${last}`;
  });
  return `${open}${blocks.join("")}${close}`;
}

function frameLines(fence: string): readonly [string, string] {
  return [`<recall fence="${fence}" read="pagefile show ID">\n`, `</recall-${fence}>\n`];
}

function blockLines(kind: MemoryKind, fence: string): readonly [string, string] {
  return [`<${kind}-${fence}>\n`, `</${kind}-${fence}>\n`];
}

function printShown({ lead, text }: Shown, fence: string): string {
  return `${openLine(lead, fence)}${restOf(text, fence)}`;
}

function restOf(text: string, fence: string): string {
  return `${text.trim()}\n</page-${fence}>\n`;
}

const oidChars = 10;

function openLine(lead: Weighed, fence: string): string {
  const { id, type, title, path, oid, origin, tier } = lead;
  const when = whenOf(lead);
  const attributes = [
    printAttribute("id", id),
    printAttribute("type", type),
    printAttribute("title", title),
    ...(when === null ? [] : [printAttribute("when", when)]),
    printAttribute("confidence", cueOf(lead)),
    ...(origin === "user" ? [] : [printAttribute("origin", origin)]),
    ...(tier === "hot" ? [] : [printAttribute("tier", "archived")]),
    ...(lead.contested ? [printAttribute("conflict", "open")] : []),
    ...(lead.stale ? [printAttribute("status", "superseded")] : []),
    printAttribute("source", `${path}@${oid.slice(0, oidChars)}`),
  ];
  return `<page-${fence}${attributes.join("")}>\n`;
}

/** The event's own time, else the days it speaks of, else its last change. */
function whenOf({ event, days, updated }: Lead): string | null {
  if (event?.start != null) {
    const [start, end] = [event.start.slice(0, 16), (event.end ?? event.start).slice(0, 16)];
    const isWholeDay = start.endsWith("T00:00") && end.endsWith("T23:59");
    return isWholeDay ? start.slice(0, 10) : start === end ? start : `${start}/${end}`;
  }
  if (days !== null && days.from !== null)
    return days.to === days.from || days.to === null ? days.from : `${days.from}/${days.to}`;
  return updated?.slice(0, 10) ?? null;
}
