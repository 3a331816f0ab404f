/** Slug: a heading as an anchor, in GitHub's manner, unique within its file. */

import { limits } from "../base/limits.js";

const nameless = "section";

/** Gives a slug for one title after another; a repeated one gets `-1`, `-2` and so on. */
export function slugger(): (title: string) => string {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return (title) => {
    const base = slugOf(title);
    let slug = base;
    let count = counts.get(base) ?? 0;
    while (taken.has(slug)) {
      count++;
      const suffix = `-${count}`;
      slug = cut(base, limits.slugCharsMax - suffix.length) + suffix;
    }
    counts.set(base, count);
    taken.add(slug);
    return slug;
  };
}

/** Lower case; letters, digits, `_` and `-` stay, blanks become `-`, all else goes. */
export function slugOf(title: string): string {
  const letters = title.normalize("NFC").toLowerCase().trim();
  // Most titles have nothing to lose, and the classes of all letters cost a process more to make than its titles to read.
  const kept = /^[a-z0-9_ -]*$/.test(letters) ? letters : letters.replace(/[^\p{L}\p{N}_ -]/gu, "");
  return cut(kept.replaceAll(" ", "-"), limits.slugCharsMax) || nameless;
}

/** At most `chars` UTF-16 units, never half a character. */
function cut(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const code = text.charCodeAt(chars - 1);
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? chars - 1 : chars);
}
