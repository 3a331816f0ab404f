/** Survivors: the mutants that no test noticed, by file, as a document that is kept in the repository. */

import type { Judged } from "./mutate.js";
import { byFile, countsOf, score } from "./tally.js";
import { themeOf, themes } from "./themes.js";

/** The text of each file, by path below the root. */
export type Texts = ReadonlyMap<string, string>;

/** `file:line:col mutator  original => replacement`, a line each. */
export function survivorLines(judged: readonly Judged[], texts: Texts): readonly string[] {
  return unnoticed(judged).map((one) => {
    const { line, column } = one.location.start;
    return `${one.fileName}:${line + 1}:${column + 1} ${one.mutatorName}  ${changeOf(one, texts)}`;
  });
}

/** One folder's part of the document, opened by `# folder`. */
export function survivorsPart(folder: string, judged: readonly Judged[], texts: Texts, how: string): string {
  const counts = countsOf(judged);
  const percent = score(counts)?.toFixed(1) ?? "–";
  const lines = [
    `# ${folder}`,
    "",
    `${percent} %: ${counts.killed} killed, ${counts.timeout} endless, ${counts.survived} survived, ` +
      `${counts.uncovered} without a test that reaches them, ${counts.static} static (left out). ${how}`,
    "",
  ];
  const found = unnoticed(judged);
  for (const { name, says } of themes) {
    const count = found.filter((one) => themeOf(one, originalOf(one, texts)) === name).length;
    if (count > 0) lines.push(`- ${name} (${count}): ${says}`);
  }
  for (const [file, mutants] of byFile(found)) {
    lines.push("", `## ${file} (${mutants.length})`, "", "```");
    for (const one of mutants) {
      const { line, column } = one.location.start;
      const theme = themeOf(one, originalOf(one, texts));
      const note = one.status === "uncovered" ? ", not reached" : "";
      lines.push(`${line + 1}:${column + 1} ${one.mutatorName} (${theme}${note})  ${changeOf(one, texts)}`);
    }
    lines.push("```");
  }
  return `${lines.join("\n")}\n`;
}

/** Puts parts in place of those of the same folders; others stay where their folder does, in the order of their names. */
export function withParts(
  document: string,
  parts: ReadonlyMap<string, string>,
  isThere: (folder: string) => boolean,
): string {
  const kept = document.split(/^(?=# src\/)/m).slice(1);
  const all = new Map<string, string>();
  for (const part of kept) {
    const folder = part.slice(2, part.indexOf("\n"));
    if (isThere(folder)) all.set(folder, `${part.trimEnd()}\n`);
  }
  for (const [folder, part] of parts) all.set(folder, part);
  const sorted = [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
  return [opening, ...sorted].join("\n");
}

const opening = `<!-- Written by npm run mutate -- --keep; edits by hand are lost. -->

Mutants that no pure test notices. Flows, adapters and the torture notice some of them; they are not counted here.
`;

function unnoticed(judged: readonly Judged[]): readonly Judged[] {
  return judged.filter(({ status }) => status === "survived" || status === "uncovered");
}

function changeOf(one: Judged, texts: Texts): string {
  return `${short(originalOf(one, texts))} => ${short(one.replacement)}`;
}

function originalOf({ fileName, location: { start, end } }: Judged, texts: Texts): string {
  const lines = (texts.get(fileName) ?? "").split("\n").slice(start.line, end.line + 1);
  const last = lines.length - 1;
  return lines
    .map((line, i) => line.slice(i === 0 ? start.column : 0, i === last ? end.column : line.length))
    .join("\n");
}

/** On one line, and no longer than tells mutants apart. */
function short(text: string): string {
  const line = text.split(/\s+/).join(" ");
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}
