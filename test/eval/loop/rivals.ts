/**
 * Rivals: what a model would have been given at each act of the same story by the ways that people use without a program: nothing; one file into
 * which every statement is appended and whose beginning is loaded; a search over all transcripts with the words of the prompt.
 *
 * Each is given the best case. The file holds exactly the statements, in the person's own words, and none of the noise. The search leaves out
 * common words, weighs a word by how few lines hold it, and never answers with the prompt itself.
 */

import type { Story, Turn } from "./person.js";
import type { Given } from "./play.js";
import type { End } from "./store.js";
import { tokensOf, type Unit } from "./words.js";

export interface Rival {
  readonly name: string;
  readonly given: readonly Given[];
  readonly end: End;
}

const nothing: Given = { text: "", after: "" };
const emptyEnd: End = { pages: [], logs: [], waiting: [], settled: [] };

export function rivalsOf(story: Story, tokens: (text: string) => number): readonly Rival[] {
  return [
    { name: "no memory", given: story.acts.map(() => nothing), end: emptyEnd },
    oneFile(story),
    search(story, tokens),
  ];
}

// OneFile: MEMORY.md, of which a harness loads the first 200 lines or 25 KB.

const linesMax = 200;
const bytesMax = 25 * 1024;

function oneFile({ acts }: Story): Rival {
  const lines: string[] = [];
  const given = acts.map((act) => {
    if (act.type === "start") return { text: loaded(lines), after: "" };
    if (act.type === "turn" && act.says !== null) lines.push(`- ${act.says.text}`);
    return nothing;
  });
  const pages = lines.map((line) => ({ text: line.slice(2), isItem: true, title: "" }));
  return { name: "one MEMORY.md", given, end: { ...emptyEnd, pages } };
}

function loaded(lines: readonly string[]): string {
  let bytes = 0;
  const whole = lines.slice(0, linesMax).filter((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes <= bytesMax;
  });
  return whole.length === 0 ? "" : `${whole.join("\n")}\n`;
}

// Search: grep over what was said in all other sessions.

const hitsMax = 6;
const tokensMax = 600;
const common = new Set(
  `the a an of in on to for with and or is are was be it that this what which who where when how do does did i we you my me
  may can not never no than more one go from at by as so there here their have has der die das ist und ich wir wo wer wie
  auf im le la les de des est et je où qui el los las es y que qué の は を に で 的 了 吗`.split(/\s+/),
);

interface Spoken {
  readonly session: string;
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

function search({ acts }: Story, tokens: (text: string) => number): Rival {
  const spoken: Spoken[] = [];
  const given = acts.map((act): Given => {
    if (act.type !== "turn") return nothing;
    const text = found(act, spoken, tokens);
    for (const line of act.prompt.split("\n"))
      if (line.trim() !== "") spoken.push({ session: act.session, text: line.trim(), words: new Set(wordsOf(line)) });
    return { text, after: "" };
  });
  const pages = spoken.map(({ text }): Unit => ({ text, isItem: true, title: "" }));
  return { name: "grep", given, end: { ...emptyEnd, logs: pages } };
}

function found(turn: Turn, spoken: readonly Spoken[], tokens: (text: string) => number): string {
  const asked = [...new Set(wordsOf(turn.prompt))];
  const others = spoken.filter(({ session }) => session !== turn.session);
  const rarity = new Map(
    asked.map((word) => {
      const count = others.filter(({ words }) => words.has(word)).length;
      return [word, count === 0 ? 0 : Math.log(1 + others.length / count)] as const;
    }),
  );
  const hits = others
    .map((line, at) => ({
      line,
      at,
      score: asked.reduce((sum, w) => sum + (line.words.has(w) ? (rarity.get(w) ?? 0) : 0), 0),
    }))
    .filter(({ score }) => score > 0)
    // Of two that fit as well the later one comes first.
    .sort((a, b) => b.score - a.score || b.at - a.at);
  const texts = [...new Set(hits.map(({ line }) => line.text))].slice(0, hitsMax);
  let sum = 0;
  const fitting = texts.filter((text) => {
    sum += tokens(`- ${text}\n`);
    return sum <= tokensMax;
  });
  return fitting.map((text) => `- ${text}\n`).join("");
}

function wordsOf(text: string): readonly string[] {
  return tokensOf(text).filter((word) => !common.has(word));
}
