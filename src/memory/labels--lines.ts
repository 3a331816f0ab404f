/** OriginLines: labels and approvals as the lines of trailers that `origin-labels` reads back. */

import { type Origin, origins } from "../page/page--page.js";

/** Written by neither the user nor the user's own agent. */
export function isUntrusted(origin: Origin): boolean {
  return origins.indexOf(origin) > origins.indexOf("agent");
}

export function leastTrusted(labels: readonly Origin[]): Origin {
  return origins[Math.max(0, ...labels.map((label) => origins.indexOf(label)))] ?? "web";
}

/** `web travel-mornings 0f3a… 77be…`, in lines that stay readable in `git log`. */
export function labelLines(origin: Origin, page: string, items: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at < items.length; at += itemsALine)
    lines.push(`${origin} ${page} ${items.slice(at, at + itemsALine).join(" ")}`);
  return lines;
}

const itemsALine = 12;

/** Items alone, in lines of the same length. */
export function itemLines(items: readonly string[]): readonly string[] {
  return labelLines("user", "-", items).map((line) => line.slice("user - ".length));
}
