/** Days: what a busy agent leaves behind day by day, from a seed: tagged entries, things told again, junk, and words in the buffer. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Files that one day leaves, by path; the buffer is written anew. */
export interface Day {
  /** `2026-11-20`. */
  readonly day: string;
  readonly files: Readonly<Record<string, string>>;
}

const subjects = "Ada Ines Tomas Priya Jon".split(" ");
const things = "train hotel museum budget ticket invoice garden deploy backup review".split(" ");
const junk = [
  "git push origin main [lesson]",
  "Recall=0.4 weight=0.7 rank=3. [surprise]",
  "The reason is that the [decision]",
  "npm run build -- --watch",
  "Promoted 5 entries to the memory page. [lesson]",
];

/** The same bytes for the same seed. `from` is the first day. */
export function generateDays({
  seed,
  from,
  days,
}: {
  readonly seed: number;
  readonly from: string;
  readonly days: number;
}): readonly Day[] {
  const chance = chanceFrom(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)]!;
  return Array.from({ length: days }, (_, i) => {
    const day = new Date(Date.parse(from) + i * 86_400_000).toISOString().slice(0, 10);
    const lines = Array.from({ length: 3 + Math.floor(chance() * 8) }, () => {
      const time = `${String(7 + Math.floor(chance() * 14)).padStart(2, "0")}:${String(Math.floor(chance() * 60)).padStart(2, "0")}`;
      const kind = chance();
      const [who, what] = [pick(subjects), pick(things)];
      if (kind < 0.15) return `- ${time} ${pick(junk)}`;
      if (kind < 0.35) return `- ${time} ${who} prefers the early ${what} on weekdays. [human]`;
      if (kind < 0.55)
        return `- ${time} We decided that ${who} books the ${what} number ${Math.floor(chance() * 40)}. [decision]`;
      if (kind < 0.7)
        return `- ${time} The ${what} near station ${Math.floor(chance() * 60)} has to be confirmed twice. [lesson]`;
      return `- ${time} Looked at the ${what} with ${who}.`;
    });
    const spill = chance() < 0.3 ? `- ${pick(subjects)} wants the ${pick(things)} receipt ${i}. [human]\n` : "";
    const files = {
      [`memory/${day}.md`]: `# ${day}\n\n${lines.join("\n")}\n`,
      "memory/working-buffer.md": `# Working buffer\n\n${spill}`,
    };
    return { day, files };
  });
}

/** One number after another from 0 to 1 (mulberry32). */
function chanceFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Conversation {
  readonly sample_id: string;
  readonly conversation: Readonly<Record<string, unknown>>;
  readonly observation: Readonly<Record<string, Readonly<Record<string, readonly (readonly [string, string])[]>>>>;
}

/** Each session of a LoCoMo conversation as the log of its day: what was observed, tagged as an agent would, then what was said. */
export function locomoDays(folder: string, sample: string): readonly Day[] {
  const file = join(folder, "locomo", "locomo-dev5.json");
  if (!existsSync(file)) return [];
  const all: readonly Conversation[] = JSON.parse(readFileSync(file, "utf8"));
  const found = all.find(({ sample_id: id }) => id === sample);
  if (found === undefined) return [];
  const { conversation, observation } = found;
  const days = new Map<string, string>();
  for (let session = 1; conversation[`session_${session}_date_time`] !== undefined; session += 1) {
    const said = conversation[`session_${session}`] as readonly { speaker: string; text: string }[] | undefined;
    const [clock = "", date = ""] = String(conversation[`session_${session}_date_time`]).split(" on ");
    const day = new Date(`${date.replace(",", "")} UTC`).toISOString().slice(0, 10);
    const seen = Object.values(observation[`session_${session}_observation`] ?? {}).flat();
    const noted = seen.map(([text]) => `- ${text}${tagOf(text)}`);
    const turns = (said ?? []).map(({ speaker, text }) => `- ${speaker}: ${text.replace(/\s+/g, " ")}`);
    const parts = [`## ${clock}`, noted.join("\n"), "### Said", turns.join("\n")];
    days.set(day, `${days.get(day) ?? `# ${day}\n`}\n${parts.join("\n\n")}\n`);
  }
  return [...days].map(([day, text]) => ({ day, files: { [`memory/${day}.md`]: text } }));
}

/** The protocol's questions, asked of single words. */
function tagOf(text: string): string {
  if (/\b(?:decided|plans? to|planning|chose|signed up|applied)\b/i.test(text)) return " [decision]";
  if (/\b(?:loves?|likes?|enjoys?|prefers?|favorite|passionate|values)\b/i.test(text)) return " [human]";
  if (/\b(?:learned|realized|believes|important|helps)\b/i.test(text)) return " [lesson]";
  return "";
}
