/**
 * FrontmatterPrint: values as frontmatter text, plain where every YAML reader takes it for the same string and else in quotes, and the tree that
 * the scanner reads.
 */

/** One line of flow style: `[a, b]`, `{ a: 1 }`, a scalar. */
export function printValue(value: YamlValue): string {
  return printIn(value, "flow");
}

/** Like `printValue`; in block context a plain text may hold brackets and commas. */
export function printIn(value: YamlValue, context: "block" | "flow"): string {
  if (value === null) return "null";
  if (typeof value === "number") return value === 0 ? "0" : String(value);
  if (typeof value === "boolean") return String(value);
  if (typeof value === "string") return isPlain(value, context) ? value : doubleQuote(value);
  if (Array.isArray(value)) return `[${value.map((item: YamlValue) => printIn(item, "flow")).join(", ")}]`;
  const pairs = Object.entries(value).map(([key, item]) => `${printKey(key)}: ${printIn(item, "flow")}`);
  return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
}

export function printKey(key: string): string {
  return isPlain(key, "flow") ? key : doubleQuote(key);
}

/** A text in the quoting style it stood in before, where that style can say it. */
export function printAs(style: YamlStyle, value: string, context: "block" | "flow"): string {
  if (style === "single" && !unprintable.test(value)) return `'${value.replaceAll("'", "''")}'`;
  return style === "double" ? doubleQuote(value) : printIn(value, context);
}

/**
 * A text as the lines of a block text, without the last line's end: `|` and the lines, or `>` and one line. null where that
 * style cannot say it. `indent` is the column of the lines, `parentIndent` that of the key.
 */
export function printText(
  style: "literal" | "folded",
  value: string,
  layout: { readonly indent: number; readonly parentIndent: number; readonly eol: string },
): string | null {
  const body = value.endsWith("\n") ? value.slice(0, -1) : value;
  if (body.trim() === "" || body.endsWith("\n") || unprintable.test(value.replaceAll("\n", ""))) return null;
  const shift = layout.indent - layout.parentIndent;
  const beginsWithBlank = /^\n*[ \t]/.test(body);
  if (beginsWithBlank && shift > 9) return null;
  const folded = style === "folded" && !body.includes("\n") && !beginsWithBlank;
  const header = `${folded ? ">" : "|"}${beginsWithBlank ? shift : ""}${value === body ? "-" : ""}`;
  const pad = " ".repeat(layout.indent);
  const lines = body.split("\n").map((line) => (line === "" ? "" : pad + line));
  return [header, ...lines].join(layout.eol);
}

/** What quotes and plain text cannot hold on one line, or should not hold unseen: controls, marks, line separators, lone surrogates. */
const unprintable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped here
  /[\0-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Words that one YAML version or another reads as something else than text. */
const readAsOther: ReadonlySet<string> = new Set("true false null yes no on off y n = <<".split(" "));

/** Octal, hex, sexagesimal, exponents, infinities: whatever some reader takes for a number. Dates stay plain. */
const likeNumber = /^[-+.]?\d[\d_.,:a-fA-FxXoO+-]*$|^[-+]?\.(?:inf|nan)$/i;
const likeDate = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/;

function isPlain(text: string, context: "block" | "flow"): boolean {
  if (text === "" || text.trim() !== text || unprintable.test(text)) return false;
  if ("-?:,[]{}#&*!|>'\"%@`~".includes(text.charAt(0))) return false;
  if (text.endsWith(":") || text.includes(": ") || text.includes(" #")) return false;
  if (context === "flow" && /[,[\]{}]/.test(text)) return false;
  if (readAsOther.has(text.toLowerCase())) return false;
  return !likeNumber.test(text) || likeDate.test(text);
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\t", "\\t"],
  ["\r", "\\r"],
  ["\\", "\\\\"],
  ['"', '\\"'],
]);

function doubleQuote(text: string): string {
  if (!unprintable.test(text) && !/["\\]/.test(text)) return `"${text}"`;
  let escaped = "";
  for (const character of text) {
    const short = escapes.get(character);
    if (short !== undefined) escaped += short;
    else
      escaped += unprintable.test(character)
        ? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
        : character;
  }
  return `"${escaped}"`;
}

// Frontmatter: the tree the strict scanner reads, each node with its place in the text.

/** UTF-16 offsets into the file's text, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type YamlStyle = "plain" | "single" | "double" | "literal" | "folded";

export interface YamlScalar extends Span {
  readonly kind: "scalar";
  readonly style: YamlStyle;
  /** The text after unquoting, before typing. */
  readonly text: string;
  /** `true`, `false`, `null` and decimal numbers when plain; otherwise the text. */
  readonly value: string | number | boolean | null;
}

export interface YamlList extends Span {
  readonly kind: "list";
  readonly flow: boolean;
  readonly items: readonly YamlNode[];
}

export interface YamlPair {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: YamlNode;
}

export interface YamlMap extends Span {
  readonly kind: "map";
  readonly flow: boolean;
  readonly pairs: readonly YamlPair[];
}

/** What the closed subset has no reading for: kept to the byte under its key, and never taken for a value. */
export interface YamlOpaque extends Span {
  readonly kind: "opaque";
  readonly text: string;
  /** Why it was not read. */
  readonly says: string;
  /** Whether these lines are this key's and no other's: not where it stands twice, or may be part of a text above. */
  readonly certain: boolean;
}

export type YamlNode = YamlScalar | YamlList | YamlMap | YamlOpaque;

/** Lines that belong to no key that can be told. */
export interface LooseLines extends Span {
  readonly says: string;
}

export interface Frontmatter {
  /** From the first `-` of the opening fence to the end of the closing fence's line. */
  readonly span: Span;
  /** What stands between the fences' lines. */
  readonly inner: Span;
  readonly root: YamlMap;
  /** Absent where every line was read. */
  readonly loose?: readonly LooseLines[];
  /** Hugo's: read as its own language says, and never written. Its values have no places but the block's. */
  readonly language?: "toml";
}

/** A plain value of a node: what the YAML says, without places. */
export type YamlValue =
  | string
  | number
  | boolean
  | null
  | readonly YamlValue[]
  | { readonly [key: string]: YamlValue };
