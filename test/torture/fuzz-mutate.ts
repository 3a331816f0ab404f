/** Fuzz mutations: a page, byte by byte and line by line, and a draft, key by key, turned into something nobody wrote. */

import { type Chance, nastyLines, pick, upTo, yamlLines } from "./fuzz-corpus.js";

/** 0 to 4 mutations of the text, and with a chance of one in twelve some of its bytes as well. */
export function mutatePage(chance: Chance, text: string): Uint8Array {
  let mutated = text;
  for (let left = upTo(chance, 5); left > 0; left--) mutated = pick(chance, lineMutations)(chance, mutated);
  const bytes = new TextEncoder().encode(mutated);
  return chance() < 1 / 12 ? mutateBytes(chance, bytes) : bytes;
}

type TextMutation = (chance: Chance, text: string) => string;

const lineMutations: readonly TextMutation[] = [
  (chance, text) => insertLine(chance, text, pick(chance, nastyLines)),
  (chance, text) => insertLine(chance, text, pick(chance, nastyLines)),
  (chance, text) => intoHead(chance, text, pick(chance, yamlLines)),
  (chance, text) => onLines(chance, text, (lines, at) => lines.splice(at, 1)),
  (chance, text) => onLines(chance, text, (lines, at) => lines.splice(at, 0, lines[at] ?? "")),
  (chance, text) =>
    onLines(chance, text, (lines, at) => lines.splice(at, 0, ...lines.splice(upTo(chance, lines.length), 1))),
  (chance, text) =>
    onLines(chance, text, (lines, at) =>
      lines.splice(at, 1, `${pick(chance, [" ", "  ", "    ", "\t", "> ", "- "])}${lines[at] ?? ""}`),
    ),
  (chance, text) =>
    onLines(chance, text, (lines, at) =>
      lines.splice(at, 1, `${lines[at] ?? ""}${pick(chance, [" ", "  ", "\r", "\\", " #", ":", "`"])}`),
    ),
  (_chance, text) => text.replaceAll("\r\n", "\n").replaceAll("\n", "\r\n"),
  (_chance, text) => text.replace(/\n$/, ""),
  (chance, text) => text.slice(0, upTo(chance, text.length + 1)),
  (chance, text) => {
    const at = upTo(chance, text.length + 1);
    return text.slice(0, at) + pick(chance, nastyLines) + text.slice(at);
  },
  (chance, text) => {
    const at = upTo(chance, text.length + 1);
    return text.slice(0, at) + text.slice(at + 1 + upTo(chance, 4));
  },
];

function insertLine(chance: Chance, text: string, line: string): string {
  return onLines(chance, text, (lines, at) => lines.splice(at, 0, line));
}

function intoHead(chance: Chance, text: string, line: string): string {
  const end = text.indexOf("\n---", 4);
  if (!text.startsWith("---") || end < 0) return insertLine(chance, text, line);
  const head = text.slice(0, end + 1).split("\n");
  head.splice(1 + upTo(chance, head.length - 1), 0, line);
  return head.join("\n") + text.slice(end + 1);
}

function onLines(chance: Chance, text: string, change: (lines: string[], at: number) => unknown): string {
  const lines = text.split("\n");
  change(lines, upTo(chance, lines.length));
  return lines.join("\n");
}

function mutateBytes(chance: Chance, bytes: Uint8Array): Uint8Array {
  const changed = [...bytes];
  for (let left = 1 + upTo(chance, 3); left > 0; left--) {
    const at = upTo(chance, changed.length + 1);
    const roll = chance();
    if (roll < 0.4) changed.splice(at, 1, upTo(chance, 256));
    else if (roll < 0.7) changed.splice(at, 0, pick(chance, [0, 9, 10, 13, 0x80, 0xc0, 0xed, 0xf4, 0xff, 0xef]));
    else changed.splice(at, 1 + upTo(chance, 8));
  }
  return Uint8Array.from(changed);
}

/** One draft in eight loses a key, gains one, or has a value of another type. */
export function mutateDraft(chance: Chance, draft: Record<string, unknown>): unknown {
  if (chance() >= 1 / 8) return draft;
  const keys = Object.keys(draft);
  const key = pick(chance, keys);
  const { [key]: was, ...rest } = draft;
  const roll = chance();
  if (roll < 0.25) return rest;
  if (roll < 0.5)
    return { ...draft, [pick(chance, ["extra", "actor", "origin", "evidence", "session"])]: pick(chance, odd) };
  if (roll < 0.85) return { ...draft, [key]: pick(chance, odd) };
  return pick(chance, [null, 7, "append", [draft], { op: was }]);
}

const odd: readonly unknown[] = [
  null,
  -1,
  "",
  "web",
  "\u0000",
  "x".repeat(70_000),
  [],
  [["deep"]],
  {},
  { toString: "x" },
  true,
  ["session:7f3a#L1"],
  ["page:nowhere"],
  "a\nPagefile-Reason: FORGED",
  "../../etc/passwd",
];
