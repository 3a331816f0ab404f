/** Parse: reads a printed prompt back into its blocks, texts to the byte, and refuses everything else. */

import { err, ok, type Result } from "../base/result--result.js";
import { type Fidelity, fidelities, type PageType, pageTypes } from "../page/page--page.js";
import { parseAttributes } from "./print--attribute.js";
import { isFence } from "./print--fence.js";
import { closeLine, frameLines } from "./print--print.js";

/** What a printed block says of itself; `version` is the first ten digits of the blob id. */
export interface ParsedBlock {
  readonly id: string;
  readonly type: PageType;
  readonly title: string;
  readonly fidelity: Fidelity;
  readonly path: string;
  readonly version: string;
  readonly text: string;
}

const fenceAt = frameLines("")[0].indexOf('"') + 1;

/** Reads back what `printPrompt` printed, texts byte for byte. The error says what was expected and at which offset (UTF-16). */
export function parsePrompt(text: string): Result<readonly ParsedBlock[], string> {
  const fence = text.slice(fenceAt, text.indexOf('"', fenceAt));
  const [open, close] = frameLines(fence);
  if (!isFence(fence) || !text.startsWith(open)) return err("Expected the opening frame at offset 0.");
  const blocks: ParsedBlock[] = [];
  let at = open.length;
  while (text.startsWith(`<page-${fence} `, at)) {
    const attributes = parseAttributes(text, at + `<page-${fence}`.length);
    if (attributes === null || text[attributes.end + 1] !== "\n") return err(`Expected attributes at offset ${at}.`);
    const start = attributes.end + 2;
    const end = attributes.closed ? start : text.indexOf(closeLine(fence), start);
    if (end < 0) return err(`Expected the end of the block that opens at offset ${at}.`);
    const block = toBlock(attributes.values, text.slice(start, end));
    if (block === null) return err(`Expected id, type, fidelity and source at offset ${at}.`);
    blocks.push(block);
    at = end + (attributes.closed ? 0 : closeLine(fence).length);
  }
  return text.slice(at) === close ? ok(blocks) : err(`Expected the closing frame at offset ${at}.`);
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
