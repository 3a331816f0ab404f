/** TruncatePolicy: how an instruction file that is too long is loaded: its head, the lines that look like rules, its tail. */

import type { Span, Truncated } from "./truncate.js";
import { headOf, safeFrom } from "./truncate--truncate-units.js";

const shares = { head: 0.45, digest: 0.35, tail: 0.15 } as const;
const lineMax = 240;

const listed = /^(?:#{1,6}|\s*[-*+]|\s*\d{1,9}[.)])\s+\S/u;
const ruling =
  /\b(?:AGENTS\.md|scoped|required|must|never|do not|before subtree|read scoped|owner|security|secret|credential|test|validation|command|commit|push|github|pr)\b/iu;
const urgent =
  /\b(?:AGENTS\.md|scoped|required|must|never|do not|before subtree|read scoped|security|secret|credential)\b/iu;

interface Line extends Span {
  /** As the digest shows it: on one line, in single spaces, cut to `lineMax`. */
  readonly shown: string;
  /** Whether all of it is shown. */
  readonly entire: boolean;
}

interface Digest {
  readonly text: string;
  readonly lines: readonly Line[];
  readonly omitted: number;
}

/** `text` has no space at its end and is longer than `max`. */
export function cutPolicy(name: string, text: string, max: number): Truncated {
  const candidates = candidatesIn(text);
  let head = Math.floor(max * shares.head);
  let tail = Math.floor(max * shares.tail);
  let room = Math.floor(max * shares.digest);
  let digest = digestOf(candidates, room);
  const print = (): string =>
    [
      headOf(text, head),
      `[...truncated, read ${name} for full content...]`,
      digest.text === "" ? "" : `[Policy digest from ${name}]`,
      digest.text,
      digest.omitted === 0 ? "" : `[...${digest.omitted} more policy lines omitted...]`,
      `…(truncated ${name}: kept ${head}+policy ${digest.text.length}+${tail} chars of ${text.length})…`,
      tail === 0 ? "" : text.slice(safeFrom(text, text.length - tail)),
    ]
      .filter((part) => part !== "")
      .join("\n");
  let content = print();
  while (content.length > max && (tail > 0 || head > 1 || room > 0)) {
    const over = content.length - max;
    if (tail > 0) tail = Math.max(0, tail - over);
    else if (head > 1) head = Math.max(1, head - over);
    else {
      room = Math.max(0, room - over);
      digest = digestOf(candidates, room);
    }
    content = print();
  }
  const start = safeFrom(text, text.length - tail);
  const kept: Span[] = [
    { start: 0, end: headOf(text, head).length },
    ...digest.lines.filter((line) => line.entire).map(({ start, end }) => ({ start, end })),
    { start, end: text.length },
  ];
  if (content.length > max) return { content: headOf(content, max), cut: true, kept: kept.slice(0, 1) };
  return { content, cut: true, kept: kept.filter((span) => span.end > span.start).sort((a, b) => a.start - b.start) };
}

/** What looks like a rule, judged by the line as it is shown. */
function candidatesIn(text: string): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    const content = line.endsWith("\r") ? line.slice(0, -1) : line;
    const flat = content.trim().replace(/\s+/gu, " ");
    const shown = flat.length <= lineMax ? flat : `${headOf(flat, lineMax - 1)}…`;
    if (shown !== "" && (listed.test(shown) || ruling.test(shown)))
      lines.push({ start, end: start + content.length, shown, entire: shown === flat });
    start += line.length + 1;
  }
  return lines;
}

/** Urgent lines first, then the others, each where it still fits; printed in the order of the file. */
function digestOf(candidates: readonly Line[], room: number): Digest {
  const chosen = new Set<Line>();
  let used = 0;
  const take = (line: Line): void => {
    const need = line.shown.length + Number(chosen.size > 0);
    if (used + need > room) return;
    chosen.add(line);
    used += need;
  };
  if (room > 0) {
    for (const line of candidates) if (urgent.test(line.shown)) take(line);
    for (const line of candidates) if (!chosen.has(line)) take(line);
  }
  const lines = candidates.filter((line) => chosen.has(line));
  // Without any room the harness names no omission either.
  const omitted = room > 0 ? candidates.length - lines.length : 0;
  return { text: lines.map((line) => line.shown).join("\n"), lines, omitted };
}
