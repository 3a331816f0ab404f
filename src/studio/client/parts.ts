/**
 * Parts: the small pieces that views are made of: Markdown as elements, differences by words, command lines to copy, and what says that there is
 * nothing. No text becomes markup: every one of them is set as a text, and a link leads nowhere but to the web or to a page.
 */

import { html } from "htm/preact";
import type { ComponentChildren, VNode } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import type { Answer } from "../shape.js";
import { typed } from "./store.js";

export type Drawn = VNode | VNode[] | null;

// Markdown: the blocks and spans that pages of a memory have; what is none of them stands as it is.

/** A longer text is cut: the source shows it whole. */
const charsMax = 200_000;

/** `pageAt` names the page of a path or an id, null where there is none. */
export type PageAt = (name: string) => string | null;

export function markdown(text: string, pageAt: PageAt): Drawn[] {
  const lines = text.slice(0, charsMax).split("\n");
  const drawn: Drawn[] = [];
  let at = 0;
  while (at < lines.length) {
    const { block, next } = blockAt(lines, at, pageAt);
    if (block !== null) drawn.push(block);
    at = next;
  }
  if (text.length > charsMax) drawn.push(html`<p class="dim">The rest stands in the source.</p>` as VNode);
  return drawn;
}

interface Block {
  readonly block: Drawn;
  readonly next: number;
}

const item = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+(.*)$/;
const endsParagraph = /^(?:\s*$|#{1,6}\s|```|~~~|>|\s*(?:[-*+]|\d{1,9}[.)])\s)/;

function blockAt(lines: readonly string[], at: number, pageAt: PageAt): Block {
  const line = lines[at]!;
  if (line.trim() === "") return { block: null, next: at + 1 };
  const fence = /^\s*(```|~~~)/.exec(line)?.[1];
  if (fence !== undefined) return codeAt(lines, at, fence);
  const heading = /^(#{1,6})\s+(.*)$/.exec(line);
  // The page has the one heading of the first level.
  if (heading !== null) return { block: headingOf(heading[1]!.length, spans(heading[2]!, pageAt)), next: at + 1 };
  if (/^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/.test(line)) return { block: html`<hr />` as VNode, next: at + 1 };
  if (line.startsWith(">")) {
    const end = firstFrom(lines, at, (each) => !each.startsWith(">"));
    const inner = lines.slice(at, end).map((each) => each.replace(/^>\s?/, ""));
    return {
      block: html`<blockquote>${inner.map((each) => html`<p>${spans(each, pageAt)}</p>`)}</blockquote>` as VNode,
      next: end,
    };
  }
  if (item.test(line)) {
    const end = firstFrom(lines, at, (each) => !item.test(each) && !/^\s+\S/.test(each));
    return { block: listOf(lines.slice(at, end), pageAt), next: end };
  }
  if (line.trimStart().startsWith("|")) {
    const end = firstFrom(lines, at, (each) => !each.trimStart().startsWith("|"));
    return { block: tableOf(lines.slice(at, end), pageAt), next: end };
  }
  const end = firstFrom(lines, at + 1, (each) => endsParagraph.test(each));
  return { block: html`<p>${spans(lines.slice(at, end).join("\n"), pageAt)}</p>` as VNode, next: end };
}

function headingOf(level: number, inner: ComponentChildren): Drawn {
  if (level <= 2) return html`<h3>${inner}</h3>` as VNode;
  return (level === 3 ? html`<h4>${inner}</h4>` : html`<h5>${inner}</h5>`) as VNode;
}

function codeAt(lines: readonly string[], at: number, fence: string): Block {
  const end = firstFrom(lines, at + 1, (each) => each.trimStart().startsWith(fence));
  return {
    block: html`<pre tabindex="0"><code>${lines.slice(at + 1, end).join("\n")}</code></pre>` as VNode,
    next: end + 1,
  };
}

function firstFrom(lines: readonly string[], from: number, isIt: (line: string) => boolean): number {
  let at = from;
  while (at < lines.length && !isIt(lines[at]!)) at += 1;
  return at;
}

/** Items by their indent; what goes on below an item belongs to it. */
function listOf(lines: readonly string[], pageAt: PageAt): Drawn {
  const items: { depth: number; text: string }[] = [];
  for (const line of lines) {
    const found = item.exec(line);
    const last = items.at(-1);
    if (found !== null) items.push({ depth: Math.min(5, Math.floor(found[1]!.length / 2)), text: found[2]! });
    else if (last !== undefined) last.text += `\n${line.trim()}`;
  }
  const drawn = items.map(({ depth, text }) => html`<li class=${`depth${depth}`}>${spans(text, pageAt)}</li>`);
  return html`<ul>${drawn}</ul>` as VNode;
}

function tableOf(lines: readonly string[], pageAt: PageAt): Drawn {
  const rows = lines
    .filter((line) => !/^\s*\|[\s:|-]+\|?\s*$/.test(line))
    .map((line) =>
      line
        .trim()
        .replace(/^\||\|$/g, "")
        .split("|"),
    );
  const drawn = rows.map(
    (cells) => html`<tr>${cells.map((cell) => html`<td>${spans(cell.trim(), pageAt)}</td>`)}</tr>`,
  );
  return html`<div class="wide" tabindex="0"><table><tbody>${drawn}</tbody></table></div>` as VNode;
}

const span =
  /(`[^`\n]+`)|(\*\*[^*\n]+\*\*)|(\*[^*\s][^*\n]*\*)|!?\[([^\]\n]{0,200})\]\(([^)\s]{1,2000})\)|\[\[([^\]\n|]{1,200})(?:\|[^\]\n]*)?\]\]|(https?:\/\/[^\s<>)\]]{1,2000})/g;

function spans(text: string, pageAt: PageAt): ComponentChildren[] {
  const drawn: ComponentChildren[] = [];
  let last = 0;
  for (const found of text.matchAll(span)) {
    if (found.index > last) drawn.push(text.slice(last, found.index));
    drawn.push(spanOf(found, pageAt));
    last = found.index + found[0].length;
  }
  if (last < text.length) drawn.push(text.slice(last));
  return drawn;
}

function spanOf(found: RegExpMatchArray, pageAt: PageAt): ComponentChildren {
  const [whole, code, strong, weak, words, target, wiki, bare] = found;
  if (code !== undefined) return html`<code>${code.slice(1, -1)}</code>`;
  if (strong !== undefined) return html`<strong>${strong.slice(2, -2)}</strong>`;
  if (weak !== undefined) return html`<em>${weak.slice(1, -1)}</em>`;
  if (bare !== undefined) return outward(bare, bare);
  // No picture is fetched: what it shows is said.
  if (whole.startsWith("!")) return html`<em>(picture: ${words === "" ? target : words})</em>`;
  const page = pageAt((wiki ?? target ?? "").replace(/^\.\//, ""));
  if (page !== null) return html`<a href=${`#/pages/${encodeURIComponent(page)}`}>${wiki ?? words}</a>`;
  return target !== undefined && /^(?:https?:\/\/|mailto:)/i.test(target) ? outward(target, words ?? target) : whole;
}

function outward(target: string, words: string): ComponentChildren {
  return html`<a href=${target} target="_blank" rel="noopener noreferrer">${words}</a>`;
}

// Difference: a patch as words that went and words that came.

/** More words than this on one side are shown as whole lines. */
const wordsMax = 400;

export function Patch({ patch }: { readonly patch: string }): Drawn {
  const lines = patch.split("\n").filter((line) => !/^(?:---|\+\+\+|Index:|=====|\\ )/.test(line));
  const drawn: Drawn[] = [];
  let [gone, come]: [string[], string[]] = [[], []];
  const flush = (): void => {
    if (gone.length + come.length > 0) drawn.push(changeOf(gone.join("\n"), come.join("\n")));
    [gone, come] = [[], []];
  };
  for (const line of lines) {
    if (line.startsWith("-")) gone.push(line.slice(1));
    else if (line.startsWith("+")) come.push(line.slice(1));
    else {
      flush();
      if (line.startsWith("@@"))
        drawn.push(html`<div class="hunk">${line.replace(/^@@[^@]*@@\s?/, "…")}</div>` as VNode);
      else if (line !== "") drawn.push(html`<div class="same">${line.slice(1)}</div>` as VNode);
    }
  }
  flush();
  return html`<div class="patch" tabindex="0">${drawn}</div>` as VNode;
}

/** What differs between two texts, without the lines before and behind it. */
export function changedLines(before: string, after: string): Drawn {
  const [a, b] = [before.split("\n"), after.split("\n")];
  let head = 0;
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const middle = (lines: readonly string[]): string => lines.slice(head, lines.length - tail).join("\n");
  return html`<div class="patch" tabindex="0">${changeOf(middle(a), middle(b))}</div>` as VNode;
}

export function changeOf(before: string, after: string): Drawn {
  const [a, b] = [wordsIn(before), wordsIn(after)];
  if (a.length > wordsMax || b.length > wordsMax || a.length * b.length === 0)
    return html`<div class="change">${before === "" ? null : html`<del>${before}</del>`}${after === "" ? null : html`<ins>${after}</ins>`}</div>` as VNode;
  return html`<div class="change">${stepsBetween(a, b).map(({ kind, text }) =>
    kind === "same" ? text : kind === "gone" ? html`<del>${text}</del>` : html`<ins>${text}</ins>`,
  )}</div>` as VNode;
}

function wordsIn(text: string): readonly string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

interface Step {
  readonly kind: "same" | "gone" | "come";
  readonly text: string;
}

/** The longest row of words that both have; between them stands what went, and then what came. */
function stepsBetween(a: readonly string[], b: readonly string[]): readonly Step[] {
  const width = b.length + 1;
  const long = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      long[i * width + j] =
        a[i] === b[j]
          ? long[(i + 1) * width + j + 1]! + 1
          : Math.max(long[(i + 1) * width + j]!, long[i * width + j + 1]!);
  const steps: Step[] = [];
  const add = (kind: Step["kind"], text: string): void => {
    const last = steps.at(-1);
    if (last?.kind === kind) steps[steps.length - 1] = { kind, text: last.text + text };
    else steps.push({ kind, text });
  };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add("same", a[i]!);
      i += 1;
      j += 1;
    } else if (i < a.length && (j === b.length || long[(i + 1) * width + j]! >= long[i * width + j + 1]!)) {
      add("gone", a[i]!);
      i += 1;
    } else {
      add("come", b[j]!);
      j += 1;
    }
  }
  return steps;
}

// Pieces.

/** What a key asks of the page (`main.ts`), or the browser tells. Before the browser draws: a key may come as soon as something is seen. */
export function useHeard<T>(name: string, listener: (detail: T) => void, inputs?: readonly unknown[]): void {
  useLayoutEffect(() => {
    const heard = (event: Event): void => listener((event as CustomEvent<T>).detail);
    addEventListener(name, heard);
    return () => removeEventListener(name, heard);
  }, inputs);
}

/** What somebody types, for a field. */
export function typing(type: (text: string) => void): (event: InputEvent) => void {
  return ({ target }) => type((target as HTMLInputElement | HTMLTextAreaElement).value);
}

/** With what it did not have, or without what it had. */
export function toggled(set: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
}

/** A command line, and a button that copies it. */
export function Line({ line: short }: { readonly line: string }): Drawn {
  const [says, say] = useState("Copy");
  const line = typed(short);
  if (line === "") return null;
  const copy = (): void => {
    void navigator.clipboard.writeText(line).then(
      () => say("Copied"),
      () => say("Select it"),
    );
  };
  return html`<div class="line"><code tabindex="0">${line}</code><button type="button" class="small" onClick=${copy}>${says}</button></div>` as VNode;
}

/** A view's answer: drawn where it is there, else why not. */
export function drawAnswer<T>(answer: Answer<T> | null, draw: (value: T) => ComponentChildren): ComponentChildren {
  if (answer === null) return html`<p class="dim" role="status">Loading…</p>`;
  if (answer.ok) return draw(answer.value);
  return html`<div class="note bad" role="alert"><strong>${answer.says}</strong> ${answer.hint}</div>`;
}

export function Empty({ children }: { readonly children?: ComponentChildren }): Drawn {
  return html`<p class="empty">${children}</p>` as VNode;
}

/** `23 Nov 2026, 14:05`, in the person's own time. */
export function when(instant: string): string {
  const date = new Date(instant);
  if (instant === "" || Number.isNaN(date.getTime())) return "";
  return date.toLocaleString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });
}

export function quantity(n: number, noun: string): string {
  return `${n.toLocaleString("en-US")} ${noun}${n === 1 ? "" : "s"}`;
}
