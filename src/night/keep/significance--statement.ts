/** Statement: whether an entry says something by itself, or is a label, a form to fill in, a counter or a measurement of its moment. */

/** Below it, words are alike by accident: two files hold “Status: open” and mean two things. */
const weightMin = 5;

/** A task or a point of a checklist: written to be ticked off, and the same in every list of its kind. */
export function isTask(markdown: string): boolean {
  return /^[ \t]*(?:>[ \t]?)*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX]\][ \t]/.test(markdown);
}

/** Marks of emphasis, bullets, boxes and quotes aside; words count one, characters of scripts without spaces a half. */
export function isStatement(markdown: string): boolean {
  const lines = markdown.split(/\r?\n/).map(bareLine);
  const said = lines.join(" ").trim();
  const first = lines[0] ?? "";
  // `Label:` announces what follows, and `Label: two words` fills in a form.
  if (said === "" || /[:：]$/.test(said) || said.startsWith("|")) return false;
  const value = /^[^:：]{1,40}[:：](?!\/\/)\s*(.*)$/u.exec(first)?.[1];
  const weighed = value !== undefined && lines.length === 1 ? value : said;
  return weightOf(weighed) >= weightMin;
}

/** A share, a ratio, an amount of bytes or time, or several numbers: what a count says of its moment. */
export function isMeasure(text: string): boolean {
  const numbers = text.match(/\d+(?:[.,]\d+)*/g) ?? [];
  return (
    numbers.length > 1 ||
    /\d\s*(?:%|％|\/\s*\d|[kKMGT]i?B\b|ms\b|[xX×]\b|[+＋])|[<>≤≥~≈约]\s*\d|\d\s*(?:回|次|個|个|件|人|日|小時|小时|時間)/u.test(
      text,
    )
  );
}

function bareLine(line: string): string {
  return line
    .replace(/^[ \t]*(?:>[ \t]?)*(?:[-*+]|\d{1,9}[.)])?[ \t]*(?:\[[ xX]\][ \t]+)?/, "")
    .replace(/[*_`~]+/g, "")
    .trim();
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;

/** Where something leads is no word of it. */
const links: RegExp = /\]\([^()\s]*\)|\[\[[^[\]]*\]\]|<?\bhttps?:\/\/[^\s<>]+>?/g;

export function weightOf(markdown: string): number {
  const text = markdown.replace(links, " ");
  const characters = text.match(unspaced)?.length ?? 0;
  const words = text.replace(unspaced, " ").match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’.-]*/gu)?.length ?? 0;
  return words + characters / 2;
}
