/**
 * Chats: two more sets of talk as daily logs, where they lie below the data folder: REALTALK (people over weeks, chats 1 to 5) and BEAM at 100K
 * (a person and a model with long answers, chats 1 to 10); a message is a unit, a session a group.
 */

import { existsSync, readFileSync } from "node:fs";
import type { EvalPage, EvalQuestion, EvalSet, EvalUnit } from "./set.js";

interface Message {
  readonly unit: string;
  readonly speaker: string;
  readonly text: string;
}

interface Session {
  readonly group: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly messages: readonly Message[];
}

/** A message as an entry, its further lines indented below, or as what stands under a heading of who speaks. */
const layouts = {
  log: ({ speaker, text }: Message): string => `- ${speaker}: ${text.replaceAll("\n", "\n  ")}\n`,
  headed: ({ speaker, text }: Message): string => `## ${speaker}\n\n${text}\n\n`,
} as const;
export type Layout = keyof typeof layouts;

function setOf(
  name: string,
  sessions: readonly Session[],
  questions: readonly EvalQuestion[],
  layout: Layout = "log",
): EvalSet {
  const pages: EvalPage[] = [];
  const units: EvalUnit[] = [];
  for (const { group, day, messages } of sessions) {
    const path = `memory/${day}-session-${group}.md`;
    let text = `# Session ${group}\n\n`;
    for (const message of messages) {
      const start = text.length;
      text += layouts[layout]({ ...message, text: message.text.trim().replaceAll("\r", "") });
      units.push({ unit: message.unit, group, path, start, end: text.length });
    }
    pages.push({ path, text, title: `Session ${group}`, day });
  }
  const unanswered = questions.filter(({ category }) => category === "abstention").map(({ text }) => text);
  return { name, pages, units, questions: questions.filter((question) => question.units.size > 0), unanswered };
}

function asking(
  text: string,
  category: string,
  found: readonly string[],
  sessions: readonly Session[],
): EvalQuestion {
  const groupOf = new Map(
    sessions.flatMap(({ group, messages }) => messages.map(({ unit }) => [unit, group] as const)),
  );
  const units = found.filter((unit) => groupOf.has(unit));
  return { text, category, units: new Set(units), groups: new Set(units.map((unit) => groupOf.get(unit)!)) };
}

function jsonAt(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}

interface RealTalkMessage {
  readonly clean_text: string;
  readonly speaker: string;
  readonly date_time: string;
  readonly dia_id: string;
}

interface RealTalkQuestion {
  readonly question: string;
  readonly evidence: readonly string[];
  readonly category: number;
}

/** Files `sets/realtalk/chatN.json`; none where they are not there. */
export function realTalkSets(data: string): readonly EvalSet[] {
  return filesOf(data, "realtalk", 5, ".json").map(([number, file]) => {
    const chat = jsonAt(file) as Readonly<Record<string, unknown>>;
    const sessions: Session[] = [];
    for (let at = 1; Array.isArray(chat[`session_${at}`]); at++) {
      const messages = chat[`session_${at}`] as readonly RealTalkMessage[];
      const [date = "01.01.2024"] = (messages[0]?.date_time ?? "").split(",");
      const day = date.split(".").reverse().join("-");
      const said = messages.map(({ dia_id, speaker, clean_text }) => ({ unit: dia_id, speaker, text: clean_text }));
      sessions.push({ group: String(at), day, messages: said });
    }
    const questions = (chat.qa as readonly RealTalkQuestion[]).map(({ question, evidence, category }) =>
      asking(question, String(category), evidence, sessions),
    );
    return setOf(`realtalk ${number}`, sessions, questions);
  });
}

interface BeamTurn {
  readonly role: string;
  readonly id: number;
  readonly time_anchor?: string | null;
  readonly content: string;
}

/** Files `sets/beam/N/chat.json` and `questions.json`; none where they are not there. */
export function beamSets(data: string, layout: Layout): readonly EvalSet[] {
  return filesOf(data, "beam", 10, "/chat.json").map(([number, file]) => {
    const batches = jsonAt(file) as readonly { readonly turns: readonly (readonly BeamTurn[])[] }[];
    const sessions: Session[] = [];
    let day = "2024-01-01";
    for (const turns of batches.flatMap((batch) => batch.turns)) {
      const anchor = turns[0]?.time_anchor;
      if (anchor != null) day = new Date(`${anchor.replaceAll("-", " ")} UTC`).toISOString().slice(0, 10);
      const messages = turns.map(({ id, role, content }) => ({
        unit: String(id),
        speaker: role,
        text: content.replace(/\s*->->.*$/, ""),
      }));
      sessions.push({ group: String(sessions.length + 1), day, messages });
    }
    const asked = jsonAt(file.replace("chat.json", "questions.json")) as Readonly<
      Record<string, readonly BeamQuestion[]>
    >;
    const questions = Object.entries(asked).flatMap(([category, all]) =>
      all.map(({ question, source_chat_ids: ids }) => asking(question, category, idsIn(ids), sessions)),
    );
    return setOf(`beam ${number}`, sessions, questions, layout);
  });
}

interface BeamQuestion {
  readonly question: string;
  readonly source_chat_ids?: unknown;
}

function idsIn(value: unknown): readonly string[] {
  if (typeof value === "number" || typeof value === "string") return [String(value)];
  if (value === null || typeof value !== "object") return [];
  return [...new Set(Object.values(value).flatMap(idsIn))];
}

function filesOf(data: string, set: string, most: number, name: string): readonly (readonly [number, string])[] {
  const all = Array.from({ length: most }, (_, at) => at + 1);
  return all
    .map((number) => [number, `${data}/sets/${set}/${set === "realtalk" ? "chat" : ""}${number}${name}`] as const)
    .filter(([, file]) => existsSync(file));
}
