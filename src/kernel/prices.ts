/**
 * Prices: what a million tokens cost at which model, and how short a prefix a provider keeps, as dated tables.
 *
 * Every decision of the kernel is one of price, and prices move: a read fell to a quarter within one family in months. So both tables carry the
 * day they are of, a model that is not in them has no price instead of a likely one, and a user's own file stands over them (`parsePrices`).
 */

import { type JsonObject, objectOf, objectsOf, textOf } from "../base/json.js";
import { err, ok, type Result } from "../base/result.js";

/** Dollars per million tokens. */
export interface Prices {
  readonly input: number;
  readonly output: number;
  readonly read: number;
  /** Where a provider takes no fee for keeping a prefix, what `input` is. */
  readonly write5m: number;
  readonly write1h: number;
  /** A request of more input than so many tokens costs so many times as much, all of it. */
  readonly long?: { readonly above: number; readonly input: number; readonly output: number };
}

export interface PriceTable {
  /** The day of what is said, as `2026-11-10`. */
  readonly generatedAt: string;
  /** By names as `modelName` makes them. */
  readonly models: ReadonlyMap<string, Prices>;
}

/** A write for five minutes is one and a quarter of the input, one for an hour is twice the input; any use of it makes it last anew. */
const writeShare = { "5m": 1.25, "1h": 2 } as const;

type Row = readonly [models: string, input: number, output: number, read: number, long?: Prices["long"]];

const over272k = { above: 272_000, input: 2, output: 1.5 };

/** Providers with a fee for writing. */
const withFee: readonly Row[] = [
  ["claude-fable-5-2", 8, 40, 0.2],
  ["claude-fable-5-1", 10, 50, 0.25],
  ["claude-opus-5-5", 4, 20, 0.2],
  ["claude-sonnet-5-5", 2, 10, 0.1],
  ["claude-opus-5 claude-opus-4-8 claude-opus-4-7 claude-opus-4-6 claude-opus-4-5", 5, 25, 0.5],
  ["claude-sonnet-4-6 claude-sonnet-4-5", 3, 15, 0.3],
  ["claude-sonnet-5", 2, 10, 0.2],
  ["claude-haiku-5-5", 0.1, 0.5, 0.01, { above: 100_000, input: 5, output: 5 }],
  ["claude-haiku-4-5", 1, 5, 0.1],
  ["gpt-6.1-sol", 2, 10, 0.1, over272k],
  ["gpt-6.1-terra", 1, 5, 0.05, over272k],
  ["gpt-6-sol", 2, 10, 0.2, over272k],
  ["gpt-5.6-terra", 2, 12, 0.2, over272k],
  ["gpt-6-astra", 10, 50, 1, over272k],
];

/** Providers without one. */
const withoutFee: readonly Row[] = [
  ["gpt-5.4", 2.5, 15, 0.25, over272k],
  ["gpt-5.4-mini", 0.75, 4.5, 0.075],
  ["gemini-4-argon", 2, 10, 0.1],
  ["gemini-3.1-pro", 2, 12, 0.2, { above: 200_000, input: 2, output: 2 }],
  ["deepseek-v4-pro", 1.32, 3.96, 0.044],
  ["glm-5.3", 1.4, 4.4, 0.26],
  ["kimi-k3.1-pro", 2, 10, 0.2],
];

function entriesOf(
  rows: readonly Row[],
  share: { readonly "5m": number; readonly "1h": number },
): [string, Prices][] {
  return rows.flatMap(([models, input, output, read, long]) => {
    const write = { write5m: input * share["5m"], write1h: input * share["1h"] };
    const prices: Prices = { input, output, read, ...write, ...(long === undefined ? {} : { long }) };
    return models.split(" ").map((model): [string, Prices] => [modelName(model), prices]);
  });
}

/** List prices of the makers, without discounts for batches or by region. */
export const listPrices: PriceTable = {
  generatedAt: "2026-11-10",
  models: new Map([...entriesOf(withFee, writeShare), ...entriesOf(withoutFee, { "5m": 1, "1h": 1 })]),
};

/** Null for a model that the table does not know: no price is better than that of a neighbor. */
export function pricesOf(model: string, table: PriceTable = listPrices): Prices | null {
  return table.models.get(modelName(model)) ?? null;
}

/** One name for all spellings of a model: `anthropic/claude-opus-4.5`, `claude-opus-4-5-20251101` and `claude-opus-4-5[1m]` are the same. */
export function modelName(model: string): string {
  const last = model.toLowerCase().split("/").at(-1) ?? "";
  const [plain = ""] = last.split(/[[@:]/, 1);
  return plain.replaceAll(".", "-").replace(/-(?:latest|preview|\d{8}|20\d\d-\d\d-\d\d)$/, "");
}

/** Dollars for the tokens of one call. */
export function dollarsOf(tokens: CallTokens, prices: Prices): number {
  const { input, read, write5m, write1h, output } = tokens;
  const isLong = prices.long !== undefined && input + read + write5m + write1h > prices.long.above;
  const times = isLong && prices.long !== undefined ? prices.long : { input: 1, output: 1 };
  const sent = input * prices.input + read * prices.read + write5m * prices.write5m + write1h * prices.write1h;
  return (sent * times.input + output * prices.output * times.output) / 1e6;
}

/** What a provider says it took in one call; no token is in two of them. */
export interface CallTokens {
  /** Neither read from a cache nor written to one. */
  readonly input: number;
  readonly read: number;
  readonly write5m: number;
  readonly write1h: number;
  readonly output: number;
}

// Override: a user's own file of prices.

const example =
  '{ "generatedAt": "2026-11-20", "models": [{ "model": "claude-opus-5-5", "input": 4, "output": 20, "read": 0.2 }] }';

/** What a user's file says stands over the dated table; models that it does not name stay. The error is one sentence that shows what was expected. */
export function parsePrices(value: unknown): Result<PriceTable, string> {
  const file = objectOf(value);
  const generatedAt = textOf(file?.generatedAt);
  if (file === null || !Array.isArray(file.models)) return err(`A file of prices looks like ${example}.`);
  if (generatedAt === null || !/^\d{4}-\d\d-\d\d$/.test(generatedAt))
    return err("“generatedAt” of the prices is no day, such as 2026-11-20.");
  const models = new Map(listPrices.models);
  for (const row of objectsOf(file.models)) {
    const [model, prices] = [textOf(row.model), rowOf(row)];
    if (model === null || prices === null)
      return err(
        `A row of the prices needs “model”, “input”, “output” and “read”: ${JSON.stringify(row).slice(0, 120)}.`,
      );
    models.set(modelName(model), prices);
  }
  return ok({ generatedAt, models });
}

/** What a write costs may be left out where it is the usual share of the input. */
function rowOf(row: JsonObject): Prices | null {
  const [input, output, read] = [dollars(row.input), dollars(row.output), dollars(row.read)];
  if (input === null || output === null || read === null) return null;
  const write5m = dollars(row.write5m) ?? input * writeShare["5m"];
  return { input, output, read, write5m, write1h: dollars(row.write1h) ?? input * writeShare["1h"] };
}

function dollars(value: unknown): number | null {
  return typeof value === "number" && value >= 0 && value <= 1e4 ? value : null;
}

// Shortest: a prefix of fewer tokens is not kept, and a request says nothing of it.

/** Sources disagree, so each stands with its day, and a plan counts with the longest that any names. */
const shortestPrefixes: readonly (readonly [models: string, tokens: number])[] = [
  // LiteLLM's documentation, 2026-10-07.
  ["claude-opus-5 claude-fable-5", 512],
  ["claude-sonnet-5 claude-opus-4-8 claude-sonnet-4-6 claude-sonnet-4-5", 1024],
  ["claude-haiku-4-5 claude-opus-4-6 claude-opus-4-5", 4096],
  // Anthropic's skills, 2026-07-01.
  ["claude-opus-4-8 claude-opus-4-7 claude-opus-4-6 claude-opus-4-5", 4096],
  ["claude-fable-5", 2048],
  // OpenAI's documentation, 2026-11-10.
  ["gpt", 1024],
];

const shortestUnknown = 4096;

/** The fewest tokens of a prefix that is surely kept; a name of a family counts for the models below it. */
export function shortestPrefix(model: string): number {
  const name = modelName(model);
  const said = shortestPrefixes.filter(([models]) =>
    models.split(" ").some((known) => name === known || name.startsWith(`${known}-`)),
  );
  return said.length === 0 ? shortestUnknown : Math.max(...said.map(([, tokens]) => tokens));
}
