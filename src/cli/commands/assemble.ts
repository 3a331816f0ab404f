/** Commands for prompts: turn, assemble and evidence, and how a prompt and what came of it are shown; and for their pages: pages, show and complete. */

import { err, type Outcome, ok, tally, usage } from "../../base/result.js";
import { type ProfileName, profileNames } from "../../memory/profile.js";
import { pagesIn } from "../../memory/workspace.js";
import { readSeriesRows } from "../../night/series/rows.js";
import { type Fidelity, fidelities, rank } from "../../page/page.js";
import { type AssembleAnswer, type AssembleQuery, assemble } from "../../prompt/assemble.js";
import type { OmittedReason, SelectedReason } from "../../prompt/decision.js";
import { type PageRow, type PagesAnswer, pages, show } from "../../prompt/parts.js";
import type { TurnAnswer } from "../../prompt/trace/read.js";
import { turn } from "../../prompt/turn/turn.js";
import { lifecycleEvents } from "../../session/lifecycle.js";
import { type EvidenceAnswer, readEvidence } from "../../write/evidence.js";
import {
  audienceOption,
  type Call,
  listOption,
  positiveWhole,
  type Reply,
  replied,
  textOption,
  wholeOption,
} from "../command.js";
import { count, wrapped } from "../render/render.js";
import { type Cell, columnsOf, cut, type Theme, table, visible, visibleLine } from "../render/table.js";
import { withSession, withWorkspace } from "../share/session.js";
import { commitOptions } from "./write.js";

const turnMax = 1_000_000_000;

export async function runTurn(call: Call): Promise<Outcome<Reply>> {
  const asked = askedOf(call);
  if (!asked.ok) return asked;
  const number = positiveWhole(textOption(call, "turn") ?? "", "--turn", turnMax);
  if (!number.ok) return number;
  const events = listOption(call, "event").map((name) => lifecycleEvents.find((known) => known === name));
  const unknown = events.indexOf(undefined);
  if (unknown >= 0) {
    const says = `--event “${listOption(call, "event")[unknown]}” is no event of a session.`;
    return err(usage(says, `One of: ${lifecycleEvents.join(", ")}.`));
  }
  const query = {
    session: textOption(call, "session") ?? "",
    turn: number.value,
    events: events.filter((event) => event !== undefined),
    tools: listOption(call, "tool"),
    ...asked.value,
  };
  return withSession(call, "read", async (workspace) => {
    const answer = await turn(workspace, query, commitOptions(call));
    if (!answer.ok) return answer;
    const { notes = () => "", ...reply } = assembleReply(answer.value, shownBy(call));
    const isLeft = answer.value.boundaries.some(({ rejected, failed }) => rejected.length > 0 || failed !== null);
    const withSessions = (theme: Theme): string => notes(theme) + sessionLines(answer.value, theme);
    return ok({ ...reply, json: answer.value, notes: withSessions, ...(isLeft ? { exit: 1 } : {}) });
  });
}

function sessionLines(answer: TurnAnswer, theme: Theme): string {
  const boundaries = answer.boundaries.map(({ event, committed, rejected, failed }) => {
    const patches = committed.reduce((sum, commit) => sum + commit.patches.length, 0);
    const became = failed ?? `${patches} committed, ${rejected.length} rejected`;
    return `${theme.cyan(visibleLine(event))}  ${visibleLine(became)}\n`;
  });
  const again = answer.repeated ? ", decided before" : "";
  const thrash = `${answer.hits} hits, thrash ${answer.thrash.toFixed(3)}${again}`;
  return `${boundaries.join("")}${theme.dim(`turn ${answer.turn} of ${visibleLine(answer.session)}, ${thrash}`)}\n`;
}

const linesMax = 100_000_000;

export function runEvidence(call: Call): Promise<Outcome<Reply>> {
  return withSession(call, "read", async (workspace) => {
    const [from, to] = [wholeOption(call, "from", linesMax), wholeOption(call, "to", linesMax)];
    if (!from.ok) return from;
    if (!to.ok) return to;
    if (to.value !== null && to.value < (from.value ?? 1)) return err(backwards);
    const query = { name: call.args[0] ?? "", from: from.value ?? 1, to: to.value };
    const rows = readSeriesRows(workspace, query);
    if (!rows.ok) return rows;
    const answer = rows.value === null ? readEvidence(workspace, query) : ok(rows.value);
    return replied(answer, { out: ({ text }) => (text === null ? "" : `${visible(text)}\n`), notes });
  });
}

const backwards = usage("--to is before the first line that was asked for.", "For example: --from 1 --to 20");

function notes({ digest, bytes, lines, from, to, file }: EvidenceAnswer, theme: Theme): string {
  const about = `${bytes} bytes · ${digest}`;
  if (lines === null) return `${theme.bold("no text")}  ${theme.dim(`${about} · ${visibleLine(file)}`)}\n`;
  const more = to < lines ? ` · go on with --from ${to + 1}` : "";
  return `${theme.bold(`lines ${from} to ${to} of ${lines}`)}  ${theme.dim(about + more)}\n`;
}

export async function runAssemble(call: Call): Promise<Outcome<Reply>> {
  const asked = askedOf(call);
  if (!asked.ok) return asked;
  const named = harnessOption(call);
  if (!named.ok) return named;
  const name = named.value;
  return withSession(call, "read", async (workspace) => {
    const { root } = workspace.primary;
    const harness =
      name === null ? null : (await import("../../agents/event-context.js")).loadedIn(workspace, name, root);
    const answer = await assemble(workspace, { ...asked.value, session: textOption(call, "session"), harness });
    return answer.ok ? ok(assembleReply(answer.value, shownBy(call))) : answer;
  });
}

// Render assembly: a prompt and what came of it, for a person: the receipt on standard error, and the faults that may not be missed.

interface Told {
  readonly explain: boolean;
  /** Every page and every fault, however many. */
  readonly all: boolean;
}

function assembleReply(answer: AssembleAnswer, { explain, all }: Told): Reply {
  return {
    json: answer,
    out: (theme) => (theme.terminal ? visible(answer.text) : answer.text),
    notes: (theme) => {
      const divider = theme.terminal ? `${theme.dim("─".repeat(Math.min(theme.width ?? 60, 60)))}\n` : "";
      return divider + (explain ? explanation(answer, theme) : "") + receiptLines(answer, { explain, all }, theme);
    },
    warnings: (theme) => faultLines(answer, all, theme),
    exit: answer.faults.some((fault) => fault.kind !== "duplicate_signature_alert") ? 1 : 0,
  };
}

/** Where every page is explained, what is left of the receipt is what does not fit and the total. */
function receiptLines(answer: AssembleAnswer, { explain, all }: Told, theme: Theme): string {
  const lines = receiptRows(answer, all || explain).map(visibleLine);
  const kept = explain ? lines.filter((line) => !line.startsWith("in ") && !line.startsWith("out ")) : lines;
  const trace = `trace ${visibleLine(answer.trace)}, tokens by ${visibleLine(answer.tokenizer)}`;
  const shown = kept.map((line) => {
    const fitting = theme.width === null ? line : cut(line, theme.width);
    return line.startsWith("out ") ? theme.dim(fitting) : fitting;
  });
  return `${shown.join("\n")}\n${theme.dim(trace)}\n`;
}

const faultsMax = 3;

function faultLines(answer: AssembleAnswer, all: boolean, theme: Theme): string {
  const { faults } = answer;
  const told = all || faults.length <= faultsMax + 1 ? faults : faults.slice(0, faultsMax);
  const more = faults.length - told.length;
  const lines = told
    .map((fault) => {
      const head = `${theme.red(theme.bold("fault:"))} ${theme.cyan(fault.kind)}  ${theme.bold(visibleLine(fault.page))}\n`;
      return head + wrapped(fault.says, 2, theme) + wrapped(fault.hint, 2, theme);
    })
    .join("");
  return more === 0 ? lines : `${lines}${more} more faults: pagefile faults\n`;
}

// Render receipt: what came of a prompt on one screen: the largest pages in it, and the others and those left out by count.

/** Lines of a receipt that is shown whole; a longer one is told by counts. */
const wholeMax = 20;
const largestMax = 10;
const shortMax = 2;

/** Lines as the receipt has them; `all`: every one. */
function receiptRows(answer: AssembleAnswer, all: boolean): readonly string[] {
  const lines = answer.receipt.trimEnd().split("\n");
  if (all || lines.length <= wholeMax) return lines;
  const { selected, omitted } = answer;
  const short = lines.slice(selected.length + omitted.length, -1);
  const largest = new Set([...selected].sort((a, b) => b.tokens - a.tokens).slice(0, largestMax));
  const rest = selected.filter((page) => !largest.has(page));
  const reasons = [...new Set(omitted.map(({ reason }) => reason))];
  const [wide, narrow] = [widest([...selected, ...omitted]), widest([...largest])];
  return [
    ...lines.slice(0, selected.length).flatMap((line, at) => {
      const page = selected[at]!;
      return largest.has(page) ? [narrowed(line, page.id, wide - narrow)] : [];
    }),
    ...(rest.length === 0 ? [] : [`in   ${rest.length} more: ${byKind(rest)}`]),
    ...reasons.map((reason) => {
      const out = omitted.filter((page) => page.reason === reason);
      return `out  ${out.length} ${reason}: ${byKind(out)}`;
    }),
    ...short.slice(0, shortMax),
    ...(short.length > shortMax ? [`short ${short.length - shortMax} more`] : []),
    `${lines.at(-1)}; every page: --all`,
  ];
}

/** In code points, as the columns of a receipt are counted. */
function widest(pages: readonly { readonly id: string }[]): number {
  return Math.max(0, ...pages.map(({ id }) => [...id].length));
}

/** A column as wide as what is shown of it needs. */
function narrowed(line: string, id: string, by: number): string {
  const end = idColumn + id.length;
  return line.slice(0, end) + line.slice(end + by);
}

const idColumn = "out  ".length;

/** `31 log, 4 memory`: the most first. */
function byKind(pages: readonly { readonly kind: string }[]): string {
  const sorted = [...tally(pages.map(({ kind }) => kind))].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return sorted.map(([kind, count]) => `${count} ${kind}`).join(", ");
}

// Render explain: why every page stands in the prompt as it does, in words.

const why: Readonly<Record<SelectedReason | OmittedReason, string>> = {
  pinned: "pinned, at its minimum",
  demanded: "asked for",
  prefetched: "worth its tokens",
  upgraded: "shown fuller, there was room",
  over_budget: "worth less for its tokens",
  not_demanded: "not asked for",
  minimum_over_budget: "its minimum did not fit",
  audience_denied: "private to its owner",
  session_denied: "of another session",
  cold_tier: "archived",
  origin_denied: "not approved",
  unreadable: "cannot be read",
  past_session: "what a session was",
  harness_loads: "loaded by the harness itself",
  superseded: "a narrower scope has this id",
};

function explanation(answer: AssembleAnswer, theme: Theme): string {
  const rows = [...answer.selected, ...answer.omitted].map((page): readonly Cell[] => {
    const shown = "fidelity" in page ? page : null;
    return [
      shown === null ? { text: "out", paint: theme.yellow } : { text: "in", paint: theme.green },
      { text: page.id, paint: theme.bold },
      { text: shown?.fidelity ?? "" },
      { text: String(shown?.tokens ?? ""), align: "right" },
      { text: why[page.reason] },
    ];
  });
  return table(["", "page", "fidelity", "tokens", "because"], rows, theme);
}

export function runComplete(call: Call): Promise<Outcome<Reply>> {
  return withWorkspace(call, async (workspace) => {
    const ids = pagesIn(workspace).map((located) => located.name);
    return ok({ json: { pages: ids }, out: () => ids.map((id) => `${visibleLine(id)}\n`).join("") });
  });
}

const filters = ["type", "scope", "tier", "tag"] as const;

export function runPages(call: Call): Promise<Outcome<Reply>> {
  return withSession(call, "read", async (workspace) => {
    const query: Partial<Record<(typeof filters)[number], string>> = {};
    for (const name of filters) {
      const value = textOption(call, name);
      if (value !== null) query[name] = value;
    }
    const session = textOption(call, "session");
    const answer = await pages(workspace, { ...(query as Parameters<typeof pages>[1]), session });
    return replied(answer, { out: render, notes: found });
  });
}

type Row = PagesAnswer["pages"][number];

/** What a terminal that is too narrow for all is spared first; the page, its type, state, fidelity and tokens always stand. */
const spared = ["file", "version", "kind", "store", "scope", "pin"];
/** To so many columns the texts of these may be cut before others are spared. */
const cutTo: Readonly<Record<string, number>> = { page: 24, type: 13 };

function render(answer: PagesAnswer, theme: Theme): string {
  if (answer.pages.length === 0) return "No page matches.\n";
  const several = new Set(answer.pages.map((page) => page.store)).size > 1;
  const rows = answer.pages.map((page) => cells(page, theme));
  const widthOf = (name: string): number => {
    const widest = Math.max(name.length, ...rows.map((row) => columnsOf(row[name]?.text ?? "")));
    return Math.min(widest, cutTo[name] ?? widest);
  };
  let names = Object.keys(rows[0] ?? {}).filter((name) => several || name !== "store");
  const isOver = (): boolean => names.reduce((sum, name) => sum + widthOf(name) + 2, -2) > (theme.width ?? Infinity);
  for (const name of spared) if (isOver()) names = names.filter((one) => one !== name);
  const shown = rows.map((row) => names.flatMap((name) => row[name] ?? []));
  return `${table(names, shown, theme)}${theme.dim(`${count(answer.pages.length, "page")}${promptText(answer)}\n`)}`;
}

function promptText({ prompt }: PagesAnswer): string {
  return prompt === null ? "" : `; fidelity as in the last prompt (pagefile trace ${prompt.trace.slice(0, 12)})`;
}

/** The remarks themselves are `status`'s to tell, which tells no notes. */
function found(answer: PagesAnswer, theme: Theme): string {
  const told = answer.findings.filter(({ severity }) => severity !== "note").length;
  return told === 0 ? "" : `${theme.yellow(count(told, "finding"))}: pagefile status tells them\n`;
}

/** By heading, in order. */
function cells(page: Row, theme: Theme): Readonly<Record<string, Cell>> {
  const cold = page.tier === "cold" ? `${page.path} (cold)` : page.path;
  return {
    page: { text: page.id, paint: page.id.includes("#") ? theme.cyan : theme.bold },
    type: { text: page.type },
    kind: { text: page.kind },
    pin: page.pin === "hard" ? { text: page.pin, paint: theme.red } : { text: page.pin === "none" ? "" : page.pin },
    scope: { text: page.scope },
    version: { text: page.version === null ? page.oid.slice(0, 7) : String(page.version), align: "right" },
    state:
      page.state === "clean" ? { text: page.state, paint: theme.dim } : { text: page.state, paint: theme.yellow },
    fidelity: { text: page.fidelity ?? "-" },
    tokens: { text: most(page), align: "right" },
    least: { text: least(page), align: "right" },
    file: { text: cold, paint: theme.dim },
    store: { text: page.store, paint: theme.dim },
  };
}

/** Tokens at the fullest fidelity the page has. */
function most(page: PageRow): string {
  const fullest = [...fidelities].reverse().find((fidelity) => page.tokens[fidelity] !== undefined);
  return fullest === undefined ? "" : String(page.tokens[fullest]);
}

/** Tokens of the cheapest form that a prompt may take it in: of a short page that may be the whole of it. */
function least(page: PageRow): string {
  const admitted = fidelities.slice(rank(page.minFidelity)).flatMap((fidelity) => page.tokens[fidelity] ?? []);
  return admitted.length === 0 ? "" : String(Math.min(...admitted));
}

export function runShow(call: Call): Promise<Outcome<Reply>> {
  return withSession(call, "read", async (workspace) => {
    const fidelity = textOption(call, "fidelity") as Fidelity | null;
    return replied(await show(workspace, { page: call.args[0] ?? "", fidelity }), {
      out: ({ text }) => (text.endsWith("\n") ? readable(text) : `${readable(text)}\n`),
      notes: ({ page, tokens, ...shown }, theme) => {
        const version = page.version === null ? page.oid.slice(0, 7) : `version ${page.version}`;
        const facts = `${page.type} · ${version} · ${shown.fidelity}, ${tokens} tokens · ${visibleLine(page.path)}`;
        return `${theme.bold(visibleLine(page.id))}  ${theme.dim(facts)}\n`;
      },
    });
  });
}

/** As it is but for what a terminal obeys; of carriage returns those that do not end a line. */
function readable(text: string): string {
  return text.split("\r\n").map(visible).join("\r\n");
}

// Assembling: what the commands that make a prompt share of what is typed.

const budgetMax = 100_000_000;

function askedOf(call: Call): Outcome<Pick<AssembleQuery, "budget" | "demands" | "audience" | "tokenizer">> {
  const budget = wholeOption(call, "budget", budgetMax);
  if (!budget.ok) return budget;
  const demands = parseDemands(listOption(call, "demand"));
  if (!demands.ok) return demands;
  const [audience, tokenizer] = [audienceOption(call), textOption(call, "tokenizer")];
  return ok({ budget: budget.value, demands: demands.value, audience, tokenizer });
}

/** Who loads the memory's own files beside the prompt; null where nobody was named. */
function harnessOption(call: Call): Outcome<ProfileName | null> {
  const typed = textOption(call, "harness");
  if (typed === null) return ok(null);
  const name = profileNames.find((each) => each === typed);
  if (name !== undefined) return ok(name);
  return err(usage(`--harness “${typed}” is no harness.`, `One of: ${profileNames.join(", ")}.`));
}

/** How much of a receipt is told. */
function shownBy({ options }: Call): { readonly explain: boolean; readonly all: boolean } {
  return { explain: options.explain === true, all: options.all === true };
}

/** `page` or `page:fidelity`; neither ids nor paths hold a colon. */
function parseDemands(typed: readonly string[]): Outcome<AssembleQuery["demands"]> {
  const demands: AssembleQuery["demands"][number][] = [];
  for (const text of typed) {
    const colon = text.lastIndexOf(":");
    const page = colon < 0 ? text : text.slice(0, colon);
    const wanted = colon < 0 ? null : text.slice(colon + 1);
    const fidelity = fidelities.find((each) => each === wanted) ?? null;
    if (page === "" || (wanted !== null && fidelity === null)) {
      const says = `--demand “${text}” names no page and fidelity.`;
      const forms = "--demand travel-mornings or --demand travel-mornings:full";
      return err(usage(says, `Write ${forms} (one of ${fidelities.join(", ")}).`));
    }
    demands.push({ page, fidelity });
  }
  return ok(demands);
}
