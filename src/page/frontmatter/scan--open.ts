/** Open: whether a value that was not read begins a quote or bracket that nothing closes, so that what follows may belong to it. */

/** A quote or bracket counts where a value begins: at the front, behind a dash or a key, and within brackets behind their marks. */
export function isOpen(raw: string): boolean {
  let at = 0;
  for (const line of raw.split("\n")) {
    const front = /^[ \t]*(?:- +)*(?:[^\s"'[\]{}#,][^:\n]*:[ \t]+)?/.exec(line)?.[0] ?? "";
    const begins = at + front.length;
    if ("\"'[{".includes(raw.charAt(begins) || " ") && endOf(raw, begins) < 0) return true;
    at += line.length + 1;
  }
  return false;
}

/** Behind the text that begins at `at`; -1 where nothing closes it. */
function endOf(raw: string, at: number): number {
  const first = raw.charAt(at);
  if (first === '"' || first === "'") return quoteEnd(raw, at);
  let depth = 0;
  let mayQuote = true;
  for (let i = at; i < raw.length; i++) {
    const letter = raw.charAt(i);
    if (letter === "[" || letter === "{") depth++;
    else if (letter === "]" || letter === "}") depth--;
    else if (mayQuote && (letter === '"' || letter === "'")) {
      i = quoteEnd(raw, i) - 1;
      if (i < 0) return -1;
    }
    if (depth === 0) return i + 1;
    if (!/\s/.test(letter)) mayQuote = "[{,:".includes(letter);
  }
  return -1;
}

function quoteEnd(raw: string, at: number): number {
  const mark = raw.charAt(at);
  for (let i = at + 1; i < raw.length; i++) {
    const letter = raw.charAt(i);
    if (letter === "\\" && mark === '"') i++;
    else if (letter === mark && mark === "'" && raw.charAt(i + 1) === "'") i++;
    else if (letter === mark) return i + 1;
  }
  return -1;
}
