/**
 * Rivals: what a model would have been given at each act of the same story by the ways that people use without a program: nothing; one file into
 * which every statement is appended and whose beginning is loaded; a search over all transcripts with the words of the prompt.
 *
 * The file has the best case: it holds exactly the statements, in the person's own words, and none of the noise. The search is that of `grep.ts`.
 */

import { Grep } from "./grep.js";
import type { Story } from "./person.js";
import type { Given } from "./play.js";
import type { End } from "./store.js";

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

/** What of these lines a harness loads. */
export function loaded(lines: readonly string[]): string {
  let bytes = 0;
  const whole = lines.slice(0, linesMax).filter((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes <= bytesMax;
  });
  return whole.length === 0 ? "" : `${whole.join("\n")}\n`;
}

function search({ acts }: Story, tokens: (text: string) => number): Rival {
  const grep = new Grep(tokens);
  const spoken: string[] = [];
  const given = acts.map((act): Given => {
    if (act.type !== "turn") return nothing;
    const text = grep.find(act.session, act.prompt);
    grep.add(act.session, act.prompt);
    spoken.push(...act.prompt.split("\n"));
    return { text, after: "" };
  });
  const logs = spoken.map((text) => ({ text, isItem: true, title: "" }));
  return { name: "grep", given, end: { ...emptyEnd, logs } };
}
