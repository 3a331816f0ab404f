/** HTML block: whether a block of HTML ends by itself or swallows all that follows it. */

/** HTML blocks that only their own end closes (CommonMark 4.6, kinds 1 to 5); the others end at a blank line. */
export function isClosedHtml(source: string): boolean {
  const html = source.trimStart();
  const opening = /^<(?:(script|pre|style|textarea)(?=[\s>]|$)|(!--)|(\?)|(!\[CDATA\[)|(![A-Za-z]))/i.exec(html);
  if (opening === null) return true;
  const [whole, raw, comment, instruction, data] = opening;
  if (raw !== undefined) return /<\/(?:script|pre|style|textarea)>/i.test(html);
  // `<!-->` closes itself, so the search begins inside the opening's dashes.
  if (comment !== undefined) return html.includes("-->", 2);
  return html.includes(instruction !== undefined ? "?>" : data !== undefined ? "]]>" : ">", whole.length);
}
