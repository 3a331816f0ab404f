/** LoCoMo: conversations as daily logs, a session a page and a turn an entry; turns are the units, sessions the groups. */

import { readFileSync } from "node:fs";
import type { EvalPage, EvalQuestion, EvalSet, EvalUnit } from "./set.js";

interface Turn {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text: string;
  readonly blip_caption?: string;
}

interface Sample {
  readonly sample_id: string;
  readonly conversation: Readonly<Record<string, unknown>>;
  readonly qa: readonly {
    readonly question: string;
    readonly category: number;
    readonly evidence: readonly string[];
  }[];
}

const categories = ["", "1 multi-hop", "2 temporal", "3 open-domain", "4 single-hop", "5 adversarial"] as const;

const adversarial = 5;

/** Questions without evidence are left out: nothing answers them. */
export function locomoSets(data: string): readonly EvalSet[] {
  const samples = JSON.parse(readFileSync(`${data}/locomo/locomo-dev5.json`, "utf8")) as readonly Sample[];
  return samples.map(setOf);
}

function setOf(sample: Sample): EvalSet {
  const pages: EvalPage[] = [];
  const units: EvalUnit[] = [];
  for (let session = 1; session <= 100; session++) {
    const turns = sample.conversation[`session_${session}`] as readonly Turn[] | undefined;
    const when = sample.conversation[`session_${session}_date_time`];
    if (turns === undefined || typeof when !== "string") continue;
    const day = dayOf(when);
    const path = `memory/${day}-session-${session}.md`;
    let text = `# ${when}\n\n`;
    for (const turn of turns) {
      const start = text.length;
      const image = turn.blip_caption === undefined ? "" : ` [image: ${turn.blip_caption}]`;
      text += `- ${turn.speaker}: ${turn.text.replaceAll("\n", " ")}${image}\n`;
      units.push({ unit: turn.dia_id, group: sessionOf(turn.dia_id), path, start, end: text.length });
    }
    pages.push({ path, text, title: when, day });
  }
  const questions = sample.qa.map(questionOf).filter((question) => question.units.size > 0);
  // Of each, another person was asked about: its evidence is there, and answers something else.
  const unanswered = sample.qa.filter(({ category }) => category === adversarial).map(({ question }) => question);
  return { name: sample.sample_id, pages, units, questions, unanswered };
}

function questionOf(qa: Sample["qa"][number]): EvalQuestion {
  const units = new Set(qa.evidence.flatMap((entry) => entry.match(/D\d+:\d+/g) ?? []));
  const category = categories[qa.category] ?? String(qa.category);
  return { text: qa.question, category, units, groups: new Set([...units].map(sessionOf)) };
}

function sessionOf(unit: string): string {
  return unit.slice(0, Math.max(0, unit.indexOf(":")));
}

const months = "January February March April May June July August September October November December".split(" ");

/** `1:56 pm on 8 May, 2023` as `2023-05-08`. */
function dayOf(when: string): string {
  const words = when.replaceAll(",", "").split(" ");
  const month = words.findIndex((word) => months.includes(word));
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${words[month + 1]}-${two(months.indexOf(words[month]!) + 1)}-${two(Number(words[month - 1]))}`;
}
