/** Reader: takes typed values out of frontmatter nodes and keeps a finding for each that does not fit. */

import type { YamlMap, YamlNode } from "./frontmatter/print--frontmatter.js";
import type { Finding, FindingCode } from "./page--finding.js";

export class Reader {
  readonly #path: string;
  readonly #lineOf: (offset: number) => number;
  readonly #findings: Finding[] = [];
  /** Those that close the page to somebody. */
  readonly #narrowing = new Set<Finding>();
  readonly #unknown: string[] = [];
  readonly #unread: { readonly key: string; readonly at: number; readonly says: string }[] = [];
  /** Keys of ours whose values are not: whoever writes leaves them alone. */
  readonly foreign: string[] = [];
  #unknownAt = 0;

  constructor(path: string, lineOf: (offset: number) => number) {
    this.#path = path;
    this.#lineOf = lineOf;
  }

  /** The scalar's text, whatever type YAML would give it. */
  text(key: string, value: YamlNode, charsMax: number = Number.POSITIVE_INFINITY): string | null {
    if (value.kind !== "scalar") return this.refuse(key, value, "text");
    if (value.text.length > charsMax) return this.refuse(key, value, `at most ${charsMax} characters`);
    return value.text;
  }

  /** Words for people, that no rule hangs on: also those that strict YAML refuses, such as `a: b` without quotes. */
  words(key: string, value: YamlNode, charsMax?: number): string | null {
    const said = value.kind === "opaque" && value.certain ? plainWords(value.text) : null;
    if (said !== null && said.length <= (charsMax ?? said.length)) return said;
    return charsMax === undefined ? this.text(key, value) : this.line(key, value, charsMax);
  }

  /** A text of one line that is not empty. */
  line(key: string, value: YamlNode, charsMax: number): string | null {
    const text = this.text(key, value, charsMax);
    if (text === null) return null;
    if (text.trim() === "" || text.trimEnd().includes("\n")) return this.refuse(key, value, "one line of text");
    return text.trim();
  }

  oneOf<T extends string>(key: string, value: YamlNode, allowed: readonly T[]): T | null {
    const found = value.kind === "scalar" ? allowed.find((candidate) => candidate === value.text) : undefined;
    return found ?? this.refuse(key, value, `one of ${allowed.join(", ")}`);
  }

  /** A whole number of 1 or more. */
  positive(key: string, value: YamlNode): number | null {
    const number = value.kind === "scalar" && /^\d+$/.test(value.text) ? value.value : null;
    if (typeof number === "number" && Number.isSafeInteger(number) && number > 0) return number;
    return this.refuse(key, value, "a whole number of 1 or more");
  }

  parsed<T>(key: string, value: YamlNode, parse: (text: string) => T | null, expected: string): T | null {
    const found = value.kind === "scalar" ? parse(value.text) : null;
    return found ?? this.refuse(key, value, expected);
  }

  /** A list of texts; one text stands for a list of one. An empty item says nothing, and one that is no text spoils no other. */
  texts(key: string, value: YamlNode, itemsMax: number): readonly string[] {
    const items = value.kind === "list" ? value.items : [value];
    const texts: string[] = [];
    let strange: YamlNode | null = null;
    for (const item of items) {
      if (item.kind !== "scalar") strange ??= item;
      else if (item.text !== "") texts.push(item.text);
    }
    if (strange !== null) this.refuse(key, strange, "a list of texts");
    if (texts.length > itemsMax) this.refuse(key, value, `at most ${itemsMax} items`);
    return texts.slice(0, itemsMax);
  }

  map(key: string, value: YamlNode): YamlMap | null {
    return value.kind === "map" ? value : this.refuse(key, value, "a map");
  }

  refuse(key: string, value: YamlNode, expected: string, code: FindingCode = "value_invalid"): null {
    const isText = value.kind === "scalar" || value.kind === "opaque";
    const found = isText ? `“${shortened(value.text)}”` : `a ${value.kind}`;
    const name = key.split(".")[0] ?? key;
    if (!ownNames.has(name) && !this.foreign.includes(name)) this.foreign.push(name);
    const finding: Finding = {
      code,
      severity: "warning",
      path: this.#path,
      line: this.#lineOf(value.start),
      says: `“${key}” is ${found}; Pagefile reads ${expected} there, so it is left as it is and not gone by.`,
      hint: `Nothing has to be done where “${key}” is another program's.`,
    };
    this.#findings.push(finding);
    if (narrowingKeys.has(name)) this.#narrowing.add(finding);
    return null;
  }

  /** A key that is none of ours and could not be read either. */
  unread(key: string, at: number, says: string): void {
    this.#unread.push({ key, at, says });
  }

  unknown(key: string, at: number): void {
    if (this.#unknown.length === 0) this.#unknownAt = at;
    this.#unknown.push(key);
  }

  /**
   * All findings; the unknown keys as one, and those that were not read. In frontmatter that says nothing of ours another program's keys
   * are no mistake, and there is nothing to be done about them, but for what may have said who is to see or trust the page.
   */
  done(isOurs: boolean, mayNarrow: boolean): readonly Finding[] {
    const unread = this.#unreadFinding();
    const others = [...this.#findings, ...this.#unknownFinding()];
    if (isOurs) return [...others, ...unread];
    const told = others.map((finding) => (this.#narrowing.has(finding) ? finding : asNote(finding)));
    return [...told, ...(mayNarrow ? unread : unread.map(asNote))];
  }

  #unreadFinding(): readonly Finding[] {
    const [first] = this.#unread;
    if (first === undefined) return [];
    const keys = [...new Set(this.#unread.map(({ key }) => shortened(key)))].join(", ");
    return [
      {
        code: "frontmatter_invalid",
        severity: "warning",
        path: this.#path,
        line: this.#lineOf(first.at),
        says: `Not read and kept as it is: ${keys}. ${first.says}`,
        hint: "Nothing has to be done where the program that it is for reads it.",
      },
    ];
  }

  #unknownFinding(): readonly Finding[] {
    if (this.#unknown.length === 0) return [];
    const keys = this.#unknown.map(shortened).join(", ");
    return [
      {
        code: "key_unknown",
        severity: "warning",
        path: this.#path,
        line: this.#lineOf(this.#unknownAt),
        says: `Unknown frontmatter keys, kept as they are: ${keys}.`,
        hint: "Check the spelling; what belongs to the page alone goes under “fields:”.",
      },
    ];
  }
}

/** What is not read of these has a consequence. */
const narrowingKeys: ReadonlySet<string> = new Set(["scope", "audience", "origin", "pin"]);

function asNote(finding: Finding): Finding {
  return { ...finding, severity: "note" };
}

/** Nobody else has keys of these names. */
export const ownNames: ReadonlySet<string> = new Set([
  "compressed",
  "compressed_of",
  "min_fidelity",
  "provenance",
  "fields",
  "sections",
  "conflicts",
]);

/** A text without quotes, brackets or other marks that mean something else, its lines as one; null for anything that has them. */
function plainWords(raw: string): string | null {
  const said = raw.replace(/\s+/g, " ").trim();
  return said === "" || /^["'[\]{}&*!|>%@`#<-]/.test(said) || / #/.test(said) ? null : said;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
