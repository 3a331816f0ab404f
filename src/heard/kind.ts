/** Kind: what kinds of words people say to an agent, and a statement of one of them. */

export const statementKinds = [
  "rule",
  "preference",
  "correction",
  "decision",
  "fact",
  "trigger",
  "task",
  "question",
  "chat",
] as const;

export type StatementKind = (typeof statementKinds)[number];

/** Kinds that are to be kept. */
export const durableKinds: readonly StatementKind[] = [
  "rule",
  "preference",
  "correction",
  "decision",
  "fact",
  "trigger",
];

/** The others say something for the moment. */
export const durable: ReadonlySet<StatementKind> = new Set(durableKinds);

export interface Statement {
  /** As it was typed, without the stop that ends it. */
  readonly text: string;
  /** Offsets in the prompt, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly kind: StatementKind;
  readonly scope: "project" | "always";
  /** 0 to 1. */
  readonly score: number;
  /** What made it this kind, for a person: says “always”. */
  readonly why: string;
  /** Of a correction: the words it contradicts, from the turn before or from the prompt, or its subject. */
  readonly corrects: string | null;
  /** Whether its own words say that it holds beyond this moment: “always”, “I prefer”, “we decided”. */
  readonly lasting: boolean;
}
