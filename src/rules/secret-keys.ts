/**
 * Secret: finds credentials in a text, as they stand or split, disguised or wrapped in base64, and blanks them out.
 *
 * The folder holds rules that a text is judged by wherever it is written: secrets, and in `refusal.ts` the closed list of reasons and
 * elisions, which stand for text that was left out. `secret-tokens.ts` knows credentials by their own spelling; this file knows them by the name
 * in front of them or by their line, and joins both (`findSecrets`). Read this file first.
 *
 * All scans are pure and linear in the length of the text, because drafts come from anybody. The library that was considered is asynchronous,
 * reads the environment, cost three times as much a kilobyte and missed most of the samples. A wrong find is costly too: it refuses a person's
 * page. `isPlaceholder` and `isDigest` are there for that.
 *
 * Every draft passes `guardText` of `write/validate.ts` before it can be staged, and what a commit would write passes `guardWrites` there. A
 * refusal and its fault carry the redacted form only.
 */

import { withoutTail } from "../base/text.js";
import {
  entropy,
  findSaid,
  findTokens,
  isDigest,
  isPlaceholder,
  isShuffled,
  mixes,
  type Span,
} from "./secret-tokens.js";

// SecretKeys: values that are secret because of the name in front of them: `password=…`, `api_key: …`, `Bearer …`.

const names: RegExp =
  /passw(?:or)?d|passphrase|passcode|passwort|kennwort|mot de passe|contrase(?:ñ|n)a|senha|wachtwoord|hasło|парол(?:ь|я|ем|ю|и)|密码|密碼|口令|パスワード|(?<![A-Za-z])pw(?=[ \t]{0,2}[=:])|pwd|secret|token|api[ _-]?key|access[ _-]?key|private[ _-]?key|signing[ _-]?key|encryption[ _-]?key|account[ _-]?key|auth[ _-]?key|credentials?|(?<![A-Za-z])pass(?==)|bearer|authorization/gi;

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
function findKeyed(text: string): readonly Span[] {
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
  let from = start;
  while (from > start - codeCharsMin && isCode(from - 1)) from -= 1;
  let to = end;
  while (to < end + codeCharsMin && isCode(to)) to += 1;
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

const assignment: RegExp =
  /^(?:["'`”’»\])*]{0,4}[ \t]{0,3}(?::=|=>|={1,2}|:|\||->)|["'`”’»\])*]{0,4}[ \t]{1,3}(?:is|was|are|ist|lautet|es|(?:c['’])?est|é|è)(?:[ \t](?:now|always|still|again|jetzt|immer|noch|ahora|siempre|toujours|maintenant))?(?:[ \t](?:set|configured|changed)[ \t]to)?(?=[ \t])|[ \t]{0,2}[是は为](?=[ \t]?\S))[*]{0,2}[ \t]{0,4}/i;

/** `of the desk`, `for admin on staging`: whose a password is, between its name and what assigns it. */
const whoseIs: RegExp =
  /^[ \t](?:of|for|to|on|in|at|von|für|zu|vom|zum|del?|d[ao]|pour|para|per|du|des)(?:[ \t][^\s:=|]{1,20}){1,6}?(?=[ \t]{0,2}[:=]|[ \t]{1,3}(?:is|ist|es|(?:c['’])?est|é|è)[ \t])/i;
const whoseCharsMax = 130;

/** The rest of the name, whose it is, a sign of assignment, the value. */
function keyed(text: string, at: number, word: string): Span | null {
  const password = /^(?:pass|pwd|pw|kenn|mot|contras|senha|wacht|hasło|парол|密|口|パ)/.test(word);
  const rest = text.slice(at, at + suffixCharsMax + 24 + (password ? whoseCharsMax : 0));
  const suffix = /^[A-Za-z0-9_-]{0,24}/.exec(rest)?.[0] ?? "";
  const last = suffix
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_-]/)
    .at(-1);
  if (last !== undefined && about.has(last)) return null;
  const whose = password ? (whoseIs.exec(rest.slice(suffix.length))?.[0].length ?? 0) : 0;
  const sign = assignment.exec(rest.slice(suffix.length + whose));
  const isLinked = isParameter(text, at);
  // A signed link names whose key signed it; the name opens nothing, as its token does.
  if (/[?&]x-(?:amz|goog)-credential$/i.test(text.slice(Math.max(0, at - 20), at))) return null;
  // What else a link carries has names of its own.
  if (sign === null) return isLinked ? null : near(text, at);
  const start = at + suffix.length + whose + sign[0].length;
  const found = valueAt(text, start);
  const value = isLinked ? (found.value.split("&")[0] ?? "") : found.value;
  const { quoted } = found;
  const end = found.end - found.value.length + value.length;
  if (value === "" || isPlaceholder(value)) return null;
  // Further from its name, a value is easily a place or a word: `the password for the wiki: https://…`, `… is base64-encoded`.
  if (whose > 0 && !quoted && /^[/~]|:\/\/|^[a-z0-9]+-[a-z]+$/i.test(value)) return near(text, at);
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

// SecretViews: a text as a reader would put it together: without invisible characters, without line breaks, decoded.

/** A text made from another, with where each of its characters came from. */
export interface View {
  readonly text: string;
  /** The offset in the text the view was made from; `offset(text.length)` is that text's length. */
  readonly offset: (at: number) => number;
  /** Where something was left out, as offsets into `text`. */
  readonly seams: readonly number[];
}

/** Invisible characters (the plane of tags and variation selectors, two units each, among them), full-width letters, and Markdown escapes. */
const disguise: RegExp =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]|\u034f|\u17b4|\u17b5|[\u180b-\u180d]|\u180f|[\ufe00-\ufe0f]|\udb40[\s\S]?|([\uff01-\uff5e])|\\(?=[!-/:-@[-`{-~])/g;

/** Invisible characters dropped, full-width letters narrowed, Markdown escapes undone; null where that changes nothing. */
export function unmasked(text: string): View | null {
  const kept = new Builder(text);
  let done = 0;
  for (const { 0: found, 1: wide, index } of text.matchAll(disguise)) {
    kept.add(done, index);
    if (wide !== undefined) kept.add(index, index + 1, String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
    done = index + found.length;
  }
  if (done === 0) return null;
  kept.add(done, text.length);
  return kept.view();
}

/** Line breaks dropped with what commonly stands around them: indents, list and quote marks, quotes joined by a plus. */
export function joined(text: string): View | null {
  const kept = new Builder(text);
  let done = 0;
  for (const match of text.matchAll(/[\n+]/g)) {
    const at = match.index;
    if (at < done) continue;
    let left = at;
    while (left > done && isSeam(text.charAt(left - 1), match[0])) left -= 1;
    let right = at + 1;
    while (right < text.length && isSeam(text.charAt(right), match[0])) right += 1;
    if (match[0] === "\n" && /^[-*] $/.test(text.slice(right, right + 2))) right += 2;
    if (match[0] === "+" && !(quote.test(text.slice(left, at)) && quote.test(text.slice(at, right)))) continue;
    kept.add(done, left);
    done = right;
  }
  if (done === 0) return null;
  kept.add(done, text.length);
  return kept.view();
}

const quote: RegExp = /["'`]/;

function isSeam(char: string, at: string): boolean {
  return at === "+" ? " \t\"'`".includes(char) : " \t\r\n\\\"'`>*+,".includes(char) || char === "|";
}

interface Decoded {
  /** Bytes as Latin-1, so that what is no text is no letter either. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What base64 runs of 24 characters and more hold; a run may open in the middle of a quartet. */
export function decoded(text: string): readonly Decoded[] {
  const found: Decoded[] = [];
  for (const { start, end } of base64Runs(text)) {
    for (let shift = 0; shift < 4; shift += 1) {
      const bytes = Buffer.from(text.slice(start + shift, end), "base64");
      found.push({ text: bytes.toString("latin1"), start, end });
    }
  }
  return found;
}

/** A run is walked in steps: one repeat over all of it fills the expression's own stack at some five million characters. */
function base64Runs(text: string): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  const opening = /[A-Za-z0-9+/_-]{24}/g;
  const more = /[A-Za-z0-9+/_-]{1,4096}/y;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    let end = opening.lastIndex;
    more.lastIndex = end;
    while (more.test(text)) end = more.lastIndex;
    for (let pads = 0; pads < 2 && text.charAt(end) === "="; pads += 1) end += 1;
    found.push({ start: match.index, end });
    opening.lastIndex = end;
  }
  return found;
}

/** Puts a view together of stretches of a text, for which it keeps two numbers each. */
class Builder {
  private readonly source: string;
  private readonly parts: string[] = [];
  /** Where each part begins in the view, and in the text. */
  private readonly starts: number[] = [];
  private readonly from: number[] = [];
  private size = 0;

  constructor(source: string) {
    this.source = source;
  }

  add(start: number, end: number, part = this.source.slice(start, end)): void {
    if (part === "") return;
    this.parts.push(part);
    this.starts.push(this.size);
    this.from.push(start);
    this.size += part.length;
  }

  view(): View {
    const { parts, starts, from, size, source } = this;
    const offset = (at: number): number => {
      if (at >= size) return source.length;
      let low = 0;
      for (let high = starts.length - 1; low < high; ) {
        const middle = (low + high + 1) >> 1;
        if (starts[middle]! <= at) low = middle;
        else high = middle - 1;
      }
      return from[low]! + at - starts[low]!;
    };
    return { text: parts.join(""), offset, seams: starts.slice(1) };
  }
}

// Secret: finds credentials in a text, as they stand or split, disguised or wrapped in base64, and blanks them out.

export interface SecretMatch {
  /** `github-token`, `password`, …; `base64 ` in front where it was wrapped. */
  readonly kind: string;
  /** UTF-16 offsets into the text as given. */
  readonly start: number;
  readonly end: number;
  /** What may be shown in its place; holds no character of the secret. */
  readonly redacted: string;
}

/** Changes with what is found: an index that holds texts as clean by other rules is made anew. */
export const secretRules = "secrets-1";

/** In order, never overlapping. Pure, and linear in the length of the text. */
export function findSecrets(text: string): readonly SecretMatch[] {
  const spans: Span[] = [...findTokens(text), ...findNamed(text)];
  const plain = unmasked(text);
  if (plain !== null) spans.push(...through(plain, [...findTokens(plain.text), ...findNamed(plain.text)]));
  const base = plain?.text ?? text;
  const whole = joined(base);
  const seen = whole?.text ?? base;
  const inner = [...(whole === null ? [] : findTokens(seen)), ...wrapped(seen)];
  const outer = whole === null ? inner : through(whole, inner).map((span) => bounded(base, span));
  spans.push(...(plain === null ? outer : through(plain, outer)));
  return merged(spans);
}

/** By the name in front of a value, or by the line that it stands in. */
function findNamed(text: string): readonly Span[] {
  return [...findKeyed(text), ...findLabeled(text), ...findSaid(text)];
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
  return text !== "" && !/[^\t\r\n -~]/.test(text) ? (findKeyed(text)[0]?.kind ?? null) : null;
}

function through(view: View, spans: readonly Span[]): readonly Span[] {
  return spans.map(({ kind, start, end }) => ({ kind, start: view.offset(start), end: view.offset(end - 1) + 1 }));
}

const checksMax = 16;

/**
 * What was found over line breaks, without lines at its edges that are none of it: a purge takes all that is found out of the past too. A secret
 * that is whole without the next line ends before it, unless that looks like chance itself.
 */
function bounded(text: string, span: Span): Span {
  const given = text.slice(span.start, span.end);
  const view = joined(given);
  if (view === null) return span;
  const find = span.kind.startsWith("base64 ") ? wrapped : findTokens;
  const wholeIn = (part: string): number => find(part).find(({ start }) => start === 0)?.end ?? 0;
  let [from, end, last, checks, isLead] = [0, view.text.length, 0, 0, true];
  for (const [index, at] of view.seams.entries()) {
    const seam = given.slice(view.offset(at - 1) + 1, view.offset(at));
    const isMore = (piece: string): boolean => !/\||[-*+] $/.test(seam) && isRandom(piece);
    isLead &&= !isMore(view.text.slice(last, at));
    last = at;
    if (/["'`]\s*\+\s*["'`]/.test(seam)) continue;
    if (isLead && wholeIn(view.text.slice(at) + text.slice(span.end, span.end + 2)) > 0) from = at;
    else if (isMore(view.text.slice(at, view.seams[index + 1]))) continue;
    else {
      const whole = wholeIn(view.text.slice(from, at));
      if (whole > 0) end = from + whole;
      if (whole > 0) break;
    }
    checks += 1;
    if (checks === checksMax) break;
  }
  const { kind, start } = span;
  return { kind, start: start + view.offset(from), end: start + view.offset(end - 1) + 1 };
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

// SecretLabels: values that are secret by the line they stand in: a login with its password, a key that is called nothing but a key.

/** What a login is for, or what it is called, in the languages that nights read; as a word of its own, by `login`: edges in here take longer to compile than all else in a tool's event. */
const logins: RegExp =
  /(?:ssh|sftp|ftp|log-?ins?|accounts?|vpn|rdp|vnc|smtp|imap|pop3|mysql|mariadb|postgres(?:ql)?|mongodb|database|db|admin|root|wi-?fi|wlan|router|c?panel|webmail|credentials|creds?|user(?:name)?|benutzer|zugang(?:sdaten)?|acceso|accès|accesso|acesso|логин|доступы?|учётка|登录|登錄|账号|帳號|ログイン)/giu;

/** What stands before a login in a sentence: “connect with sa / …”, “use sa / … to connect”, which speaks of getting in. */
const uses = /(?:use|using|with|as|usa|usar|con|mit|avec|用)(?=[ \t]{1,6}[^\s/]{2,70}[ \t]{0,3}\/)/giu;
const getsIn = /(?<!\p{L})(?:conn?ect|log ?[io]n|sign ?in|access|authent|anmeld|einlogg|entr[ae]|acced)/iu;

/** The address of a machine, behind which its login may stand. */
const addresses = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g;

/** A key by that name alone: with a longer name it is found by `names`, whatever its value. */
const keys: RegExp =
  /(?<![A-Za-z0-9_-])(?:keys?|schlüssel|clé|clave|chiave|chave|ключ|klucz|密钥|密鑰|金鑰|キー)(?![A-Za-z0-9_-])/giu;

const lineCharsMax = 240;

/** Linear: from each name only the rest of its line is looked at, and of that a bounded stretch. */
function findLabeled(text: string): readonly Span[] {
  return [
    ...found(text, logins, login),
    ...found(text, uses, usedLogin),
    ...found(text, addresses, loginAt),
    ...found(text, keys, key),
  ];
}

function found(
  text: string,
  names: RegExp,
  look: (ahead: string, before: string) => LabelValue | null,
): readonly Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(names)) {
    const at = match.index + match[0].length;
    const ahead = text.slice(at, at + lineCharsMax).split(/[\r\n]/, 1)[0] ?? "";
    const value = look(ahead, text.slice(Math.max(0, match.index - 13), match.index));
    if (value === null) continue;
    const start = at + value.at;
    spans.push({ kind: value.kind, start, end: start + value.text.length });
  }
  return spans;
}

interface LabelValue {
  readonly kind: string;
  readonly at: number;
  readonly text: string;
}

/** `: root / <password>`, `(staging): ada@example.org | <password>`. */
function login(ahead: string, before: string): LabelValue | null {
  const opening = /^[^\n:=]{0,40}[:=][ \t*_`"']{0,6}/.exec(ahead);
  const isName = opening === null || /^[\p{L}\p{N}_]/u.test(ahead) || /[\p{L}\p{N}_]$/u.test(before);
  return isName ? null : pairIn(ahead, opening[0].length);
}

/** A name and a password with a sign in it, in a sentence that speaks of getting in. */
function usedLogin(ahead: string, before: string): LabelValue | null {
  const pair = /[\p{L}\p{N}_]$/u.test(before) ? null : pairIn(ahead, /^[ \t*_`"']{1,6}/.exec(ahead)?.[0].length ?? 0);
  const isSigned = /^(?=.*\d)(?=.*[A-Za-z]).*[!#$%^&*?~]/.test(pair?.text ?? "");
  return isSigned && getsIn.test(before + ahead.slice(pair!.at + pair!.text.length)) ? pair : null;
}

/** “10.2.3.4 root/<password>”, “10.2.3.4, root / <password>”. */
function loginAt(ahead: string): LabelValue | null {
  const opening = /^[^\p{L}\p{N}\r\n/.]{1,9}/u.exec(ahead)?.[0] ?? "";
  const pair = /[ \t]/.test(opening) ? pairIn(ahead, opening.length) : null;
  const isLogin = /^(?:root|admin|administrator|ubuntu|debian)\W/.test(ahead.slice(opening.length));
  return isLogin || /[!#$%^&*?~]/.test(pair?.text ?? "") ? pair : null;
}

function pairIn(ahead: string, from: number): LabelValue | null {
  const pair = /^([A-Za-z0-9][\w.@+-]{1,63})[*_`"']{0,3}[ \t]{0,3}[/|][ \t]{0,3}[*_`"']{0,3}/.exec(ahead.slice(from));
  if (pair === null) return null;
  const at = from + pair[0].length;
  const text = withoutTail(/^[^\s`"'<>|,;]{6,100}/.exec(ahead.slice(at))?.[0] ?? "", ".,:;)*");
  return isTyped(text) ? { kind: "password", at, text } : null;
}

/** As people choose passwords, and as neither hosts, versions, paths, models nor packages are called. */
function isTyped(value: string): boolean {
  if (value.length < 6 || isPlaceholder(value) || isDigest(value) || value.includes("/") || value.includes("("))
    return false;
  if (!/[A-Za-z]/.test(value) || !/\d/.test(value)) return /[A-Za-z]/.test(value) && /[!#$%^&*?~]/.test(value);
  if (/[!#$%^&*?~@+=]/.test(value)) return true;
  if (/^-*\w+(?:[.:-]+\w+)+-*$/.test(value)) return false;
  const digits = value.length - value.replace(/\d/g, "").length;
  return mixes(value)
    ? digits >= 2 || value.length >= 10
    : value.length >= 8 && digits >= 2 && !/^\d|\d{5}$/.test(value);
}

/** `: <40 characters>`, ` is <40 characters>`; nobody hides a public one. */
function key(ahead: string, before: string): LabelValue | null {
  if (
    /(?:public|öffentlicher|publique|pública|pubblica|foreign|primary|cache|idempotency|sort)[ \t_-]$/iu.test(before)
  )
    return null;
  const sign =
    /^[*_`]{0,3}[ \t]{0,2}(?:[(][^()\n]{0,24}[)][ \t]?)?(?:[:=]|(?:is|was|ist|es|est|é|è)(?=[ \t])|[是は为])[ \t*_`"'“]{0,5}/iu.exec(
      ahead,
    );
  if (sign === null) return null;
  const text = /^[A-Za-z0-9+/_=.-]{24,200}/.exec(ahead.slice(sign[0].length))?.[0] ?? "";
  const isChance = text.split(/[^A-Za-z0-9]/).some((run) => run.length >= 16 && (mixes(run) || isShuffled(run)));
  const isHex = isHexKey(text) && !/(?:gpg|pgp|signing|host)[ \t_-]$/i.test(before);
  if (!(isChance || isHex) || isPlaceholder(text) || isDigest(text)) return null;
  if (entropy(text) < (isChance ? 3.5 : 3)) return null;
  return { kind: "keyed-secret", at: sign[0].length, text };
}

/** Many services give their keys in small hexadecimal digits; fingerprints of public keys are printed in capitals. */
function isHexKey(value: string): boolean {
  return /^[0-9a-f]{32,64}$/.test(value) && /\d/.test(value) && /[a-f]/.test(value);
}

const firstLineCharsMin = 20;

/** A match can reach into the line below it, because secrets are split over lines; a new entry there makes no new secret. */
export function isSameSecret(old: string, found: string): boolean {
  if (found.startsWith(old) || old.startsWith(found)) return true;
  const [line] = found.split(/\r?\n/, 1);
  return line !== undefined && line.length >= firstLineCharsMin && !line.startsWith("-----") && old.startsWith(line);
}
