/** Markup: whether a text is well-formed XML of the plain kind we write: elements, quoted attributes, five entities. */

const tag = /^<(\/?)([A-Za-z][A-Za-z0-9]*)((?: [a-zA-Z][a-zA-Z0-9:-]*="[^"<]*")*)(\/?)>/;

/** What is wrong and where; null when nothing is. */
export function markupProblem(text: string): string | null {
  const open: string[] = [];
  for (let at = 0; at < text.length; ) {
    const here = text.slice(at, at + 40_000);
    if (here.startsWith("<")) {
      const found = tag.exec(here);
      if (found === null) return `no tag at ${at}: ${here.slice(0, 40)}`;
      const [whole, closes, name = "", attributes = "", alone] = found;
      const wrong = textProblem(attributes);
      if (wrong !== null) return `${wrong} in an attribute at ${at}`;
      if (closes === "/" && open.pop() !== name) return `</${name}> at ${at} closes nothing of that name`;
      if (closes === "" && alone === "") open.push(name);
      at += whole.length;
    } else {
      const next = text.indexOf("<", at);
      const end = next < 0 ? text.length : next;
      const wrong = textProblem(text.slice(at, end));
      if (wrong !== null) return `${wrong} after ${at}`;
      at = end;
    }
  }
  return open.length === 0 ? null : `<${open.at(-1)}> is never closed`;
}

function textProblem(text: string): string | null {
  const ampersand = text.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, "").includes("&");
  if (ampersand) return "an ampersand that begins no entity";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\p{Cs}/u.test(text) ? "a character XML cannot hold" : null;
}
