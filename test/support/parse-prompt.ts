/** ParsePrompt: reads a printed prompt back into its blocks, texts to the byte, and refuses everything else. It knows the form and nothing of who prints. */

import { err, ok, type Result } from "../../src/base/result.js";
import { type Fidelity, fidelities, type PageType, pageTypes } from "../../src/page/page.js";

/** What a printed block says of itself; `version` is the first ten digits of the blob id. */
interface ParsedBlock {
  readonly id: string;
  readonly type: PageType;
  readonly title: string;
  readonly fidelity: Fidelity;
  readonly path: string;
  readonly version: string;
  readonly text: string;
}

/** The error says what was expected and at which offset (UTF-16). */
export function parsePrompt(text: string): Result<readonly ParsedBlock[], string> {
  const [open = "", fence = ""] = /^<memory fence="([0-9]{9})" read="pagefile show ID">\n/.exec(text) ?? [];
  if (open === "") return err("Expected the opening frame at offset 0.");
  const last = `\n</page-${fence}>\n`;
  const blocks: ParsedBlock[] = [];
  let at = open.length;
  while (text.startsWith(`<page-${fence} `, at)) {
    const attributes = parseAttributes(text, at + `<page-${fence}`.length);
    if (attributes === null || text[attributes.end + 1] !== "\n") return err(`Expected attributes at offset ${at}.`);
    const start = attributes.end + 2;
    const end = attributes.closed ? start : text.indexOf(last, start);
    if (end < 0) return err(`Expected the end of the block that opens at offset ${at}.`);
    const block = toBlock(attributes.values, text.slice(start, end));
    if (block === null) return err(`Expected id, type, fidelity and source at offset ${at}.`);
    blocks.push(block);
    at = end + (attributes.closed ? 0 : last.length);
  }
  return text.slice(at) === `</memory-${fence}>\n` ? ok(blocks) : err(`Expected the closing frame at offset ${at}.`);
}

function toBlock(values: ReadonlyMap<string, string>, text: string): ParsedBlock | null {
  const source = values.get("source") ?? "";
  const cut = source.lastIndexOf("@");
  const id = values.get("id");
  const type = pageTypes.find((name) => name === values.get("type"));
  const fidelity = fidelities.find((name) => name === values.get("fidelity"));
  if (id === undefined || type === undefined || fidelity === undefined || cut < 0) return null;
  const title = values.get("title") ?? "";
  return { id, type, title, fidelity, path: source.slice(0, cut), version: source.slice(cut + 1), text };
}

interface Attributes {
  readonly values: ReadonlyMap<string, string>;
  /** Offset of the `>` that ends the opening line. */
  readonly end: number;
  /** Whether a `/` stands before it: the block has no text. */
  readonly closed: boolean;
}

/** From `at` up to `>`; null where the text is anything else. */
function parseAttributes(text: string, at: number): Attributes | null {
  const values = new Map<string, string>();
  let from = at;
  while (text[from] === " ") {
    const equals = text.indexOf('="', from);
    if (equals < 0) return null;
    const close = text.indexOf('"', equals + 2);
    if (close < 0) return null;
    const name = text.slice(from + 1, equals);
    if (!/^[a-z]{1,16}$/.test(name) || values.has(name)) return null;
    values.set(name, unescaped(text.slice(equals + 2, close)));
    from = close + 1;
  }
  const closed = text[from] === "/";
  const end = closed ? from + 1 : from;
  return text[end] === ">" ? { values, end, closed } : null;
}

function unescaped(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&gt;", ">").replaceAll("&lt;", "<").replaceAll("&amp;", "&");
}
