/** SecretKeys: values that are secret because of the name in front of them: `password=…`, `api_key: …`, `Bearer …`. */

import { withoutTail } from "../base/text--text.js";
import type { Span } from "./secret-tokens.js";
import { entropy, isDigest, isPlaceholder, isShuffled, mixes } from "./secret-tokens--secret-random.js";

const names: RegExp =
  /passw(?:or)?d|passphrase|passcode|passwort|kennwort|mot de passe|contrase(?:ñ|n)a|senha|wachtwoord|密码|密碼|口令|パスワード|(?<![A-Za-z])pw(?=[ \t]{0,2}[=:])|pwd|secret|token|api[ _-]?key|access[ _-]?key|private[ _-]?key|signing[ _-]?key|encryption[ _-]?key|account[ _-]?key|auth[ _-]?key|credentials?|(?<![A-Za-z])pass(?==)|bearer|authorization/gi;

/** Names that hold such a word and say something about it instead of holding it, by the last word of the name. */
const about: ReadonlySet<string> = new Set(
  "address addresses budget challenge checksum count counts cost digest expiry expires expiration field file files fingerprint format hash hashes hint id ids izer izers label length limit max md5 min manager name path policy ref reference reset rotation scan scanner scanning scope sha1 sha256 sha512 signature size store ttl type types uri url usage used window".split(
    " ",
  ),
);

const suffixCharsMax = 24;
const valueCharsMax = 400;
const nearCharsMax = 80;

/** Linear: from each name only a bounded stretch is looked at. */
export function findKeyed(text: string): readonly Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(names)) {
    const at = match.index + match[0].length;
    if (isWithinCode(text, match.index, at)) continue;
    const word = match[0].toLowerCase();
    const span = word === "bearer" || word === "authorization" ? header(text, at) : keyed(text, at, word);
    if (span !== null) found.push(span);
  }
  return found;
}

const codeCharsMin = 60;

/** Letters of an image or a signature in base64 spell every short name by chance. */
function isWithinCode(text: string, start: number, end: number): boolean {
  const isCode = (at: number): boolean => /[A-Za-z0-9+/]/.test(text.charAt(at));
  if (!isCode(start - 1) && !isCode(end)) return false;
  let from = start;
  while (from > start - codeCharsMin && from > 0 && isCode(from - 1)) from -= 1;
  let to = end;
  while (to < end + codeCharsMin && to < text.length && isCode(to)) to += 1;
  const run = text.slice(from, to);
  return run.length - (end - start) >= codeCharsMin && mixes(run);
}

/** Whether a name is a parameter of a link, behind its question mark. */
function isParameter(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - valueCharsMax), at);
  return /:\/\/[^\s<>"'`]*[?&][^\s<>"'`]*$/.test(before);
}

/** `Authorization: Basic …`, `Bearer …`. */
function header(text: string, at: number): Span | null {
  const opening = /^["'`]?(?:[ \t]?[:=])?[ \t]{0,3}["'`]?(?:(?:basic|bearer|token)[ \t]{1,3})?/i.exec(
    text.slice(at, at + 24),
  );
  const start = at + (opening?.[0].length ?? 0);
  const value = /^[A-Za-z0-9+/=_.~-]{8,400}/.exec(text.slice(start, start + valueCharsMax))?.[0] ?? "";
  return start > at && !isPlaceholder(value) && isRandom(value)
    ? { kind: "authorization", start, end: start + value.length }
    : null;
}

/** The rest of the name, a sign of assignment, the value. */
function keyed(text: string, at: number, word: string): Span | null {
  const rest = text.slice(at, at + suffixCharsMax + 24);
  const suffix = /^[A-Za-z0-9_-]{0,24}/.exec(rest)?.[0] ?? "";
  const last = suffix
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_-]/)
    .at(-1);
  if (last !== undefined && about.has(last)) return null;
  const sign =
    /^(?:["'`”’»\])*]{0,4}[ \t]{0,3}(?::=|=>|={1,2}|:|\||->)|["'`”’»\])*]{0,4}[ \t]{1,3}(?:is|was|are|ist|es|est|é|è)(?=[ \t])|[ \t]{0,2}[是は为](?=[ \t]?\S))[*]{0,2}[ \t]{0,4}/i.exec(
      rest.slice(suffix.length),
    );
  const isLinked = isParameter(text, at);
  // What else a link carries has names of its own.
  if (sign === null) return isLinked ? null : near(text, at);
  const start = at + suffix.length + sign[0].length;
  const found = valueAt(text, start);
  const value = isLinked ? (found.value.split("&")[0] ?? "") : found.value;
  const { quoted } = found;
  const end = found.end - found.value.length + value.length;
  if (value === "" || isPlaceholder(value)) return null;
  const password = /^(?:pass|pwd|pw|kenn|mot|contras|senha|wacht|密|口|パ)/.test(word);
  const tight = sign[0] === "=" || quoted;
  const secret = password ? isPassword(value, tight, sign[0].trim()) : isRandom(value);
  return secret ? { kind: password ? "password" : "keyed-secret", start, end } : isLinked ? null : near(text, at);
}

interface Value {
  readonly value: string;
  /** In quotes that close. */
  readonly quoted: boolean;
  /** Behind it, and behind its quotes. */
  readonly end: number;
}

function valueAt(text: string, start: number): Value {
  const ahead = text.slice(start, start + valueCharsMax);
  const quote = "\"'`“".includes(ahead[0] ?? " ") ? (ahead[0] ?? "") : "";
  if (quote !== "") {
    const closing = ahead.indexOf(quote === "“" ? "”" : quote, 1);
    const quoted = closing >= 0;
    const inner = ahead.slice(1, quoted ? closing : undefined);
    const end = start + 1 + inner.length + (quoted ? 1 : 0);
    return { value: inner.includes("\n") ? "" : inner, quoted, end };
  }
  const value = /^[^\s"'`<>,;|)\]}]{1,400}/.exec(ahead)?.[0] ?? "";
  return { value, quoted: false, end: start + value.length };
}

/** What a value is called that anybody may see: data, a digest, a signature, what a link hands on. */
const named: RegExp =
  /(?:;base64,|\b(?:sha\d{1,3}|md5|blake\d[bs]?)[:-]|(?:signature|sig|state|nonce|challenge|integrity|digest|hash|checksum|fingerprint|etag|commit)["'`]?[ \t]{0,2}[:=][ \t]{0,2}["'`]?|\bssh-[a-z0-9]{2,8}[ \t])$/i;

/** Something that no word looks like, further on in the line that names a secret. */
function near(text: string, at: number): Span | null {
  const line = text.slice(at, at + nearCharsMax).split("\n", 1)[0] ?? "";
  for (const match of line.matchAll(/[A-Za-z0-9+/_=-]{20,}/g)) {
    const value = match[0];
    if (named.test(line.slice(0, match.index))) continue;
    if (
      !value.split(/[/_=-]/).some((run) => run.length >= 16 && (mixes(run) || isShuffled(run))) ||
      isPlaceholder(value) ||
      isDigest(value) ||
      entropy(value) < 3.5
    )
      continue;
    const whole = /^[A-Za-z0-9+/_=-]{20,400}/.exec(text.slice(at + match.index, at + match.index + valueCharsMax));
    const start = at + match.index;
    return { kind: "high-entropy", start, end: start + (whole?.[0].length ?? value.length) };
  }
  return null;
}

/** A letter and something that is none; of letters alone, only what is typed as a value and is no word about values. */
function isPassword(value: string, tight: boolean, sign: string): boolean {
  // Marks of emphasis around a word are none of it.
  const core = withoutTail(value.replace(/^(?:\*\*|__)|(?:\*\*|__)$/g, ""), ".,:!?");
  if (core.length < 6 || /\s/.test(core.trim()) || /^[A-Za-z_.]+\(/.test(core)) return false;
  if (/[A-Za-z]/.test(core) && (/\d/.test(core) || /[!@#$%^&*?+~]/.test(core))) return true;
  if (/^\d{6,}$/.test(core)) return sign === "=" || sign === ":";
  return (
    tight &&
    core.length >= 8 &&
    /^[A-Za-z-]+$/.test(core) &&
    !/pass|secret|token|string|word|required|option|value|null|true|false/i.test(core)
  );
}

/** Long runs that mix letters and digits, as no id of ours, no date and no name in kebab case does. */
function isRandom(value: string): boolean {
  if (isDigest(value) || /^[A-Za-z][\w.]*\(/.test(value)) return false;
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return true;
  const runs = value.split(/[^A-Za-z0-9]+/);
  if (runs.some((run) => run.length >= 12 && /\d/.test(run) && /[A-Za-z]/.test(run) && entropy(run) >= 2.8))
    return true;
  if (runs.some(isShuffled)) return true;
  return (
    value.length >= 16 && !value.includes(" ") && mixes(value) && entropy(value) >= 3.2 && !/^[/.~]|:\/\//.test(value)
  );
}
