/** RealShapes: seeded memories in the shapes of real workspaces: long logs, notes with tables and code, entries of 150 KB. */

import { chanceFrom } from "./memory-tool-stream.js";

export type Shape = "logs" | "notes" | "entries";

export interface ShapedFile {
  readonly path: string;
  readonly text: string;
}

export const shapes: readonly Shape[] = ["logs", "notes", "entries"];

/** `share` of the whole size, for tests: 1 is 60 logs of some 90 KB, 700 notes of 6 KB, or 8 files of two entries of 150 KB. */
export function shapedMemory(shape: Shape, seed: number, share = 1): readonly ShapedFile[] {
  const draw = drawFrom(seed);
  const many = (count: number): number => Math.max(2, Math.round(count * share));
  const kept = {
    path: "MEMORY.md",
    text: `# Memory\n\n## Who\n\n${Array.from({ length: 12 }, () => bullet(draw)).join("")}`,
  };
  if (shape === "logs")
    return [
      kept,
      ...Array.from({ length: many(60) }, (_, i) => ({ path: `memory/${dayOf(i)}.md`, text: log(draw, 60) })),
    ];
  if (shape === "notes")
    return [
      kept,
      ...Array.from({ length: many(700) }, (_, i) => ({ path: `memory/topics/note-${i}.md`, text: note(draw, i) })),
    ];
  return [
    kept,
    ...Array.from({ length: many(8) }, (_, i) => ({
      path: `memory/${dayOf(i)}.md`,
      text: `# Day\n\n## Dump\n\n${longEntry(draw)}\n\n## Table\n\n${table(draw, 1_800)}\n`,
    })),
  ];
}

interface Draw {
  readonly pick: <T>(from: readonly T[]) => T;
  readonly upTo: (most: number) => number;
}

function drawFrom(seed: number): Draw {
  const chance = chanceFrom(seed);
  const upTo = (most: number): number => Math.floor(chance() * most);
  return { upTo, pick: (from) => from[upTo(from.length)]! };
}

const words = (
  "agent queue deploy reply thread draft review memory index server branch latency budget signal platform comment karma score " +
  "meeting invoice garden ticket release cache model prompt token summary report check feed post follow question answer plan"
).split(" ");

function said(draw: Draw, count: number): string {
  const all = Array.from({ length: count }, () => {
    const word = draw.pick(words);
    const kind = draw.upTo(24);
    if (kind === 0) return `\`${word}-${draw.upTo(900)}\``;
    if (kind === 1) return `**${word}**`;
    return kind === 2
      ? `[${word}](https://example.org/${draw.upTo(9_000)})`
      : kind === 3
        ? String(draw.upTo(5_000))
        : word;
  });
  return `${all.join(" ")}.`;
}

function bullet(draw: Draw): string {
  const tag = draw.upTo(40) === 0 ? ` [${draw.pick(["decision", "fact", "lesson"])}]` : "";
  const nested = draw.upTo(4) === 0 ? `  - ${said(draw, 8)}\n` : "";
  return `- **${draw.pick(words)}:** ${said(draw, 6 + draw.upTo(20))}${tag}\n${nested}`;
}

function log(draw: Draw, sections: number): string {
  const parts = Array.from({ length: sections }, (_, at) => {
    const bullets = Array.from({ length: 8 }, () => bullet(draw)).join("");
    const code = draw.upTo(5) === 0 ? `\n\`\`\`json\n{"at": ${at}, "words": "${said(draw, 9)}"}\n\`\`\`\n` : "";
    const check = `- 0${draw.upTo(9)}:${10 + draw.upTo(49)} → check: no new mail ✅\n`;
    return `## 0${draw.upTo(9)}:${10 + draw.upTo(49)} ${draw.pick(words)} check\n\n${said(draw, 30)}\n\n${bullets}${check}${code}`;
  });
  return `# Day\n\n${parts.join("\n")}`;
}

function note(draw: Draw, at: number): string {
  const bullets = Array.from({ length: 14 }, () => bullet(draw)).join("");
  const steps = Array.from({ length: 4 }, (_, i) => `${i + 1}. ${said(draw, 9)}\n`).join("");
  return (
    `# Note ${at} on ${draw.pick(words)}\n\n${said(draw, 60)}\n\n## Facts\n\n${bullets}\n## Table\n\n${table(draw, 12)}\n` +
    `## Steps\n\n${steps}\n\`\`\`ts\nconst ${draw.pick(words)} = ${at};\n\`\`\`\n\n> ${said(draw, 20)}\n`
  );
}

function table(draw: Draw, rows: number): string {
  const body = Array.from({ length: rows }, (_, i) => `| ${i} | ${draw.pick(words)} | ${said(draw, 8)} |\n`);
  return `| # | name | says |\n|---|---|---|\n${body.join("")}`;
}

/** One item of 150 KB, lines below lines. */
function longEntry(draw: Draw): string {
  return `- Dump of the run:\n${Array.from({ length: 1_500 }, () => `  ${said(draw, 14)}`).join("\n")}`;
}

function dayOf(at: number): string {
  return new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);
}
