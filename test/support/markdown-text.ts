/** Markdown text: bodies that trip readers of Markdown, and the examples of the specifications where they are at hand. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const nasty: readonly string[] = [
  "",
  "\n",
  "\n\n\n",
  "text",
  "text without final newline\nsecond",
  "# Title\n\n- a\n- b\n",
  "- a\n\n- b\n\n  nested paragraph\n\n      code\n- c",
  "* a\n* b\n\n+ c\n",
  "1. one\n2. two\n   - nested\n",
  "1) one\n1) two\n",
  "- [ ] open [human]\n- [x] done\n",
  "---\n",
  "***\n\ntext\n\n---\n\nmore\n",
  "Title\n=====\n\nSection\n-------\ntext\n",
  "## A\ntext\n## A\ntext\n### B\n## C ##\n",
  "##\n\n## \n\n##no heading\n\n####### seven\n",
  "```\n## code\n```\n## Real\n",
  "````md\n```\n## code\n```\n````\n",
  "~~~\nunclosed\n## code\n",
  "```js\nunclosed",
  "    ## indented code\n\n\ttab code\n",
  "<!-- ## hidden -->\n\n## Shown\n",
  "<!--\n## hidden\n\nstill\n-->\n## Shown\n",
  "<!-- never closed\n\n## hidden\n",
  "<div>\n## inside\n\n## outside\n</div>\n",
  "<script>\n## inside\n\n## inside\n</script>\n",
  "> quote\n> ## nested\n\n> - list\nlazy\n",
  "> ```\n## ends the quote\n",
  "- ```\n## ends the list\n",
  "- item\n  ```\n  ## code\n  ```\n  text\n## Heading\n",
  "- item\nlazy\n## Heading\n",
  "[human]: https://example.org\n\ntext [human] and [x][human]\n",
  "[a]: /url 'title\n## Heading\n",
  "a  \nb\\\nc\n",
  "| a | b |\n|---|---|\n| 1 | 2 |\n",
  "text\r\n\r\n## CRLF\r\n- a\r\n- b\r\n",
  "mixed\r\n## one\nline\r\n",
  "héllo 🎉 日本語\n\n## Ünïcode 見出し\n- 日本。[decision]\n",
  "\u00a0nbsp\u2028line separator\n",
  "a\tb\n- \ttab item\n",
  "## `code` **bold** [link](x) ![img](y)\n",
  "## &amp; \\# <b>x</b>\n",
  "- a\n-\n- \n- c\n",
  "-\n\n  text\n",
  "---\nkey without block\n",
  "Setext over\ntwo lines\n---\ntext\n",
  "- a\n---\n- b\n",
  "## a\n\n## a-1\n\n## a\n\n## a\n",
  "text\n   ## indented heading\n",
  "a\fb\vc\n",
  "--\n---\n",
  "[r]: /u\nUnder a definition\n---\ntext\n",
  "$$\n## math\n$$\n",
  "[[wiki]] [decision] [not a tag] `[code]` \\[escaped] [link](x) [surprise]\n",
];

/** The embedded bodies; with `PAGEFILE_EVAL_DATA` also every CommonMark and GFM example. */
export function markdownBodies(): readonly string[] {
  const evalData = process.env.PAGEFILE_EVAL_DATA ?? "";
  if (evalData === "") return nasty;
  const files = [
    "commonmark/commonmark-0.31.2.json",
    "gfm/spec.examples.json",
    "gfm/extensions.examples.json",
    "gfm/regression.examples.json",
  ];
  const examples = files.flatMap((file) => {
    const parsed: unknown = JSON.parse(readFileSync(join(evalData, "specs", file), "utf8"));
    return textsIn(parsed);
  });
  return [...nasty, ...examples];
}

/** Every `markdown` text in a file of examples, however it nests them. */
function textsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, item]) =>
    (key === "markdown" || key === "input") && typeof item === "string" ? [item.replaceAll("\0", "")] : textsIn(item),
  );
}
