/** Secret: finds credentials in a text, as they stand or split, disguised or wrapped in base64, and blanks them out. */

import { findKeyed } from "./secret-keys.js";
import { findLabeled } from "./secret-keys--secret-labels.js";
import { decoded, joined, unmasked, type View } from "./secret-keys--secret-views.js";
import { findTokens, type Span } from "./secret-tokens.js";

export interface SecretMatch {
  /** `github-token`, `password`, …; `base64 ` in front where it was wrapped. */
  readonly kind: string;
  /** UTF-16 offsets into the text as given. */
  readonly start: number;
  readonly end: number;
  /** What may be shown in its place; holds no character of the secret. */
  readonly redacted: string;
}

/** In order, never overlapping. Pure, and linear in the length of the text. */
export function findSecrets(text: string): readonly SecretMatch[] {
  const spans: Span[] = [...findTokens(text), ...findNamed(text)];
  const plain = unmasked(text);
  if (plain !== null) spans.push(...through(plain, [...findTokens(plain.text), ...findNamed(plain.text)]));
  const base = plain?.text ?? text;
  const whole = joined(base);
  const seen = whole?.text ?? base;
  const inner = [...(whole === null ? [] : findTokens(seen)), ...wrapped(seen)];
  const outer = whole === null ? inner : through(whole, inner);
  spans.push(...(plain === null ? outer : through(plain, outer)));
  return merged(spans);
}

/** By the name in front of a value, or by the line that it stands in. */
function findNamed(text: string): readonly Span[] {
  return [...findKeyed(text), ...findLabeled(text)];
}

/** The text with every secret replaced by its redacted form. */
export function redactSecrets(text: string): string {
  let shown = "";
  let done = 0;
  for (const { start, end, redacted } of findSecrets(text)) {
    shown += text.slice(done, start) + redacted;
    done = end;
  }
  return shown + text.slice(done);
}

/** The same for every string of a JSON value, keys too; a value whose key makes it a secret goes whole. */
export function redactSecretsIn(value: unknown): unknown {
  if (typeof value === "string") return redactSecrets(value);
  if (Array.isArray(value)) return value.map(redactSecretsIn);
  if (typeof value !== "object" || value === null) return value;
  const shown = Object.entries(value).map(([key, item]) => {
    const keyed = typeof item === "string" ? findKeyed(`${key}: ${JSON.stringify(item)}`)[0] : undefined;
    return [redactSecrets(key), keyed === undefined ? redactSecretsIn(item) : blankFor(keyed.kind)];
  });
  return Object.fromEntries(shown);
}

function blankFor(kind: string): string {
  return `[REDACTED:${kind}]`;
}

/** Twice over, because what was wrapped once is easily wrapped again. */
function wrapped(text: string): readonly Span[] {
  const found: Span[] = [];
  for (const outer of decoded(text)) {
    const kind =
      kindIn(outer.text) ??
      decoded(outer.text)
        .map((inner) => kindIn(inner.text))
        .find((k) => k !== null);
    if (kind != null) found.push({ kind: `base64 ${kind}`, start: outer.start, end: outer.end });
  }
  return found;
}

function kindIn(text: string): string | null {
  const token = findTokens(text)[0];
  if (token !== undefined) return token.kind;
  // Bytes that are no text can hold anything; a name with its value is looked for in text alone.
  return /^[\t\r\n -~]+$/.test(text) ? (findKeyed(text)[0]?.kind ?? null) : null;
}

function through(view: View, spans: readonly Span[]): readonly Span[] {
  return spans.map(({ kind, start, end }) => ({ kind, start: view.offset(start), end: view.offset(end - 1) + 1 }));
}

function merged(spans: readonly Span[]): readonly SecretMatch[] {
  const ordered = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  const found: SecretMatch[] = [];
  for (const { kind, start, end } of ordered) {
    const last = found[found.length - 1];
    if (last === undefined || start >= last.end) found.push({ kind, start, end, redacted: blankFor(kind) });
    else if (end > last.end) found[found.length - 1] = { ...last, end };
  }
  return found;
}
