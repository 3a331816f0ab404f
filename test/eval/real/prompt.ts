/**
 * Prompt: of what kinds of files a prompt is made, which notes a memory holds and which it leaves unread, and how much stands in a prompt of what its
 * owner would want there.
 */

import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dayOf } from "../../../src/memory/memory.js";
import { counted } from "./findings.js";
import { type Doc, docOf, docsOf, textOf } from "./json.js";
import { type Limits, seen } from "./meter.js";
import { type Copied, copyOf, workspacesIn } from "./workspaces.js";

export interface Reading {
  readonly notes: number;
  readonly read: number;
  readonly unread: Readonly<Record<string, number>>;
  /** What is not read and no note either, by place. */
  readonly apart: Readonly<Record<string, number>>;
}

export interface Composition {
  readonly budget: number;
  readonly tokens: number;
  /** Tokens by kind of file. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Lines on a terminal. */
  readonly receiptLines: number;
}

/** Reasons are the findings that kept a file out; a file of a package or of a tool is nobody's note. */
export function readingOf(files: readonly string[], pages: unknown): Reading {
  const read = new Set(docsOf(docOf(pages).pages).map(({ path }) => textOf(path)));
  const errors = docsOf(docOf(pages).findings).filter(({ severity }) => severity === "error");
  const code = new Map(errors.map((each) => [textOf(each.path), textOf(each.code)]));
  const notes = files.filter((path) => read.has(path) || placeOf(path) === "");
  const unread = notes.filter((path) => !read.has(path));
  return {
    notes: notes.length,
    read: notes.length - unread.length,
    unread: counted(unread.map((path) => code.get(path) ?? "left out")),
    apart: counted(files.flatMap((path) => (read.has(path) || placeOf(path) === "" ? [] : [placeOf(path)]))),
  };
}

/** The program's own word for a page's kind, where it says one, else the name of its file and folder. */
export function compositionOf(answer: unknown, pages: unknown, receipt: string): Composition {
  const { budget, tokens, selected } = docOf(answer);
  const page = new Map<string, Doc>(docsOf(docOf(pages).pages).map((each) => [textOf(each.id), each]));
  const kinds: Record<string, number> = {};
  for (const each of docsOf(selected)) {
    const of = page.get(textOf(each.id)) ?? {};
    const kind = textOf(each.kind) || textOf(of.kind) || kindOfPath(textOf(of.path));
    kinds[kind] = (kinds[kind] ?? 0) + Number(each.tokens ?? 0);
  }
  const sorted = Object.fromEntries(Object.entries(kinds).sort(([, a], [, b]) => b - a));
  return {
    budget: Number(budget ?? 0),
    tokens: Number(tokens ?? 0),
    kinds: sorted,
    receiptLines: receipt.split("\n").filter((line) => line !== "").length,
  };
}

function placeOf(path: string): string {
  const folder = path.split("/").find((part) => part === "node_modules" || part.startsWith("."));
  return folder === undefined || folder === "node_modules" ? (folder ?? "") : "dot folder";
}

const named: readonly (readonly [string, RegExp])[] = [
  ["license", /(^|\/)(licen[cs]e|copying|notice)[^/]*$/i],
  ["skill", /(^|\/)(skills?\/|skill\.md$)/i],
  ["template", /(^|\/)([^/]*templates?\/|[^/]*template[^/]*\.md$)/i],
  ["instructions", /(^|\/)(agents|claude|soul|user|identity|tools|heartbeat|bootstrap|gemini)\.md$/i],
  ["log", /(^|\/)\d{4}-\d{2}-\d{2}[^/]*\.md$/],
  ["memory", /(^|\/)(memory\.md$|memory\/)/i],
  ["documentation", /(^|\/)(docs?\/|readme[^/]*$|changelog[^/]*$|contributing[^/]*$)/i],
];

function kindOfPath(path: string): string {
  return named.find(([, pattern]) => pattern.test(path))?.[0] ?? "other";
}

// Wanted: how much of what an owner would want at a start, written down by reading the workspace, stands in a prompt of some tokens, beside rivals.

interface Wanted {
  /** Its folder and name, as `ws/NAME`. */
  readonly workspace: string;
  readonly half: "fit" | "held";
  /** As it stands in the workspace. */
  readonly text: string;
  /** `rule`, `plan`, `person`, …: the rows of the table. */
  readonly kind: string;
  readonly weight: number;
}

export interface WantedAsked extends Limits {
  readonly data: string;
  readonly only: readonly string[];
  readonly count: (text: string) => number;
}

const budgets = [2_000, 8_000, 32_000] as const;

/** What one way of making a prompt shows of one workspace at one budget, by kind and together. */
interface WantedShare {
  readonly workspace: string;
  readonly half: string;
  readonly budget: number;
  readonly way: string;
  readonly kinds: ReadonlyMap<string, { readonly stands: number; readonly of: number }>;
}

/** Each workspace is copied and made a memory by the program, on its owner's next morning. */
export function evalWanted(asked: WantedAsked, tell: (workspace: string) => void): readonly WantedShare[] {
  const wanted = wantedIn(asked.data);
  const all = workspacesIn(asked.data).filter(
    ({ name, group }) =>
      wanted.some(({ workspace }) => workspace === `${group}/${name}`) &&
      (asked.only.length === 0 || asked.only.includes(name)),
  );
  return all.flatMap((workspace) => {
    const temp = realpathSync(mkdtempSync(join(tmpdir(), "pagefile-eval-wanted-")));
    try {
      const copied = copyOf(workspace, temp);
      const texts = rivalsOf(copied);
      seen(copied, ["init"], asked);
      const of = wanted.filter((one) => one.workspace === `${workspace.group}/${workspace.name}`);
      const shares = budgets.flatMap((budget) => [
        shareOf("pagefile", seen(copied, ["assemble", "--budget", String(budget)], asked).stdout, { of, budget }),
        ...texts.map(([way, lines]) => shareOf(way, cutTo(lines, budget, asked.count), { of, budget })),
      ]);
      tell(workspace.name);
      return shares;
    } finally {
      rmSync(temp, { recursive: true, force: true });
    }
  });
}

function wantedIn(data: string): readonly Wanted[] {
  const file = join(data, "sets/owner-prompts/gold.jsonl");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as Wanted);
}

function shareOf(
  way: string,
  text: string,
  { of, budget }: { readonly of: readonly Wanted[]; readonly budget: number },
): WantedShare {
  const runs = runsIn(text);
  const kinds = new Map<string, { stands: number; of: number }>();
  for (const one of of) {
    const sum = kinds.get(one.kind) ?? { stands: 0, of: 0 };
    sum.of += one.weight;
    if (standsIn(runs, one.text)) sum.stands += one.weight;
    kinds.set(one.kind, sum);
  }
  return { workspace: of[0]!.workspace, half: of[0]!.half, budget, way, kinds };
}

const runChars = 8;
const standsMin = 0.8;

/** Runs of letters and digits, so that marks and line breaks tell nothing and no language needs words. */
function runsIn(text: string): ReadonlySet<string> {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
  const runs = new Set<string>();
  for (let at = 0; at < Math.max(1, plain.length - runChars + 1); at += 1) runs.add(plain.slice(at, at + runChars));
  return runs;
}

function standsIn(runs: ReadonlySet<string>, text: string): boolean {
  const own = [...runsIn(text)];
  return own.filter((run) => runs.has(run)).length >= standsMin * own.length;
}

/** Lines in the order in which each rival would load them: what stands first stays where the budget ends. */
function rivalsOf({ root, notes }: Copied): readonly (readonly [string, readonly string[]])[] {
  const texts = new Map(notes.map((path) => [path, readFileSync(join(root, path), "utf8")]));
  const linesOf = (paths: readonly string[]): readonly string[] =>
    paths.flatMap((path) => texts.get(path)?.split("\n") ?? []);
  const dated = notes
    .filter((path) => dayOf(path) !== null)
    .sort((a, b) => dayOf(b)! - dayOf(a)! || (a < b ? -1 : 1));
  const logs = dated.filter((path) => path.startsWith("memory/"));
  const days = [...new Set(logs.map(dayOf))].slice(0, 2);
  const memory = ["MEMORY.md", ...logs.filter((path) => days.includes(dayOf(path)))];
  const small = [...texts.values()]
    .flatMap((text) => text.split(/^(?=#{1,3} )/m))
    .sort((a, b) => a.length - b.length);
  return [
    ["newest first", linesOf([...dated, ...notes.filter((path) => dayOf(path) === null)])],
    ["MEMORY.md, two days", linesOf(memory)],
    ["all that OpenClaw loads", linesOf([...loadedNames.map((name) => `${name}.md`), ...memory])],
    ["smallest first", small.flatMap((section) => section.split("\n"))],
  ];
}

const loadedNames = ["AGENTS", "SOUL", "TOOLS", "IDENTITY", "USER", "HEARTBEAT", "BOOTSTRAP"];

function cutTo(lines: readonly string[], budget: number, count: (text: string) => number): string {
  let left = budget;
  const kept: string[] = [];
  for (const line of lines) {
    left -= count(`${line}\n`);
    if (left < 0) break;
    kept.push(line);
  }
  return kept.join("\n");
}

/** Mean over workspaces of the weighted share that stands, a row a way and a column a kind. */
export function wantedText(shares: readonly WantedShare[]): string {
  const halves = [...new Set(shares.map(({ half }) => half))].sort();
  return halves
    .flatMap((half) => budgets.map((budget) => shares.filter((one) => one.half === half && one.budget === budget)))
    .map((some) => {
      const kinds = [...new Set(some.flatMap((one) => [...one.kinds.keys()]))].sort();
      const ways = [...new Set(some.map(({ way }) => way))];
      const head = `${some[0]!.half}, ${some[0]!.budget} tokens, ${new Set(some.map(({ workspace }) => workspace)).size} workspaces`;
      const rows = ways.map((way) => {
        const of = some.filter((one) => one.way === way);
        return `  ${way.padEnd(26)}${["all", ...kinds].map((kind) => meanOf(of, kind).padStart(columnChars)).join("")}`;
      });
      const names = ["all", ...kinds].map((kind) => kind.slice(0, columnChars - 1).padStart(columnChars)).join("");
      return [head, `${" ".repeat(28)}${names}`, ...rows, ""].join("\n");
    })
    .join("\n");
}

const columnChars = 12;

function meanOf(shares: readonly WantedShare[], kind: string): string {
  const parts = shares.flatMap(({ kinds }) => {
    const some =
      kind === "all" ? [...kinds.values()] : [...kinds].flatMap(([name, part]) => (name === kind ? [part] : []));
    const of = some.reduce((sum, part) => sum + part.of, 0);
    return of === 0 ? [] : [some.reduce((sum, part) => sum + part.stands, 0) / of];
  });
  return parts.length === 0 ? "-" : (parts.reduce((sum, part) => sum + part, 0) / parts.length).toFixed(2);
}
