/** Commands that show pages: pages and show; and complete, which lists them for a shell. */

import { type Outcome, ok } from "../../base/result.js";
import { pagesIn } from "../../memory/workspace.js";
import { type Fidelity, fidelities, rank } from "../../page/page.js";
import { type PageRow, type PagesAnswer, pages, show } from "../../prompt/parts.js";
import { type Call, type Reply, textOption } from "../command.js";
import { count } from "../render/render.js";
import { type Cell, columnsOf, type Theme, table, visible, visibleLine } from "../render/table.js";
import { withSession, withWorkspace } from "../share/session.js";

// Command complete: page ids for a completion script, one a line.

export function runComplete(call: Call): Promise<Outcome<Reply>> {
  return withWorkspace(call, async (workspace) => {
    const ids = pagesIn(workspace).map((located) => located.name);
    return ok({
      json: { pages: ids },
      out: () => ids.map((id) => `${visibleLine(id)}\n`).join(""),
      onQuiet: "keep",
      exit: 0,
    });
  });
}

// Command pages: the page table, with what each page costs.

const filters = ["type", "scope", "tier", "tag"] as const;

export function runPages(call: Call): Promise<Outcome<Reply>> {
  return withSession(call, "read", async (workspace) => {
    const query: Partial<Record<(typeof filters)[number], string>> = {};
    for (const name of filters) {
      const value = textOption(call, name);
      if (value !== null) query[name] = value;
    }
    const session = textOption(call, "session");
    // A table shows two numbers of a page.
    const tokens = call.isJson ? "all" : "ends";
    const answer = await pages(workspace, { ...(query as Parameters<typeof pages>[1]), session, tokens });
    if (!answer.ok) return answer;
    const notes = (theme: Theme): string => found(answer.value, theme);
    return ok({ json: answer.value, out: (theme) => render(answer.value, theme), notes, onQuiet: "keep", exit: 0 });
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

/** The remarks themselves are `status`'s to tell. */
function found(answer: PagesAnswer, theme: Theme): string {
  if (answer.findings.length === 0) return "";
  return `${theme.yellow(count(answer.findings.length, "finding"))}: pagefile status tells them\n`;
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

// Command show: one page at a fidelity.

export function runShow(call: Call): Promise<Outcome<Reply>> {
  return withSession(call, "read", async (workspace) => {
    const fidelity = textOption(call, "fidelity") as Fidelity | null;
    const answer = await show(workspace, { page: call.args[0] ?? "", fidelity });
    if (!answer.ok) return answer;
    const { page, text, tokens } = answer.value;
    const version = page.version === null ? page.oid.slice(0, 7) : `version ${page.version}`;
    const facts = `${page.type} · ${version} · ${answer.value.fidelity}, ${tokens} tokens · ${visibleLine(page.path)}`;
    return ok({
      json: answer.value,
      out: () => (text.endsWith("\n") ? readable(text) : `${readable(text)}\n`),
      notes: (theme) => `${theme.bold(visibleLine(page.id))}  ${theme.dim(facts)}\n`,
      onQuiet: "keep",
      exit: 0,
    });
  });
}

/** As it is but for what a terminal obeys; of carriage returns those that do not end a line. */
function readable(text: string): string {
  return text.split("\r\n").map(visible).join("\r\n");
}
