/** ReadPrompt: reads a printed prompt back into its blocks, texts to the byte, and takes nothing else for one; it knows the form and no code of ours. */

interface ReadBlock {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly fidelity: string;
  readonly path: string;
  readonly version: string;
  readonly text: string;
}

/** null where the text is no prompt. */
export function readPrompt(text: string): readonly ReadBlock[] | null {
  const fence = /^<memory fence="(\d{9})" read="pagefile show ID">\n/.exec(text)?.[1];
  if (fence === undefined) return null;
  const close = `\n</page-${fence}>\n`;
  const opening = new RegExp(
    `<page-${fence} id="([^"\\n]*)" type="([a-z_]*)" fidelity="([a-z]*)"(?: title="([^"\\n]*)")? source="([^"\\n]*)@([0-9a-f]*)"(/?)>\\n`,
    "y",
  );
  const blocks: ReadBlock[] = [];
  let at = text.indexOf("\n") + 1;
  for (;;) {
    opening.lastIndex = at;
    const found = opening.exec(text);
    if (found === null) break;
    const [line, id = "", type = "", fidelity = "", title = "", path = "", version = "", mark] = found;
    const start = at + line.length;
    const end = mark === "/" ? start : text.indexOf(close, start);
    if (end < 0) return null;
    const values = { id, type, title: plain(title), fidelity, path: plain(path), version };
    blocks.push({ ...values, text: text.slice(start, end) });
    at = end + (mark === "/" ? 0 : close.length);
  }
  return text.slice(at) === `</memory-${fence}>\n` ? blocks : null;
}

function plain(value: string): string {
  return value.replaceAll("&quot;", '"').replaceAll("&gt;", ">").replaceAll("&lt;", "<").replaceAll("&amp;", "&");
}
