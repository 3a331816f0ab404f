/**
 * Kinds: how well the classifier hears what people say, held against the labeled set, with the two halves apart.
 *
 * A statement that was heard is the labeled one that it overlaps by at least half of the longer. Of a kind counts what was heard as that kind;
 * durable is whatever is to be kept. A trap is taken where something durable was heard that nobody said.
 */

import { durable, type Statement, type StatementKind, statementKinds } from "../../../src/heard/inbox.js";
import { statementsOf } from "../../../src/heard/statement.js";
import type { Row } from "../../bench/bench.js";
import type { Labeled, Statement as Said } from "./labeled.js";

export interface Tally {
  readonly right: number;
  /** Heard and not said. */
  readonly wrong: number;
  /** Said and not heard. */
  readonly missed: number;
}

export interface KindReport {
  readonly half: Labeled["half"];
  readonly prompts: number;
  readonly kinds: ReadonlyMap<StatementKind, Tally>;
  readonly durable: Tally;
  /** Heard as lasting, by the kind that was said; wrong is what nobody said as anything to keep. */
  readonly lasting: ReadonlyMap<StatementKind | "durable", Tally>;
  /** By language: the durable ones, and all kinds together. */
  readonly languages: ReadonlyMap<string, { readonly durable: Tally; readonly kinds: Tally }>;
  /** `en:12 quotation`. */
  readonly traps: readonly string[];
  readonly trapsAsked: number;
  readonly scope: { readonly right: number; readonly of: number };
  /** Corrections that point at words of what they correct. */
  readonly corrects: { readonly right: number; readonly of: number };
  /** What was said as one kind and heard as another; `none` for what was not heard, or not said. */
  readonly confusion: ReadonlyMap<string, number>;
}

const none: Tally = { right: 0, wrong: 0, missed: 0 };

/** A statement that was heard, one that was said, or both where they are the same. */
interface Pair {
  readonly heard: Statement | null;
  readonly said: Said | null;
}

export function evalKinds(prompts: readonly Labeled[], half: Labeled["half"]): KindReport {
  const of = prompts.filter((prompt) => prompt.half === half);
  const paired = of.map((prompt) => ({ prompt, pairs: pairsOf(prompt) }));
  const all = paired.flatMap(({ pairs }) => pairs);
  const languages = [...new Set(of.map(({ language }) => language))].sort();
  const taken = paired.filter(
    ({ prompt, pairs }) =>
      prompt.trap !== undefined && pairs.some((pair) => isDurable(pair.heard) && !isDurable(pair.said)),
  );
  const both = all.filter((pair) => isDurable(pair.heard) && isDurable(pair.said));
  const corrections = all.filter(({ heard, said }) => heard?.kind === "correction" && said?.kind === "correction");
  return {
    half,
    prompts: of.length,
    kinds: new Map(statementKinds.map((kind) => [kind, tallyOf(all, (one) => one?.kind === kind)])),
    durable: tallyOf(all, isDurable),
    lasting: new Map(
      (["durable", ...durable] as const).map((kind) => [
        kind,
        lastingOf(all.filter(({ said, heard }) => kind === "durable" || (said ?? heard)?.kind === kind)),
      ]),
    ),
    languages: new Map(
      languages.map((language) => {
        const own = paired.filter(({ prompt }) => prompt.language === language).flatMap(({ pairs }) => pairs);
        return [language, { durable: tallyOf(own, isDurable), kinds: sumOf(own) }];
      }),
    ),
    traps: taken.map(({ prompt }) => `${prompt.language}:${prompt.line} ${prompt.trap}`),
    trapsAsked: of.filter(({ trap }) => trap !== undefined).length,
    scope: { right: both.filter(({ heard, said }) => heard?.scope === said?.scope).length, of: both.length },
    corrects: { right: corrections.filter(pointsAt).length, of: corrections.length },
    confusion: confusionOf(all),
  };
}

function pairsOf(prompt: Labeled): readonly Pair[] {
  const heard = statementsOf(prompt.prompt, prompt.before ?? null);
  const said = new Set(prompt.statements);
  const pairs: Pair[] = heard.map((one) => {
    const same = [...said].find((other) => isSame(one, other)) ?? null;
    if (same !== null) said.delete(same);
    return { heard: one, said: same };
  });
  return [...pairs, ...[...said].map((one) => ({ heard: null, said: one }))];
}

function isSame(heard: Statement, said: Said): boolean {
  const end = said.start + said.text.length;
  const overlap = Math.min(heard.end, end) - Math.max(heard.start, said.start);
  return overlap * 2 >= Math.max(heard.end - heard.start, said.text.length);
}

function isDurable(one: { readonly kind: StatementKind } | null): boolean {
  return one !== null && durable.has(one.kind);
}

function tallyOf(pairs: readonly Pair[], holds: (one: { readonly kind: StatementKind } | null) => boolean): Tally {
  const tally = { ...none };
  for (const { heard, said } of pairs) {
    if (holds(heard) && holds(said)) tally.right += 1;
    else if (holds(heard)) tally.wrong += 1;
    if (holds(said) && !holds(heard)) tally.missed += 1;
  }
  return tally;
}

function lastingOf(pairs: readonly Pair[]): Tally {
  const tally = { ...none };
  for (const { heard, said } of pairs) {
    const isKept = heard?.lasting === true;
    if (isDurable(said) && isKept) tally.right += 1;
    else if (isDurable(said)) tally.missed += 1;
    else if (isKept) tally.wrong += 1;
  }
  return tally;
}

function sumOf(pairs: readonly Pair[]): Tally {
  const sum = { ...none };
  for (const kind of statementKinds) {
    const { right, wrong, missed } = tallyOf(pairs, (one) => one?.kind === kind);
    sum.right += right;
    sum.wrong += wrong;
    sum.missed += missed;
  }
  return sum;
}

function pointsAt({ heard, said }: Pair): boolean {
  const [pointed, labeled] = [heard?.corrects ?? "", said?.corrects ?? ""].map((text) => text.toLowerCase());
  if (pointed === undefined || labeled === undefined || pointed === "" || labeled === "") return false;
  if (pointed.includes(labeled) || labeled.includes(pointed)) return true;
  const words = new Set(pointed.match(/[\p{L}\p{N}]+/gu) ?? []);
  return (labeled.match(/[\p{L}\p{N}]{2,}/gu) ?? []).some((word) => words.has(word));
}

function confusionOf(pairs: readonly Pair[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { heard, said } of pairs) {
    const name = `${said?.kind ?? "none"} ${heard?.kind ?? "none"}`;
    found.set(name, (found.get(name) ?? 0) + 1);
  }
  return found;
}

// Text: the figures as a table, and which goals are missed.

const kindGoals = { precision: 0.95, recall: 0.9, kind: 0.8 } as const;

function figuresOf({ right, wrong, missed }: Tally): {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
} {
  const precision = right + wrong === 0 ? 1 : right / (right + wrong);
  const recall = right + missed === 0 ? 1 : right / (right + missed);
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

/** Of the half that judges. */
export function missedGoals({ durable, kinds }: KindReport): readonly string[] {
  const { precision, recall } = figuresOf(durable);
  const missed = [
    precision < kindGoals.precision
      ? `durable: precision ${share(precision)}, goal ${share(kindGoals.precision)}`
      : [],
    recall < kindGoals.recall ? `durable: recall ${share(recall)}, goal ${share(kindGoals.recall)}` : [],
  ].flat();
  const low = [...kinds].filter(([, tally]) => figuresOf(tally).f1 < kindGoals.kind);
  return [
    ...missed,
    ...low.map(([kind, tally]) => `${kind}: F1 ${share(figuresOf(tally).f1)}, goal ${share(kindGoals.kind)}`),
  ];
}

export function kindsText(report: KindReport): string {
  const rows = [
    ["", "precision", "recall", "F1", "right", "wrong", "missed"],
    row("durable", report.durable),
    ...[...report.kinds].map(([kind, tally]) => row(kind, tally)),
    ...[...report.lasting].map(([kind, tally]) => row(`lasting: ${kind}`, tally)),
    ...[...report.languages].flatMap(([language, of]) => [
      row(`${language}: durable`, of.durable),
      row(`${language}: kinds`, of.kinds),
    ]),
  ];
  const lines = rows.map((cells) =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(20) : cell.padStart(10)))
      .join("")
      .trimEnd(),
  );
  return [
    `The half “${report.half}”: ${report.prompts} prompts`,
    ...lines,
    `scope ${report.scope.right} of ${report.scope.of}; corrections that point at what they correct: ${report.corrects.right} of ${report.corrects.of}`,
    `traps taken: ${report.traps.length} of ${report.trapsAsked}${report.traps.length > 0 ? `: ${report.traps.join(", ")}` : ""}`,
    confusionText(report.confusion),
    "",
  ].join("\n");
}

function row(name: string, tally: Tally): string[] {
  const { precision, recall, f1 } = figuresOf(tally);
  return [name, share(precision), share(recall), share(f1), ...[tally.right, tally.wrong, tally.missed].map(String)];
}

function share(value: number): string {
  return value.toFixed(3);
}

function confusionText(confusion: KindReport["confusion"]): string {
  const names = [...statementKinds, "none"];
  const head = ["said \\ heard", ...names.map((name) => name.slice(0, 8))];
  const lines = names.map((said) => [
    said,
    ...names.map((heard) => String(confusion.get(`${said} ${heard}`) ?? "·")),
  ]);
  return [head, ...lines]
    .map((cells) => cells.map((cell, at) => (at === 0 ? cell.padEnd(13) : cell.padStart(9))).join(""))
    .join("\n");
}

export function kindRows(report: KindReport): readonly Row[] {
  const named: readonly (readonly [string, Tally])[] = [["durable", report.durable], ...report.kinds];
  return named.flatMap(([name, tally]) =>
    Object.entries(figuresOf(tally)).map(([metric, ours]) => ({
      case: `${report.half}: ${name}`,
      metric,
      ours,
      n: tally.right + tally.missed,
    })),
  );
}
