/** Recall print: an answer as one text for a model: typed blocks in a fence that no page can close, each with its source and its cue. */

import { printAttribute } from "../../prompt/attribute.js";
import { anyFence, fenceFor } from "../../prompt/fence.js";
import { type MemoryKind, memoryKinds } from "../../recall/answer.js";
import { cueOf } from "../../recall/explain.js";
import type { Lead, Weighed } from "../../recall/lead.js";

export interface Shown {
  readonly lead: Weighed;
  readonly text: string;
}

/** What one page costs with everything printed around it; `count` counts tokens. */
export function costOf({ lead, text }: Shown, count: (text: string) => number): number {
  return count(printShown({ lead, text }, anyFence));
}

/** What is printed around pages of these kinds: goes off the cap first. */
export function frameCost(kinds: ReadonlySet<MemoryKind>, count: (text: string) => number): number {
  const lines = [...kinds].flatMap((kind) => blockLines(kind, anyFence));
  return [...frameLines(anyFence), ...lines].reduce((sum, line) => sum + count(line), 2);
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
  return `${openLine(lead, fence)}${text.trim()}\n</page-${fence}>\n`;
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
