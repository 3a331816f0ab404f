/** Text: cutting characters off an end in one pass, where a regular expression would look at every run of them again. */

/** Without the characters of `chars` at its end. Linear: `/x+$/` takes quadratic time on a long run that is not at the end. */
export function withoutTail(text: string, chars: string): string {
  let end = text.length;
  while (end > 0 && chars.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
