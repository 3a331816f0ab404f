/** SecretRandom: whether a value looks like chance and not like a word, a name, a digest or the blank that documentation leaves. */

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

/** A reference to a secret, or the blank that documentation leaves for one. */
export function isPlaceholder(value: string): boolean {
  if (/^(?:[$%<{[@]|process\.env|os\.environ|env[.:[]|op:\/\/|vault:|file:|keychain:|secretref|secret:)/i.test(value))
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
