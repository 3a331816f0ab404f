/** GenerateMemory: a memory of any size, the same bytes for the same seed. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type PageType, schema } from "../../src/page/page.js";

export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

interface Wanted {
  readonly seed: number;
  /** Page files in all, MEMORY.md and daily logs among them; `pagefile.yaml` comes on top. */
  readonly pages: number;
}

type Chance = () => number;

const types = Object.keys(schema) as PageType[];
const topics = "travel billing search onboarding deploys family health garden music reading".split(" ");
const words =
  `the morning flight budget review draft garden invoice deploy branch index cache lesson river window answer meeting plan
  prefers keeps moves asks writes reads opens closes before after without under between quiet early late small steady
  direct signed shared weekly monthly first second last open done agreed kept new old short long again never often`.split(
    /\s+/,
  );

/** `pagefile.yaml`, MEMORY.md, a daily log for every 200 pages (at least two), and typed pages of about 1 KB in `memory/<topic>/`. */
export function generateMemory({ seed, pages }: Wanted): readonly GeneratedFile[] {
  const chance = chanceFrom(seed);
  const logs = Math.max(2, Math.floor(pages / 200));
  const typed = pages - logs - 1;
  if (typed < 1)
    throw new RangeError(`A memory of ${pages} pages has no room for one typed page; at least 4 are needed.`);
  return [
    {
      path: "pagefile.yaml",
      text: `pagefile: 1\nstore: generated${seed}\nname: generated\nprofile: plain\nscope: project\n`,
    },
    { path: "MEMORY.md", text: longTermMemory(chance) },
    ...Array.from({ length: logs }, (_, day) => dailyLog(day, chance)),
    ...Array.from({ length: typed }, (_, i) => typedPage(i, typed, chance)),
  ];
}

export function writeMemory(root: string, files: readonly GeneratedFile[]): void {
  for (const folder of new Set(files.map((file) => dirname(file.path))))
    mkdirSync(`${root}/${folder}`, { recursive: true });
  for (const { path, text } of files) writeFileSync(`${root}/${path}`, text);
}

/** At most 500 pages a folder, in as many topics as that takes. */
function typedPage(i: number, typed: number, chance: Chance): GeneratedFile {
  const topicCount = Math.max(topics.length, Math.ceil(typed / 500));
  const topic = i % topicCount;
  const folder = topic < topics.length ? topics[topic] : `topic-${topic}`;
  const type = types[i % types.length] ?? "preference";
  const id = `${type.replaceAll("_", "-")}-${i}`;
  const day = dayOf(i % 300);
  const lines = [
    "---",
    `id: ${id}`,
    `type: ${type}`,
    `title: ${sentence(chance, 5)}`,
    "scope: project",
    `pin: ${i % 50 === 0 ? "soft" : "none"}`,
    `version: ${1 + Math.floor(chance() * 9)}`,
    `created: ${day}T08:11:00Z`,
    `updated: ${day}T21:40:12Z`,
    `origin: ${i % 3 === 0 ? "user" : "agent"}`,
    `tags: [${pick(chance, words)}, ${pick(chance, words)}]`,
    "provenance:",
    `  - user_message session:${(i * 7919).toString(16)}#L${1 + Math.floor(chance() * 400)} ${day}T08:10:41Z`,
    "fields:",
    ...schema[type].requiredFields.map((field) => `  ${field}: ${sentence(chance, 6)}`),
    "---",
    `# ${sentence(chance, 4)}`,
    "",
    ...bullets(chance, 4),
    "",
    "## Notes",
    "",
    ...bullets(chance, 3 + Math.floor(chance() * 3)),
  ];
  return { path: `memory/${folder}/${id}.md`, text: `${lines.join("\n")}\n` };
}

function dailyLog(day: number, chance: Chance): GeneratedFile {
  const date = dayOf(day);
  const parts = ["Morning", "Afternoon", "Evening"].flatMap((part) => [`## ${part}`, "", ...bullets(chance, 4), ""]);
  return { path: `memory/${date}.md`, text: `${[`# ${date}`, "", ...parts].join("\n")}` };
}

function longTermMemory(chance: Chance): string {
  const parts = topics.flatMap((topic) => [`## ${topic}`, "", ...bullets(chance, 6), ""]);
  return ["# Memory", "", ...parts].join("\n");
}

function bullets(chance: Chance, count: number): string[] {
  return Array.from(
    { length: count },
    () => `- ${sentence(chance, 12)}. [${pick(chance, ["human", "decision", "fact"])}]`,
  );
}

/** Words that need no quoting in YAML, the first one capitalized. */
function sentence(chance: Chance, count: number): string {
  const text = Array.from({ length: count }, () => pick(chance, words)).join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function dayOf(day: number): string {
  return new Date(Date.UTC(2025, 0, 1) + day * 86_400_000).toISOString().slice(0, 10);
}

function pick(chance: Chance, from: readonly string[]): string {
  return from[Math.floor(chance() * from.length)] ?? "";
}

/** Mulberry32: 32 bits of state, the same numbers on every machine. */
function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
