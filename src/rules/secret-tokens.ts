/**
 * SecretTokens: credentials that say what they are by their own spelling: issuer prefixes, JSON web tokens, keys in PEM blocks. Whether a value
 * looks like chance, and not like a word, a name, a digest or a blank, is told here too; and so is what people say without a colon: “the alarm code is …”.
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

// SaidSecrets: a password, a PIN or the code of a lock within a sentence, in English, German, Spanish and French.

/** What a secret is called that a person says, as it stands in the middle of longer words too. */
const saidNames: RegExp =
  /passw(?:or)?d|passphrase|passwort|kennwort|mot de passe|contrase(?:ñ|n)a|passcode|pin|geheimzahl|code|kombination|combination|combo|c(?:ó|o)digo|clave/gi;

/** What has a lock behind its code, and what has one behind its PIN alone: a bank and a phone have codes that anybody may see. */
const locks =
  "safe|vault|strong ?box|key ?box|lock ?box|padlock|locker|alarm(?: system)?|door|gate|garage|tresors?|alarmanlage|(?:haus|eingangs|hinter)?tür|(?:garagen|hof)?tors?|schloss(?:es)?|schließfachs?|(?:(?:ec|bank|kredit|giro)-?)?karten?|caja fuerte|alarma|puerta|garaje|candado|tarjeta|coffre(?:-fort)?|alarme|porte|portail|immeuble|cadenas|carte(?: (?:bleue|bancaire))?";
const accounts = `${locks}|bank|(?:(?:debit|credit|bank|ec) ?)?card|sim|phone|tablet|handys?|banco|móvil|banque|téléphone`;

function thingsIn(things: string): readonly [before: RegExp, behind: RegExp] {
  const articles =
    "the|our|my|all|die|den|das|der|dem|unser(?:e[nrms]?)?|meine?[nrms]?|la|le|les|el|los|mi|ma|mon|notre|nuestr[ao]|new|front|back|shop|office";
  return [
    new RegExp(`(?<![\\p{L}\\d])(?:${things})(?:['’]?s)?[ -]?$`, "iu"),
    new RegExp(
      `^(?: (?:code|number|nummer|pin))? (?:for|of|to|für|vo[nm]|zu[mr]?|der|des|del?|du|pour|para)(?: (?:${articles})(?!\\p{L})){0,3}(?: |(?<= de) l[’'])(?:${things})(?![\\p{L}\\d])`,
      "iu",
    ),
  ];
}

const ofLocks = thingsIn(locks);
const ofAccounts = thingsIn(accounts);
const saidSign =
  /^['’]s[ \t]{1,2}|^["'`*]{0,3}[ \t]{0,2}(?:[:=][ \t*]{0,3}|(?:is|was|ist|war|lautet|es|(?:c['’])?est)(?: (?:now|still|jetzt|ahora|maintenant))?[ \t]{1,2}|[ \t])/iu;
/** Four digits and more, or groups of them, at whose end the clause ends. */
const saidCode =
  /^["'`“„]?([A-Z*#]?\d(?:[\dA-Z]|[ .-](?=\d)){2,13}[#*]?)["'`”“]?(?=[ \t]{0,2}(?:$|[,;!?)]|\.(?!\d)|[–—-] )|[ \t](?:and|but|i|we|in case|for|und|aber|ich|wir|für|y|pero|para|et|mais|je|on|pour)(?!\p{L}))/iu;
const otherCodes =
  /(?<!\p{L})(?:error|status|exit|return|response|fault|zip|postal|post|area|country|dial|source|bar|qr|product|promo|order|fehler|postleit|vorwahl|erreur|postal|sortie)[ -]?$/iu;
/** What is said of passwords: how they are stored, and what is done with them. */
const ofPasswords =
  /^(?:sha|md|argon|bcrypt|scrypt|pbkdf|base|oauth|utf|aes|rsa|hmac|totp|saml|tls|ssl|x|v|web|http|field|input|step|rule|page|level|row|rfc|cwe|cve|owasp|nist|iso|php|python|node|vue|html|ipv|win|ios|s)\d|^(?:step|section|version|phase|option|type|test|user|pass)\d+$/i;

const ofSomebody =
  /(?<!\p{L})(?:my|our|meine?[rnm]?|unsere?[rnm]?|mi|nuestr[ao]|mon|notre|m[oó]j|minha|meu|mio)[ ]$/iu;
/** A code that stands for something opens nothing. */
const saysWhatItMeans =
  /^["'`”“]?[,;:]?[ ]?(?:(?:that|which|it|das|was|lo que|ce qui)[ ])?(?:means|stands for|bedeutet|heißt|significa|signifie)(?!\p{L})/iu;

/** Linear: around each name only a bounded stretch is looked at. */
export function findSaid(text: string): readonly Span[] {
  const found: Span[] = [];
  for (const { 0: name, index } of text.matchAll(saidNames)) {
    const ahead = text.slice(index + name.length, index + name.length + saidCharsMax).split(/[\r\n]/, 1)[0] ?? "";
    if (!/\d|[!#$%^&*?~]/.test(ahead) || /^[\p{L}\p{N}_]/u.test(ahead)) continue;
    const before = text.slice(Math.max(0, index - thingCharsMax), index);
    const isPassword = /^(?:pass[wp]|kenn|mot|contras)/i.test(name);
    const at = isPassword ? passwordSaid(ahead) : codeSaid(name.toLowerCase(), ahead, before);
    if (at === null) continue;
    const start = index + name.length + at.start;
    found.push({ kind: isPassword ? "password" : "code", start, end: start + at.length });
  }
  return found;
}

const saidCharsMax = 120;
const thingCharsMax = 32;

interface SaidAt {
  readonly start: number;
  readonly length: number;
}

/** “Password butter4ever”: letters with digits among them or a sign, and nothing behind. */
function passwordSaid(ahead: string): SaidAt | null {
  const match =
    /^([ \t]{1,2}["'`“„]?)([\p{L}\d][\p{L}\d!@#$%^&*?~+]{5,39})(?=["'`”“]?[ \t]{0,2}(?:$|[,;)]|\.(?!\w)))/iu.exec(
      ahead,
    );
  const [, lead = "", value = ""] = match ?? [];
  const core = value.replace(/[!?]+$/, "");
  const isMixed = /\p{L}/u.test(core) && /\d\p{L}|\d{2}|[!@#$%^&+]/u.test(core);
  if (!isMixed || ofPasswords.test(core) || isPlaceholder(core) || isDigest(core)) return null;
  return { start: lead.length, length: value.length };
}

/** A code is one by the thing that it opens, and a PIN by what is said of it. */
function codeSaid(name: string, ahead: string, before: string): SaidAt | null {
  if (otherCodes.test(before)) return null;
  const [thingBefore, thingBehind] = /^c[oó]/.test(name) ? ofLocks : ofAccounts;
  const behind = thingBehind.exec(ahead)?.[0] ?? "";
  const isOfThing = behind !== "" || thingBefore.test(before);
  const isSecret = name === "geheimzahl" || name === "passcode" || /(?<!\p{L})digi$/iu.test(before);
  const sign = saidSign.exec(ahead.slice(behind.length))?.[0] ?? "";
  const start = behind.length + sign.length;
  const [whole = "", value = ""] = sign === "" ? [] : (saidCode.exec(ahead.slice(start)) ?? []);
  const after = ahead.slice(start + whole.length);
  const isPin = name === "pin" && ofSomebody.test(before) && sign.trim() !== "";
  if (value === "" || saysWhatItMeans.test(after)) return null;
  if (!isOfThing && !thingBehind.test(after) && !isSecret && !isPin) return null;
  const digits = value.replace(/\D/g, "");
  const isShort = digits.length < (/[A-Z.*# -]/i.test(value) ? 3 : 4);
  // A PIN that is a year, a default or a row of digits is one of nobody.
  const isDefault = !isOfThing && /^(?:(.)\1*|0?1234\d*)$/.test(digits);
  if (isShort || isDefault) return null;
  return { start: start + whole.indexOf(value), length: value.length };
}
