/** Fuzz oracle: a page read by other people's parsers: its frontmatter by the yaml package, its blocks by remark. */

import remarkParse from "remark-parse";
import { unified } from "unified";
import { type Document, isMap, isScalar, parseAllDocuments, Scalar, visit } from "yaml";

/**
 * Frontmatter block with both its fences, or empty; and the rest. Together they are the text. The dots that end a YAML document close it as
 * dashes do, but not where all that stands between them and dashes may be YAML.
 */
export function headAndBody(text: string): { readonly head: string; readonly body: string } {
  const lines = text.split("\n");
  if (!/^\ufeff?---[ \t]*\r?$/.test(lines[0] ?? "")) return { head: "", body: text };
  const first = (mark: RegExp): number => lines.findIndex((line, at) => at > 0 && mark.test(line));
  const [dashes, dots] = [first(/^---[ \t]*\r?$/), first(/^\.\.\.[ \t]*\r?$/)];
  const mayGoOn = /^(?:\s*$|[ \t]+\S|- |#(?!#* \S)|[A-Za-z_][\w.-]*:(?:\s|$))/;
  const goesOn = dashes > dots && lines.slice(dots + 1, dashes).every((line) => mayGoOn.test(line));
  const close = dots < 0 || (dashes >= 0 && dashes < dots) || goesOn ? dashes : dots;
  if (close < 0) return { head: "", body: text };
  const head = lines.slice(0, close + 1).join("\n") + (close + 1 < lines.length ? "\n" : "");
  return { head, body: text.slice(head.length) };
}

/** Keys and values; null where the package sees an error or no map, and where a line ends in a bare carriage return, which pages refuse. */
export function keysOf(head: string): Readonly<Record<string, unknown>> | null {
  const documents = documentsOf(head);
  if (documents.some(({ errors }) => errors.length > 0) || /\r(?!\n)/.test(insideOf(head).text)) return null;
  const said = documents.filter(({ contents }) => contents !== null);
  if (!said.every(({ contents }) => isMap(contents))) return null;
  // The package reads an alias without its anchor and throws when it is asked for the value: here such an alias is its own name.
  for (const document of said) {
    visit(document, {
      Alias: (_key, alias) => (alias.resolve(document) === undefined ? new Scalar(`*${alias.source}`) : undefined),
    });
  }
  const pairs = said.flatMap((document) => Object.entries(document.toJS() as object));
  return new Set(pairs.map(([key]) => key)).size < pairs.length ? null : Object.fromEntries(pairs);
}

/** Lines of the block, from 0, that belong to one of these top-level keys. */
export function touchedLines(head: string, keys: ReadonlySet<string>): ReadonlySet<number> {
  const touched = new Set<number>();
  const from = insideOf(head).start;
  const lineAt = (offset: number): number => head.slice(0, from + offset).split("\n").length - 1;
  for (const { contents } of documentsOf(head)) {
    if (!isMap(contents)) continue;
    for (const { key, value } of contents.items) {
      if (!isScalar(key) || !keys.has(String(key.value))) continue;
      const start = key.range?.[0] ?? 0;
      const end = (value as { range?: readonly number[] } | null)?.range?.[1] ?? start;
      for (let line = lineAt(start); line <= lineAt(Math.max(start, end)); line++) touched.add(line);
    }
    // A map in braces is one place: a key put in there changes the lines of the braces.
    if (contents.flow === true) for (let line = 0; line < head.split("\n").length; line++) touched.add(line);
  }
  return touched;
}

/** Source of each list item and other top-level block, white space and bullet aside; of a heading what it says. */
export function blocksIn(body: string): string[] {
  const text = body.replace(/^\ufeff/, "");
  const nodes = markdown.parse(text).children.flatMap((node) => (node.type === "list" ? node.children : [node]));
  return nodes
    .map((node, at) => {
      const inside = node.type === "heading" ? node.children : [node];
      // The parser lets an item with an open fence reach over the next item, and a heading over a definition above it.
      const next = nodes[at + 1]?.position?.start.offset ?? text.length;
      const end = Math.min(inside.at(-1)?.position?.end.offset ?? 0, next);
      return text.slice(inside[0]?.position?.start.offset ?? 0, end);
    })
    .map((source) =>
      source
        .replace(/^(?:[-*+]|\d{1,9}[.)])(?=\s|$)/, "")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter((source) => source !== "");
}

/** Bytes by bytes, anything else as JSON with its keys sorted. */
export function same(a: unknown, b: unknown): boolean {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.from(a).equals(b);
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

const markdown = unified().use(remarkParse);

function insideOf(head: string): { readonly start: number; readonly text: string } {
  const start = head.indexOf("\n") + 1;
  return { start, text: head.slice(start, Math.max(start, head.trimEnd().lastIndexOf("\n") + 1)) };
}

/** Keys go on behind dots that close nothing, so a block may be several documents of YAML. */
function documentsOf(head: string): readonly Document.Parsed[] {
  const { text } = insideOf(head);
  return parseAllDocuments(text, {
    schema: "core",
    logLevel: "silent",
    uniqueKeys: true,
  }) as readonly Document.Parsed[];
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return pairs.map(([key, item]) => [key, sorted(item)]);
}
