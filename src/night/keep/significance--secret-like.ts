/** SecretLike: a value where a secret would stand, behind the word for one; what asks to be kept must be nowhere near it. */

import type { Spoken } from "./cjk-words--spoken.js";
import type { Hit } from "./lexicon.js";

/** Beside what the detector of secrets finds, which is asked at every gate: here one too many costs a line that waits. */
export function looksSecret({ plain }: Spoken, hits: readonly Hit[]): boolean {
  return hits.some(({ list, end }) => {
    if (list !== "credentials") return false;
    const behind =
      /^["'”’)\]]?(?:\s*[:=：]\s*|\s+(?:is|ist|lautet|est|es)\s+|\s*[是为は]\s*|\s*\/\s*)(?:\S{1,32} ?\/ ?)?([^\s，。、]{4,})/u.exec(
        plain.slice(end),
      );
    return behind !== null && isValue(behind[1] ?? "");
  });
}

/** Letters and digits mixed, or signs among them, and no path, date, address or word. */
function isValue(text: string): boolean {
  // What looks behind itself tries a row of marks once, from its first one.
  const token = text.replace(/^["'“‘(]+/, "").replace(/(?<!["'”’.,;:!?)])["'”’.,;:!?)]+$/, "");
  if (
    /^(?:19|20)\d\d$/.test(token) ||
    /^(?:https?:|\/|~|\.{1,2}\/|\[|<|\$|\d{4}-\d{2})/.test(token) ||
    token.includes("://")
  )
    return false;
  const [hasLetter, hasDigit, hasSign] = [/\p{L}/u, /\d/, /[#&$@!%^+=~]/].map((shape) => shape.test(token));
  return (
    (hasDigit === true && (hasLetter === true || /^\d{4,}$/.test(token))) || (hasLetter === true && hasSign === true)
  );
}
