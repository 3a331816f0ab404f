/**
 * Grep: what a search over the lines of all other sessions gives for the words of a prompt: the rival that needs no memory but the transcripts.
 *
 * It is given the best case: common words are left out, a word weighs more the fewer lines hold it, of two lines that fit as well the later one
 * comes first, and no line comes twice.
 */

import { tokensOf } from "./words.js";

const hitsMax = 6;
const tokensMax = 600;
const common = new Set(
  `the a an of in on to for with and or is are was be it that this what which who where when how do does did i we you my me
  may can not never no than more one go from at by as so there here their have has der die das ist und ich wir wo wer wie
  auf im le la les de des est et je où qui el los las es y que qué の は を に で 的 了 吗`.split(/\s+/),
);

interface Line {
  readonly session: string;
  readonly text: string;
}

export class Grep {
  private readonly tokens: (text: string) => number;
  private readonly lines: Line[] = [];
  /** Places in `lines`, in their order. */
  private readonly places: Map<string, number[]> = new Map();
  private readonly counts: Map<string, number> = new Map();

  constructor(tokens: (text: string) => number) {
    this.tokens = tokens;
  }

  /** Every line of the text. */
  add(session: string, text: string): void {
    for (const line of text.split("\n").map((each) => each.trim())) {
      if (line === "") continue;
      for (const word of new Set(wordsOf(line))) {
        const places = this.places.get(word);
        if (places === undefined) this.places.set(word, [this.lines.length]);
        else places.push(this.lines.length);
      }
      this.lines.push({ session, text: line });
      this.counts.set(session, (this.counts.get(session) ?? 0) + 1);
    }
  }

  /** A list of the lines that fit best; empty where none does. */
  find(session: string, prompt: string): string {
    const others = this.lines.length - (this.counts.get(session) ?? 0);
    const scores = new Map<number, number>();
    for (const word of new Set(wordsOf(prompt))) {
      const places = (this.places.get(word) ?? []).filter((at) => this.lines[at]?.session !== session);
      const weight = Math.log(1 + others / Math.max(1, places.length));
      for (const at of places) scores.set(at, (scores.get(at) ?? 0) + weight);
    }
    const order = [...scores].sort(([a, one], [b, two]) => two - one || b - a);
    const texts = new Set<string>();
    for (const [at] of order) {
      if (texts.size === hitsMax) break;
      texts.add(`- ${this.lines[at]?.text ?? ""}\n`);
    }
    let sum = 0;
    const fitting = [...texts].filter((text) => {
      sum += this.tokens(text);
      return sum <= tokensMax;
    });
    return fitting.join("");
  }
}

function wordsOf(text: string): readonly string[] {
  return tokensOf(text).filter((word) => !common.has(word));
}
