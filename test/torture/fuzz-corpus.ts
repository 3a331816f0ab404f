/** Fuzz corpus: seed pages and seed patches that are put together anew from legal, odd and hostile parts. */

import { markdownBodies } from "../support/markdown-text.js";

export type Chance = () => number;

export function pick<T>(chance: Chance, from: readonly T[]): T {
  return from[Math.floor(chance() * from.length)] as T;
}

/** 0 to `below - 1`. */
export function upTo(chance: Chance, below: number): number {
  return Math.floor(chance() * below);
}

const bodies: readonly string[] = markdownBodies();

/** Lines that end, open or swallow what stands next to them. */
export const nastyLines: readonly string[] = [
  ..."```|~~~|````md|<!--|-->|<div>|</div>|<script>|<![CDATA[|---|***|===|...|> quote|>|- |-|* star|+ plus|1. one".split(
    "|",
  ),
  ..."2) two|    code|\ttab|# H|## H|## |### deep ###|[r]: /u|[a]: /u 'open|\\|$$|[[wiki]]|[human] tag|- [ ] open".split(
    "|",
  ),
  "| a | b |\n|---|---|",
  "   - three in",
  "text  ",
  "- ```",
  "- <!--",
  "1. > - deep",
  "<?php",
  "<!DOCTYPE x>",
  "&nbsp;",
  "\u00a0",
  "\u2028",
  "\u200b",
  "\ufeff",
  "e\u0301",
  "🎉",
  "\r",
  "a\fb\vc",
  "- a\n\n      far",
  "Title\n===",
  "Two\nlines\n---",
];

const frontmatters: readonly string[] = [
  "id: p\ntype: preference\ntitle: A page\nversion: 3\nupdated: 2026-01-02T03:04:05Z\ntags: [human]\nfields: { subject: flights, prefers: trains }\n",
  'id: p # mine\ntitle: "A: page"\nversion: 1\ntags:\n  - human\n  - decision\nfields:\n  subject: x # why\n  prefers: "y"\n',
  "id: p\n# a comment\ntitle: 'It''s'\nfields:\n    deep:\n        er: 1\n    list: [a, b]\nsummary: >\n  folded\n  text\n\nstatus: open\n",
  "id: p\nversion: 12\nsections:\n  a: { pin: soft }\n  section: { type: plan }\n",
  "title: No id\ncompressed: |\n  kept\n  lines\ncustom: { any: [1, 2.5, true, null] }\n",
  "{ }\n",
  "id: p\n",
  '"id": "p"\n"version" : 7\n\n\ntags: []\nfields: {}\n',
  "id: p\r\nversion: 2\r\nfields: { a: b }\r\n",
];

/** A page's text: frontmatter or none, and a body of one to three parts. */
export function seedPage(chance: Chance): string {
  const body = Array.from({ length: 1 + upTo(chance, 3) }, () => pick(chance, bodies)).join(
    pick(chance, ["", "\n", "\n\n"]),
  );
  const mark = chance() < 0.04 ? "\ufeff" : "";
  if (chance() < 0.25) return mark + body;
  const head = pick(chance, frontmatters);
  const eol = head.includes("\r\n") ? "\r\n" : "\n";
  return `${mark}---${eol}${head}---${eol}${eol === "\r\n" ? body.replaceAll("\r\n", "\n").replaceAll("\n", eol) : body}`;
}

/** Frontmatter lines, some of them outside the subset. */
export const yamlLines: readonly string[] = [
  ..."extra: 1|id: q|version: 9|version: nine|tags: [x|fields: {|fields: { a: b }|title:|? key|- item|&a x: 1|x: *a".split(
    "|",
  ),
  ..."x: !!str 1|<<: {}|  in: 1|\tx: 1|# note|x: 'open|x: \"\\u00e9\"|x: [a, [b, [c]]]|x: 2026-11-20|'q': 1|---|...".split(
    "|",
  ),
  "x: >-\n  folded",
  "x:\n- a\n- b",
  "type: plan",
  "pin: hard",
  "pin: hardest",
  "__proto__: 1",
  "updated: yesterday",
];

const words =
  "A fact.|Prefers trains.|- One. [human]\n- Two.|1. first\n2. second|Para one.\n\nPara two.|`code`|x".split("|");
const longLine: string = "word ".repeat(400);
/** What no page may take in. */
const barred: readonly string[] = [
  "[rest unchanged]",
  "... existing content ...",
  "password = hunter2hunter2hunter2",
  ["AKIA", "IOSFODNN7", "EXAMPLQ"].join(""),
  "\u0000",
  "   ",
  "",
];

/** Markdown as a writer might send it. */
function value(chance: Chance): string {
  const roll = chance();
  if (roll < 0.42) return `${pick(chance, words)} ${upTo(chance, 1e6)}`;
  if (roll < 0.68) return `${pick(chance, nastyLines)}\nText ${upTo(chance, 1e6)}.`;
  if (roll < 0.87) return pick(chance, bodies);
  if (roll < 0.9) return longLine;
  return pick(chance, barred);
}

const scalars: readonly unknown[] = [
  ..."trains|no|1.10|0x1F|2026-11-20|a: b|# x|'|\"|- a|[x]|{y}|&a|*b|!c|%d|@e|`f`|null|~||  pad |é🎉|\u2028|a\nb".split(
    "|",
  ),
  3,
  -0.5,
  true,
  null,
  ["a", "b"],
  { k: "v" },
  { k: { k: { k: { k: { k: { k: 1 } } } } } },
  1e21,
];

/** A draft of a patch on page `page`, mostly of the right shape. */
export function seedDraft(chance: Chance, page: string, bases: readonly string[]): Record<string, unknown> {
  const op = pick(chance, ["append", "append", "append", "merge", "merge", "set", "set", "create", "archive"]);
  if (op === "append") return { op, page, value: value(chance) };
  if (op === "merge") {
    const name = pick(chance, ["subject", "prefers", "fresh", "list", "deep", "a"]);
    const fields = chance() < 0.6 ? { [name]: pick(chance, scalars) } : {};
    const tags = chance() < 0.4 ? [pick(chance, ["human", "decision", "fresh"])] : [];
    return { op, page, fields, tags, entries: Array.from({ length: upTo(chance, 3) }, () => value(chance)) };
  }
  if (op === "set") {
    const keys =
      "title|title|status|summary|fields.prefers|fields.new|fields.deep.er|tags|pin|id|version|custom.any|".split(
        "|",
      );
    const base = chance() < 0.85 ? pick(chance, bases) : "99";
    return { op: "set_with_version", page, key: pick(chance, keys), value: pick(chance, scalars), base };
  }
  if (op === "archive") return { op, page };
  const fields = chance() < 0.8 ? { subject: pick(chance, scalars), prefers: "x" } : {};
  const named = chance() < 0.7 ? { page: pick(chance, ["q", "new-page", "p", "Bad Id", "con"]) } : {};
  return {
    op,
    type: "preference",
    title: pick(chance, ["New page", "A: b", "# 'x'", "日本", ""]),
    fields,
    value: value(chance),
    ...named,
  };
}
