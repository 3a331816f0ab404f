/** ChunkFront: what the first words of an entry say of it: a day, a time, who speaks. */

/** The first `YYYY-MM-DD` that is a day of the calendar; null where there is none. */
export function frontDay(front: string): string | null {
  for (let at = front.indexOf("-"); at >= 0; at = front.indexOf("-", at + 1)) {
    const text = front.slice(Math.max(0, at - 4), at + 6);
    const before = front.charCodeAt(at - 5);
    const after = front.charCodeAt(at + 6);
    if (text.length === 10 && isDay(text) && !isDigit(before) && !isDigit(after)) return text;
  }
  return null;
}

/** Who an entry begins with: `Ann: …`, `**Ann Lee**: …`, `[10:30] user: …`; null where it begins with something else. */
export function spokenFront(front: string): string | null {
  const content = withoutTime(withoutMark(front));
  const colon = content.indexOf(":");
  if (colon < 1 || colon > 40 || content.charCodeAt(colon + 1) === 47) return null;
  const name = unwrapped(content.slice(0, colon));
  const after = content.charAt(colon + 1);
  if (after !== "" && after !== " " && after !== "*" && after !== "_" && after !== "\n") return null;
  return isName(name) ? name : null;
}

/** Without the marker of a list item. */
function withoutMark(front: string): string {
  const content = front.trimStart();
  const first = content.charAt(0);
  if ((first === "-" || first === "*" || first === "+") && content.charAt(1) === " ")
    return content.slice(2).trimStart();
  return content;
}

/** Without digits, brackets and signs of a time or day in front. */
function withoutTime(content: string): string {
  let at = 0;
  while (
    at < content.length &&
    at < 32 &&
    ("[](){}—–-:./,".includes(content.charAt(at)) || isDigit(content.charCodeAt(at)))
  ) {
    at++;
    while (content.charAt(at) === " " || content.charAt(at) === "T") at++;
  }
  return content.slice(at);
}

/** Without emphasis around it. */
function unwrapped(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && "*_ ".includes(text.charAt(start))) start++;
  while (end > start && "*_ ".includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

const roles = new Set(["user", "assistant", "agent", "human", "ai", "system", "tool"]);

/** One to three words that begin with a capital, or a role. */
function isName(text: string): boolean {
  if (roles.has(text.toLowerCase())) return true;
  const words = text.split(" ");
  return words.length <= 3 && words.every((word) => /^\p{Lu}[\p{L}\p{M}.'’-]*$/u.test(word));
}

function isDay(text: string): boolean {
  for (const at of [0, 1, 2, 3, 5, 6, 8, 9]) if (!isDigit(text.charCodeAt(at))) return false;
  if (text.charAt(4) !== "-" || text.charAt(7) !== "-") return false;
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= new Date(Date.UTC(Number(text.slice(0, 4)), month, 0)).getUTCDate()
  );
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
