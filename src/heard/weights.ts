/** Weights. */
import type { Sign } from "./sign.js";
import type { StatementKind } from "./statement.js";

export type Feature =
  | Sign
  | `${Sign}First`
  | "bias"
  | "asked"
  | "exclaims"
  | "tiny"
  | "brief"
  | "long"
  | "code"
  | "name"
  | "number"
  | "arrow"
  | "quote"
  | "answers"
  | "repeats"
  | "differs"
  | "comma"
  | "colon"
  | "negates";

export const weights: Readonly<Record<string, Readonly<Partial<Record<StatementKind, number>>>>> = {
  bias: { fact: 0.8, task: 0.3, rule: 0.2 },
  standing: { rule: 1.6 },
  bans: { rule: 1.2, correction: 0.3 },
  bansFirst: { rule: 0.8 },
  musts: { rule: 1.2 },
  habits: { rule: 1.2 },
  habitsFirst: { rule: 0.5 },
  instead: { rule: 0.4, correction: 0.5 },
  general: { rule: 0.7 },
  generalFirst: { rule: 0.6 },
  likes: { preference: 3.5 },
  decides: { decision: 3 },
  corrects: { correction: 3 },
  amends: { correction: 0.8 },
  amendsFirst: { correction: 0.5 },
  asks: { question: 1 },
  asksFirst: { question: 2.2 },
  asked: { question: 3 },
  requests: { task: 0.8 },
  requestsFirst: { task: 1 },
  tasks: { task: 0.8 },
  tasksFirst: { task: 2.2 },
  once: { task: 0.7, rule: -0.4 },
  chats: { chat: 1 },
  chatsFirst: { chat: 1.2 },
  tiny: { chat: 1.2, fact: -1.2, rule: -0.8 },
  brief: { chat: 0.4, fact: -0.3 },
  long: { fact: 0.2 },
  cases: { trigger: 1.2 },
  casesFirst: { trigger: 1.8 },
  caseBehind: { rule: 0.3, trigger: 0.6 },
  arrow: { trigger: 3 },
  states: { fact: 1.0 },
  tells: { fact: 2 },
  passing: { chat: 1.2, fact: -0.8 },
  past: { fact: 0.4, chat: 0.3, correction: 0.2 },
  code: { fact: 0.3, task: 0.3, rule: 0.1 },
  name: { fact: 0.5 },
  number: { fact: 0.3, rule: 0.2 },
  answers: { decision: 2.5 },
  repeats: { correction: 1 },
  differs: { correction: 1.5 },
  wide: { rule: 0.5 },
  near: { rule: 0.3 },
  personal: { preference: 0.4, rule: 0.3 },
  self: { preference: 0.5, fact: 0.3, chat: 0.2 },
  selfFirst: { preference: 0.4, fact: 0.3 },
  ours: { decision: 0.5, fact: 0.3, rule: 0.2 },
  oursFirst: { decision: 0.6 },
  exclaims: { chat: 0.4 },
};
