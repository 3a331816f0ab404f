/** Svg: elements as text, every character that means something to XML escaped. */

export type Attributes = Readonly<Record<string, string | number>>;

/** Children are markup already; text goes through `escapeMarkup`. */
export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeMarkup(typeof value === "number" ? short(value) : value)}"`)
    .join("");
  return children.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${children.join("")}</${name}>`;
}

export function escapeMarkup(text: string): string {
  return withoutControls(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** At most two decimals, none that say nothing. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function label(text: string, attributes: Attributes): string {
  return element("text", attributes, escapeMarkup(text));
}

/** XML has no spelling for most control characters, escaped or not. */
function withoutControls(text: string): string {
  let out = "";
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const allowed = code === 9 || code === 10 || (code >= 32 && code !== 0xfffe && code !== 0xffff);
    const surrogate = code >= 0xd800 && code <= 0xdfff;
    out += allowed && !surrogate ? character : "\ufffd";
  }
  return out;
}
