/**
 * SecretTokens: credentials that say what they are by their own spelling: issuer prefixes, JSON web tokens, keys in PEM blocks. Whether a value
 * looks like chance, and not like a word, a name, a digest or a blank, is told here too.
 */

/** A stretch of a text that is a secret, in UTF-16 offsets. */
export interface Span {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

type Shape = readonly [kind: string, pattern: RegExp, accepts?: (match: string) => boolean];

// Every pattern opens with a literal, and what repeats after it is one class without a tail that could send it back: linear time.
const shapes: readonly Shape[] = [
  // The id of a key in a link that it signed opens nothing.
  ["aws-access-key", /(?<![A-Za-z0-9]|[?&]X-Amz-Credential=)(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g],
  ["github-token", /(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{30,}/g],
  ["github-token", /(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{36,}/g],
  ["gitlab-token", /(?<![A-Za-z0-9])gl(?:pat|ptt|dt|rt|soat|agent)-[A-Za-z0-9_-]{20,}/g],
  ["sk-key", /(?<![A-Za-z0-9_])sk-[A-Za-z0-9_-]{20,}/g, holdsRandomRun],
  ["stripe-key", /(?<![A-Za-z0-9])[sr]k_(?:live|test)_[A-Za-z0-9]{16,}/g],
  ["stripe-key", /(?<![A-Za-z0-9])whsec_[A-Za-z0-9+/]{24,}/g],
  ["mollie-key", /(?<![A-Za-z0-9_])(?:live|test)_[A-Za-z0-9]{28,}/g, holdsDigit],
  ["slack-token", /(?<![A-Za-z0-9])xox[a-z]-[A-Za-z0-9-]{10,}/g, holdsDigit],
  ["slack-token", /(?<![A-Za-z0-9])xapp-\d-[A-Za-z0-9-]{20,}/g],
  ["slack-webhook", /hooks\.slack\.com\/services\/T[A-Za-z0-9_]{6,}\/B[A-Za-z0-9_]{6,}\/[A-Za-z0-9_]{16,}/g],
  ["google-key", /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}/g],
  ["google-key", /(?<![A-Za-z0-9])(?:GOCSPX-[A-Za-z0-9_-]{24,}|ya29\.[A-Za-z0-9_-]{20,})/g],
  ["npm-token", /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}/g],
  ["pypi-token", /(?<![A-Za-z0-9])pypi-AgE[A-Za-z0-9_-]{40,}/g],
  ["hugging-face-token", /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,}/g],
  ["groq-key", /(?<![A-Za-z0-9])gsk_[A-Za-z0-9]{40,}/g],
  ["xai-key", /(?<![A-Za-z0-9])xai-[A-Za-z0-9]{40,}/g],
  ["digital-ocean-token", /(?<![A-Za-z0-9])do[opr]_v1_[a-f0-9]{40,}/g],
  ["sendgrid-key", /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,}/g],
  ["shopify-token", /(?<![A-Za-z0-9])shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/g],
  ["twilio-key", /(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])/g],
  ["telegram-token", /(?<![A-Za-z0-9])\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g],
  ["vault-token", /(?<![A-Za-z0-9])hv[sbr]\.[A-Za-z0-9_-]{24,}/g],
  ["docker-token", /(?<![A-Za-z0-9])dckr_(?:pat|oat)_[A-Za-z0-9_-]{24,}/g],
  ["atlassian-token", /(?<![A-Za-z0-9])AT[AC]TT3[A-Za-z0-9_=-]{40,}/g],
  ["age-key", /(?<![A-Za-z0-9])AGE-SECRET-KEY-1[0-9A-Z]{40,}/g],
  ["json-web-token", /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{16,}/g],
];

const hints: RegExp =
  /AKIA|ASIA|ABIA|ACCA|gh[pousr]_|github_pat_|gl[a-z]{2,5}-|sk-|[sr]k_|whsec_|live_|test_|xox|xapp-|hooks\.slack|AIza|GOCSPX|ya29|npm_|pypi-|hf_|gsk_|xai-|do[opr]_v1|SG\.|shp|SK[0-9a-f]|:AA|hv[sbr]\.|dckr_|TT3|AGE-SECRET|eyJ/;

/** Tokens, PEM blocks and credentials in URLs. Linear in the length of the text. */
export function findTokens(text: string): readonly Span[] {
  const found: Span[] = [...pemBlocks(text), ...urlCredentials(text)];
  if (!hints.test(text)) return found;
  for (const [kind, pattern, accepts] of shapes) {
    for (const match of text.matchAll(pattern)) {
      const value = match[0];
      if (isBlanked(value) || accepts?.(value) === false) continue;
      found.push({ kind, start: match.index, end: match.index + value.length });
    }
  }
  return found;
}

/** `ghp_xxxxxxxx`: what documentation prints where a token would stand. */
function isBlanked(value: string): boolean {
  return /(?:x{12}|X{12}|0{16}|_{8})/.test(value);
}

function holdsDigit(value: string): boolean {
  return /\d/.test(value);
}

/** Tells a key from a name in kebab case, which can open with the same letters. */
function holdsRandomRun(value: string): boolean {
  const runs = value.slice(3).split(/[-_]/);
  if (runs.some((run) => run.length >= 20 || (run.length >= 16 && /\d/.test(run)))) return true;
  return value.length >= 40 && /\d/.test(value) && /[A-Z]/.test(value) && /[a-z]/.test(value);
}

/** Between BEGIN and END of such a line; looking further from each name of a key would take quadratic time. */
const pemOpeningCharsMax = 40;
const pemClosingCharsMax = 29;
const pemBodyCharsMax = 8_192;
/** Line breaks, typed or escaped, with what quotes a line; the headers of an encrypted key; then base64. */
const pemBody: RegExp =
  /^(?:\\[nr]|[^A-Za-z0-9+/\\]){0,40}(?:(?:[A-Z][A-Za-z-]{2,12}: [^\n]{0,80}\n){1,3}\s{0,8})?([A-Za-z0-9+/=]{16,})/;

/** The header alone is what documentation names; a header with a body is a key. */
function pemBlocks(text: string): readonly Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf("PRIVATE KEY"); at >= 0; at = text.indexOf("PRIVATE KEY", at + 11)) {
    const open = text.slice(Math.max(0, at - pemOpeningCharsMax), at).lastIndexOf("-----BEGIN");
    const close = text.slice(at, at + pemClosingCharsMax).indexOf("-----");
    if (open < 0 || close < 0) continue;
    const start = Math.max(0, at - pemOpeningCharsMax) + open;
    const body = at + close + 5;
    const ahead = text.slice(body, body + pemBodyCharsMax);
    const end = body + firstOf(ahead, /-----/);
    const key = pemBody.exec(ahead.slice(0, 512))?.[1] ?? "";
    if (key !== "" && !isBlanked(key) && found.at(-1)?.start !== start)
      found.push({ kind: "private-key", start, end });
  }
  return found;
}

const authorityCharsMax = 400;

/** `scheme://user:password@host`, with a password that is no placeholder. */
function urlCredentials(text: string): readonly Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    const scheme = /[A-Za-z][A-Za-z0-9+.-]{0,24}$/.exec(text.slice(Math.max(0, at - 25), at));
    if (scheme === null) continue;
    const rest = text.slice(at + 3, at + 3 + authorityCharsMax);
    const authority = rest.slice(0, firstOf(rest, /[\s/?#"'<>`]/));
    const sign = authority.lastIndexOf("@");
    const colon = authority.indexOf(":");
    if (colon < 0 || sign < colon + 4 || sign === authority.length - 1) continue;
    const password = authority.slice(colon + 1, sign);
    if (isBlanked(password) || urlPlaceholder.test(password)) continue;
    found.push({ kind: "url-credentials", start: at - scheme[0].length, end: at + 3 + sign });
  }
  return found;
}

const urlPlaceholder: RegExp =
  /^(?:pass(?:word|wd)?|pwd|secret|token|\*+|x+|\.{3}|…|<.*|\$.*|\{.*|%.*|\[.*|your.*|my-?pass(?:word)?|changeme|redacted|example)$/i;

function firstOf(text: string, pattern: RegExp): number {
  const at = text.search(pattern);
  return at < 0 ? text.length : at;
}

// SecretRandom: whether a value looks like chance and not like a word, a name, a digest or the blank that documentation leaves.

/** Of an image, a package or a key, as their tools write it, and the address of an account that anybody may know. */
export function isDigest(value: string): boolean {
  return /^(?:sha(?:1|224|256|384|512)|md5|blake2[bs]?|blake3)[:-]/i.test(value) || /^0x[0-9a-f]{40}$/i.test(value);
}

export function mixes(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
}

/**
 * One random text in some hundred has no digit. Letters alone are random where capitals stand anywhere: in camel case fewer
 * than three in ten are capitals, and in names of acronyms the case changes seldom.
 */
export function isShuffled(run: string): boolean {
  if (run.length < shuffledCharsMin || !/^[A-Za-z]+$/.test(run)) return false;
  const { length } = run;
  const capitals = length - run.replace(/[A-Z]/g, "").length;
  let changes = 0;
  for (let at = 1; at < length; at += 1) if (isCapital(run, at) !== isCapital(run, at - 1)) changes += 1;
  return capitals >= length * 0.3 && capitals <= length * 0.8 && changes >= length / 4 && entropy(run) >= 3.5;
}

const shuffledCharsMin = 20;

function isCapital(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x41 && code <= 0x5a;
}

/** A reference to a secret, a text that a program puts one into, or the blank that documentation leaves for one. */
export function isPlaceholder(value: string): boolean {
  if (
    /^(?:["'`]{0,2}[$%<{[@]|["'`] ?[.+]|process\.env|os\.environ|env[.:[]|op:\/\/|vault:|file:|keychain:|secretref|secret:)/i.test(
      value,
    )
  )
    return true;
  if (isFile(value)) return true;
  if (/\.{3}|…|\*{3}|•{2}|x{4}|X{4}/.test(value)) return true;
  return (
    /your|example|change-?me|placeholder|dummy|replace|insert|redacted|sample/i.test(value) || /^(.)\1*$/.test(value)
  );
}

/** A path from a root, a home or a drive to a file with an ending. */
function isFile(value: string): boolean {
  return /^(?:[A-Za-z]:[\\/]|~?\/|\.{1,2}\/)[^\s]*\.[A-Za-z]{1,5}$/.test(value);
}

/** Bits a character. */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
