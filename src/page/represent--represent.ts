/** Represent: a page at each fidelity, extracted from its own text by rules, the same on every machine. */

import { digest } from "../base/digest--digest.js";
import { rememberByKey, rememberByText } from "../base/memo-cache.js";
import { withoutComments } from "./compress--comments.js";
import { compressBody } from "./compress--compress.js";
import type { ValueMap } from "./decode--value.js";
import { isBlankText } from "./frontmatter/text--character.js";
import { schema } from "./page.js";
import type { Fidelity, PageType } from "./page--page.js";
import { fieldSentences, structure } from "./represent.js";

/** What of a page, besides its body, its representations are made from. */
export interface Representable {
  readonly id: string;
  readonly type: PageType;
  readonly title: string;
  readonly path: string;
  /** Blob id of the file. */
  readonly oid: string;
  /** Typed fields from frontmatter. */
  readonly fields: ValueMap;
  /** A compressed text somebody wrote, and the `sha256:` digest of the body it was written for. */
  readonly compressed: string | null;
  readonly compressedOf: string | null;
}

export interface Representations extends Readonly<Record<Fidelity, string>> {
  /** Whether frontmatter holds a compressed text for another body than this one; it is then not used. */
  readonly stale: boolean;
}

const oidChars = 10;

/** Of one file that gathers many pages, a write changes one: the others are not parsed again. */
const keptChars = 1 << 20;
const compressedFrom = rememberByText(keptChars, (body) => compressBody(withoutComments(body)));
const structuredFrom = rememberByKey<string>(keptChars, (made, key) => made.length + key.length);

/**
 * `body` is the text behind the frontmatter, or of one section. Only `full` holds HTML comments. What a page says in fields is as much of
 * it as its body, so it stands before that at every fidelity but a compressed text that somebody wrote.
 */
export function represent(page: Representable, body: string): Representations {
  const written = page.compressed !== null && page.compressed.trim() !== "";
  const stale = written && page.compressedOf !== digest(body);
  // Parsed where it is asked for: of a page in a prompt one of the four is shown, most often the whole.
  return {
    full: withFields(page, body),
    get compressed() {
      return written && !stale && page.compressed !== null ? page.compressed : withFields(page, compressedFrom(body));
    },
    get structured() {
      const { type, title, fields } = page;
      const key = `${JSON.stringify([type, title, fields])}\n${body}`;
      return structuredFrom(key, () => structure(page, withoutComments(body)));
    },
    pointer: pointer(page),
    stale,
  };
}

/**
 * Whether the texts between the whole and a pointer are known to begin in a letter or sign other than `/`, by a look at a few characters:
 * a body that opens with a heading is cut down to a text that does, and a structured one opens with the title.
 */
export function opensWithHeading({ type, title, fields, compressed }: Representable, body: string): boolean {
  if (compressed !== null || Object.keys(fields).length > 0 || schema[type].requiredFields.length === 0) return false;
  return /^\s*[^\s/]/.test(title) && /^(?:[ \t]*\r?\n)*#{1,6}[ \t]+[^\s#]/.test(body);
}

function withFields({ type, fields }: Representable, text: string): string {
  const sentences = fieldSentences(type, fields);
  if (sentences === "") return text;
  return isBlankText(text) ? `${sentences}\n` : `${sentences}\n\n${text.replace(/^(?:[ \t]*\r?\n)+/, "")}`;
}

function pointer({ id, title, path, oid }: Representable): string {
  const name = title.replace(/\s+/g, " ").trim();
  return `${id} — ${name} (${path}@${oid.slice(0, oidChars)}; read: pagefile show ${id})`;
}
