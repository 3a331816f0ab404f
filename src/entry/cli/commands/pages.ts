/** Command pages: the page table, with what each page costs. */

import type { Outcome } from "../../../base/failure.js";
import { ok } from "../../../base/result.js";
import type { PageRow, PagesAnswer } from "../../../flow/answers.js";
import { pages } from "../../../flow/read/pages.js";
import { fidelities, rank } from "../../../page/page.js";
import type { Call, Reply } from "../command.js";
import { textOption } from "../input.js";
import { count } from "../render.js";
import { type Cell, table } from "../render-table.js";
import type { Theme } from "../theme.js";
import { withSession } from "../workspace.js";

const filters = ["type", "scope", "tier", "tag"] as const;

export function run(call: Call): Promise<Outcome<Reply>> {
  return withSession(call, "read", async (workspace) => {
    const query: Partial<Record<(typeof filters)[number], string>> = {};
    for (const name of filters) {
      const value = textOption(call, name);
      if (value !== null) query[name] = value;
    }
    const answer = await pages(workspace, query as Parameters<typeof pages>[1]);
    if (!answer.ok) return answer;
    const notes = (theme: Theme): string => found(answer.value, theme);
    return ok({ json: answer.value, out: (theme) => render(answer.value, theme), notes, onQuiet: "keep", exit: 0 });
  });
}

function render(answer: PagesAnswer, theme: Theme): string {
  if (answer.pages.length === 0) return "No page matches.\n";
  const several = new Set(answer.pages.map((page) => page.store)).size > 1;
  const heading = [
    "page",
    "type",
    "kind",
    "pin",
    "scope",
    "version",
    "tokens",
    "least",
    "file",
    ...(several ? ["store"] : []),
  ];
  const rows = answer.pages.map((page) => [
    ...cells(page, theme),
    ...(several ? [{ text: page.store, paint: theme.dim }] : []),
  ]);
  return `${table(heading, rows, theme)}${theme.dim(`${count(answer.pages.length, "page")}\n`)}`;
}

/** The remarks themselves are `status`'s to tell. */
function found(answer: PagesAnswer, theme: Theme): string {
  if (answer.findings.length === 0) return "";
  return `${theme.yellow(count(answer.findings.length, "finding"))}: pagefile status tells them\n`;
}

function cells(page: PageRow, theme: Theme): readonly Cell[] {
  const cold = page.tier === "cold" ? `${page.path} (cold)` : page.path;
  return [
    { text: page.id, paint: page.id.includes("#") ? theme.cyan : theme.bold },
    { text: page.type },
    { text: page.kind },
    page.pin === "hard" ? { text: page.pin, paint: theme.red } : { text: page.pin === "none" ? "" : page.pin },
    { text: page.scope },
    { text: page.version === null ? page.oid.slice(0, 7) : String(page.version), align: "right" },
    { text: most(page), align: "right" },
    { text: least(page), align: "right" },
    { text: cold, paint: theme.dim },
  ];
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
