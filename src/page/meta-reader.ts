/** Reader: takes typed values out of frontmatter nodes and keeps a finding for each that does not fit. */

import type { Finding, FindingCode } from "./finding.js";
import type { YamlMap, YamlNode } from "./frontmatter.js";

export class Reader {
  readonly #path: string;
  readonly #lineOf: (offset: number) => number;
  readonly #findings: Finding[] = [];
  readonly #unknown: string[] = [];
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
    const number = value.kind === "scalar" ? value.value : null;
    if (typeof number === "number" && Number.isSafeInteger(number) && number > 0) return number;
    return this.refuse(key, value, "a whole number of 1 or more");
  }

  parsed<T>(key: string, value: YamlNode, parse: (text: string) => T | null, expected: string): T | null {
    const found = value.kind === "scalar" ? parse(value.text) : null;
    return found ?? this.refuse(key, value, expected);
  }

  /** A list of texts; one text stands for a list of one. */
  texts(key: string, value: YamlNode, itemsMax: number): readonly string[] {
    const items = value.kind === "list" ? value.items : [value];
    const texts: string[] = [];
    for (const item of items) {
      if (item.kind !== "scalar" || item.text === "") {
        this.refuse(key, item, "a list of texts");
        return [];
      }
      texts.push(item.text);
    }
    if (texts.length <= itemsMax) return texts;
    this.refuse(key, value, `at most ${itemsMax} items`);
    return [];
  }

  map(key: string, value: YamlNode): YamlMap | null {
    return value.kind === "map" ? value : this.refuse(key, value, "a map");
  }

  refuse(key: string, value: YamlNode, expected: string, code: FindingCode = "value_invalid"): null {
    const found = value.kind === "scalar" ? `“${shortened(value.text)}”` : `a ${value.kind}`;
    this.#findings.push({
      code,
      severity: "error",
      path: this.#path,
      line: this.#lineOf(value.start),
      says: `“${key}” is ${found}; expected ${expected}.`,
      hint: `Correct “${key}”, or remove it to fall back to what the path says.`,
    });
    return null;
  }

  unknown(key: string, at: number): void {
    if (this.#unknown.length === 0) this.#unknownAt = at;
    this.#unknown.push(key);
  }

  /** All findings, the unknown keys as one. */
  done(): readonly Finding[] {
    if (this.#unknown.length === 0) return this.#findings;
    const keys = this.#unknown.map(shortened).join(", ");
    return [
      ...this.#findings,
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

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
