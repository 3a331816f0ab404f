/** Label: what stands before the first colon or dash of a statement, and whether what stands behind it is a sentence. */

import { isStopWord } from "../../recall/words/terms--stop-words.js";
import type { Kind } from "./cjk-words--lexicon.js";
import type { Spoken } from "./cjk-words--spoken.js";
import type { Hit } from "./lexicon.js";

const labelWordsMax = 5;
const labelCharactersMax = 48;

export function labelEnd({ plain, words }: Spoken): number | null {
  const mark = /[:：]|\s[–—-]\s|——/.exec(plain.slice(0, labelCharactersMax + 1));
  if (mark === null || mark.index === 0) return null;
  // A time of day or a host's port has a colon too.
  if (/^[:：]\d/.test(plain.slice(mark.index)) || plain.slice(mark.index + mark[0].length).trim() === "") return null;
  return words.filter(({ start }) => start < mark.index).length > labelWordsMax ? null : mark.index;
}

/** A name's label has to be nothing but that; “error name” is no one's. */
export function labelKind({ plain, words, script }: Spoken, hits: readonly Hit[], end: number): Kind | null {
  const here = hits.filter((hit) => hit.end <= end);
  const isOfLabel = ({ start, end: last }: Hit): boolean =>
    here.some((hit) => hit.list.startsWith("labels.") && hit.start <= start && last <= hit.end);
  if (here.some((hit) => hit.list === "denies.decision" || (hit.list === "unlabels" && !isOfLabel(hit)))) return null;
  if (!/\p{L}/u.test(plain.slice(0, end)) || words.length === 0) return null;
  for (const kind of order) {
    const hit = here.find(({ list }) => list === `labels.${kind}`);
    if (hit === undefined) continue;
    const isWhole = plain.slice(0, hit.start).trim() === "" && plain.slice(hit.end, end).trim() === "";
    if (
      !isWhole &&
      script !== "spaced" &&
      plain
        .slice(hit.end, end)
        .trim()
        .replace(/[:：(（【].*$/su, "").length > behindCharactersMax
    )
      continue;
    if (
      isWhole ||
      (!wholeOnly.has(kind) && !isNamePart(plain, hit) && (kind !== "rule" || isRuleLabel(plain, hit, { end, hits })))
    )
      return kind;
  }
  return null;
}

/** Behind a noun at the end of its title; a verb has its object there. */
const behindCharactersMax = 3;

/** A word of a file's or a program's name labels nothing; one that German hangs to another noun does. */
function isNamePart(plain: string, { start, end }: Hit): boolean {
  if (isWithinName(plain, start, end) || isModifier(plain, start, end)) return true;
  const isCompound = /^-\p{Lu}/u.test(plain.slice(start - 1, start + 1));
  return (!isCompound && /[-._/]/.test(plain.charAt(start - 1))) || /^[-._/]\p{L}/u.test(plain.slice(end));
}

/** “The Lesson Post”: between two words that are written large as it is, one lesson is a part of what something is called. */
function isWithinName(plain: string, start: number, end: number): boolean {
  if (!/^\p{Lu}\p{L}*[^s]$/u.test(plain.slice(start, end)) || !endsInName(plain.slice(0, start))) return false;
  const next = /^\s(\p{Lu}\p{L}+)/u.exec(plain.slice(end))?.[1]?.toLowerCase();
  return next !== undefined && !isStopWord(next) && !/(?:ed|made|log|day|today)$/.test(next);
}

/** The last word has a large letter, and one blank follows it. */
function endsInName(before: string): boolean {
  if (!/\s$/.test(before)) return false;
  const bare = before.slice(0, -1);
  const word = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+$/u.exec(bare)?.[0];
  return word !== undefined && /\p{Lu}/u.test(word);
}

/** “Learning systems” are systems, and “(pattern learning)” is an aside about what it was. */
function isModifier(plain: string, start: number, end: number): boolean {
  const aside = /[(（]([^()（）]*)$/u.exec(plain.slice(0, start))?.[1];
  if (aside !== undefined && /\p{L}/u.test(aside)) return true;
  if (!/^(?:learning|lesson|insight|finding)$/i.test(plain.slice(start, end))) return false;
  const next = /^\s(\p{L}+)/u.exec(plain.slice(end))?.[1]?.toLowerCase();
  return next !== undefined && !isStopWord(next) && !/(?:ed|today)$/.test(next);
}

/** “Important” and “never” stand in many titles: at the front of a short one they are the label. “Rules” are what the title is of. */
function isRuleLabel(
  plain: string,
  hit: Hit,
  { end, hits }: { readonly end: number; readonly hits: readonly Hit[] },
): boolean {
  const [before, behind] = [plain.slice(0, hit.start), plain.slice(hit.end, end)];
  const words = `${before} ${behind}`.match(/[\p{L}\p{N}]+/gu) ?? [];
  // Reports of reviews and checks put a sign of how bad it is before “critical”.
  const isNoun = !hits.some(({ list, start }) => list === "insists" && start === hit.start);
  if (/\d/.test(before) || (!isNoun && /\p{Extended_Pictographic}/u.test(before))) return false;
  if (/\p{Script=Han}/u.test(plain)) {
    // “Important data” are data: what is important has to be said by the noun, or by nothing.
    const isFirst =
      !/\p{L}/u.test(before) && (isNoun ? behind.trim().length <= 4 : !/\p{L}/u.test(behind.replace(bidden, "")));
    const isLast = !/\p{L}/u.test(behind.replace(renewed, ""));
    return isFirst || (isLast && (isNoun || /[的の]$/.test(before.trim())));
  }
  const isOf = isNoun && words.length <= ruleTitleWordsMax;
  if (!isNoun) return words.length === 0;
  if (isOf && settled.test(behind)) return true;
  return words.length <= 1 || (isOf && (behind.trim() === "" || (before.trim() === "" && leadsOn.test(behind))));
}

/** “New rule confirmed”, “règle ajoutée”, “neue Regel ergänzt”, “regla añadida”: what was done about the rule. */
const settled =
  /^\s(?:\p{L}+(?:ed|iert|nzt|legt)|\p{L}+(?:é|ée|és|ées|ado|ada|ados|adas|ido|ida|idos|idas))(?:\s(?:on|am|le|el))?[\s\d.-]*$/u;
const bidden = /^\s*(?:事项|事項|提醒|提示|说明|声明|なこと|なお願い)/;
const renewed = /^\s*(?:更新|新增|补充|補充|确认|確認|调整|調整|強化|强化|追加|変更|制定)/;
const ruleTitleWordsMax = 4;
/** “rules for guests”, “règles de la maison”. */
const leadsOn = /^\s(?:for|of|about|on|für|zum|zur|beim|im|pour|de|du|des|d|para|del|sobre)\b/u;

/** What says most of how to act first. */
export const order: readonly Kind[] = [
  "correction",
  "decision",
  "lesson",
  "rule",
  "preference",
  "person",
  "identity",
  "fact",
];

const wholeOnly: ReadonlySet<Kind> = new Set(["identity", "person", "fact"]);

const addresses = /\bhttps?:\/\/\S+/g;

const sentenceWordsMin = 3;
const sentenceCharactersMin = 5;

/** Numbers, names of files and addresses are no words, nor is a label before one of them. */
export function isSentence(spoken: Spoken): boolean {
  const { words, script, plain } = spoken;
  const said = plain.replace(addresses, " ");
  if (said !== plain && !/\p{L}/u.test(said.slice(labelEnd(spoken) ?? 0))) return false;
  if (script !== "spaced") return said.length >= sentenceCharactersMin;
  return words.filter(({ raw }) => /^\p{L}+$/u.test(raw)).length >= sentenceWordsMin;
}
