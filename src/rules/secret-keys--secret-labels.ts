/** SecretLabels: values that are secret by the line they stand in: a login with its password, a key that is called nothing but a key. */

import { withoutTail } from "../base/text--text.js";
import type { Span } from "./secret-tokens.js";
import { entropy, isDigest, isPlaceholder, isShuffled, mixes } from "./secret-tokens--secret-random.js";

/** What a login is for, or what it is called, in the languages that nights read. */
const logins: RegExp =
  /(?<![\p{L}\p{N}_])(?:ssh|sftp|ftp|log-?ins?|accounts?|vpn|rdp|vnc|smtp|imap|pop3|mysql|mariadb|postgres(?:ql)?|mongodb|database|db|admin|root|wi-?fi|wlan|router|c?panel|webmail|creds?|credentials|user(?:name)?|benutzer|zugang(?:sdaten)?|acceso|accès|accesso|acesso|登录|登錄|账号|帳號|ログイン)(?![\p{L}\p{N}_])/giu;

/** A key by that name alone: with a longer name, and by any value, `secret-keys` looks for it. */
const keys: RegExp =
  /(?<![A-Za-z0-9_-])(?:keys?|schlüssel|clé|clave|chiave|chave|密钥|密鑰|金鑰|キー)(?![A-Za-z0-9_-])/giu;

const lineCharsMax = 240;

/** Linear: from each name only the rest of its line is looked at, and of that a bounded stretch. */
export function findLabeled(text: string): readonly Span[] {
  return [...found(text, logins, login), ...found(text, keys, key)];
}

function found(text: string, names: RegExp, look: (ahead: string, before: string) => Value | null): readonly Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(names)) {
    const at = match.index + match[0].length;
    const ahead = text.slice(at, at + lineCharsMax).split(/[\r\n]/, 1)[0] ?? "";
    const value = look(ahead, text.slice(Math.max(0, match.index - 12), match.index));
    if (value === null) continue;
    const start = at + value.at;
    spans.push({ kind: value.kind, start, end: start + value.text.length });
  }
  return spans;
}

interface Value {
  readonly kind: string;
  readonly at: number;
  readonly text: string;
}

/** `: root / <password>`, `(staging): ada@example.org | <password>`. */
function login(ahead: string): Value | null {
  const opening = /^[^\n:=]{0,40}[:=][ \t*_`"']{0,6}/.exec(ahead);
  if (opening === null) return null;
  const pair = /^([A-Za-z0-9][\w.@+-]{1,63})[*_`"']{0,3}[ \t]{0,3}[/|][ \t]{0,3}[*_`"']{0,3}/.exec(
    ahead.slice(opening[0].length),
  );
  if (pair === null) return null;
  const at = opening[0].length + pair[0].length;
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
function key(ahead: string, before: string): Value | null {
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
