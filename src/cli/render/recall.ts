/** RenderRecall: what was found, for a person, and open conflicts side by side: each page with its place and its reason. */

import type { RecallAnswer, RecallPage } from "../../recall/compose.js";
import { excerpt } from "../../recall/pack.js";
import type { Alternative, ConflictRow } from "../../write/merge/conflicts.js";
import { count, wrapped } from "./render.js";
import { cut, type Theme, visible, visibleLine } from "./table.js";

// Render recall: what was found, for a person: each page with its place and its reason, and what would help where there is too little.

/** Lines of a page that are shown unless all are asked for. */
const linesShown = 4;

/** Standard output: nothing where nothing was found. */
export function recallLines(
  answer: RecallAnswer,
  { explain, prompt }: { readonly explain: boolean; readonly prompt: boolean },
  theme: Theme,
): string {
  if (prompt) return theme.terminal ? visible(answer.text) : answer.text;
  return answer.pages.map((page) => pageLines(page, explain, theme)).join("\n");
}

function pageLines(page: RecallPage, explain: boolean, theme: Theme): string {
  const [first, last] = page.lines;
  const place = `${page.path}:${first}${last === first ? "" : `-${last}`}`;
  const cues = [
    page.kind,
    page.type,
    ...(page.event?.start == null
      ? page.days?.from == null
        ? []
        : [page.days.from]
      : [page.event.start.slice(0, 16)]),
    ...(page.origin === "user" ? [] : [`from ${page.origin}`]),
    `confidence ${page.confidence}`,
  ];
  const tier = page.tier === "cold" ? `  ${theme.yellow("archived")}` : "";
  const head = `${theme.bold(visibleLine(page.id))}  ${theme.dim(visibleLine(place))}${tier}\n`;
  const lines = page.snippet.trim().split("\n");
  const shown = explain ? lines : bestLines(page);
  const more = lines.length - shown.length;
  const text =
    shown.map((line) => `  ${fitted(line, theme)}\n`).join("") +
    (more > 0 ? `  ${theme.dim(`… ${count(more, "line")} more`)}\n` : "");
  const why = explain ? wrapped(`why: ${page.why.says}`, 2, theme) + boostLines(page, theme) : "";
  return `${head}  ${theme.dim(visibleLine(cues.join(" · ")))}\n${text}${why}`;
}

/** Those around the words of the question, of a snippet that may have several places of its page. */
function bestLines({ snippet, why }: RecallPage): readonly string[] {
  const linesIn = (text: string): readonly string[] => text.split("\n").filter((line) => line !== "…");
  const best = excerpt(snippet, why.terms, (text) => linesIn(text).length <= linesShown);
  return linesIn(best ?? snippet).slice(0, linesShown);
}

function fitted(line: string, theme: Theme): string {
  const safe = visibleLine(line);
  return theme.width === null ? safe : cut(safe, theme.width - 2);
}

function boostLines({ score, why }: RecallPage, theme: Theme): string {
  const shares = Object.entries(why.shares)
    .filter(([, share]) => share >= 0.005)
    .map(([name, share]) => `${name} ${Math.round(share * 100)} %`);
  const boosts = why.boosts.map(({ what, factor, says }) => `${what} × ${factor.toFixed(2)} (${says})`);
  return `  ${theme.dim(visibleLine(`score ${score.toFixed(3)}: ${[...shares, ...boosts].join(", ")}`))}\n`;
}

/** Standard error: how it ended, and what would help. */
export function recallNotes(answer: RecallAnswer, explain: boolean, theme: Theme): string {
  const { status, confidence, escalated, tokens, understood } = answer;
  const understoodAs =
    explain && understood !== null ? `${theme.cyan("understood")}  ${visibleLine(understoodLine(understood))}\n` : "";
  const archive = explain && escalated !== null ? `${theme.cyan("archive")}  ${visibleLine(escalated.says)}\n` : "";
  const restored = escalated?.restored ?? [];
  const back =
    restored.length === 0
      ? ""
      : `${theme.green("restored")}  ${visibleLine(restored.join(", "))}, because it is used often\n`;
  const dimensions = explain
    ? ` (${Object.entries(confidence)
        .filter(([name, value]) => name !== "overall" && value !== null)
        .map(([name, value]) => `${name} ${Number(value).toFixed(2)}`)
        .join(", ")})`
    : "";
  const sums = `confidence ${confidence.overall.toFixed(2)}${dimensions}, ${tokens} tokens, trace ${visibleLine(answer.trace)}`;
  return `${understoodAs}${archive}${back}${status === "ok" ? `${visibleLine(answer.reason)} ` : ""}${theme.dim(sums)}\n`;
}

function understoodLine({ intent, entities, days, kinds }: NonNullable<RecallAnswer["understood"]>): string {
  const names = entities.length === 0 ? "" : `; names ${entities.join(", ")}`;
  const span = days === null ? "" : `; days ${days.from ?? "…"} to ${days.to ?? "…"}`;
  return `${intent}${names}${span}; ${kinds.join(", then ")}`;
}

/** Standard error, whatever is quiet: an empty answer never stands alone. */
export function recallWarnings(answer: RecallAnswer, theme: Theme): string {
  const { status, reason, hint, uncertainty, degraded } = answer;
  const ended =
    status === "ok"
      ? ""
      : `${theme.yellow(theme.bold(`${status}:`))} ${visibleLine(reason)}\n${hint === "" ? "" : wrapped(hint, 2, theme)}`;
  const doubt =
    uncertainty === null
      ? ""
      : `${theme.yellow("not sure:")} ${visibleLine(uncertainty.says)}\n${uncertainty.helps.map((help) => wrapped(help, 2, theme)).join("")}`;
  const without = degraded.map(
    ({ what, says }) => `${theme.yellow("degraded:")} ${visibleLine(what)}: ${visibleLine(says)}\n`,
  );
  return `${ended}${doubt}${without.join("")}`;
}

// Render conflicts: what two sides say of one thing, with the side and whether it stands.

export function conflictLines(rows: readonly ConflictRow[], theme: Theme): string {
  return rows
    .map((row) => {
      const option = row.kind === "key" ? "--key" : "--entry";
      const said = row.alternatives.map((each) => alternativeLine(each, theme)).join("");
      return `  ${theme.dim(option)} ${theme.bold(visibleLine(row.name))}\n${said}`;
    })
    .join("");
}

function alternativeLine({ side, value, digest, stands }: Alternative, theme: Theme): string {
  const text = digest === null ? JSON.stringify(value) : String(value ?? `(${digest} no longer stands)`);
  const mark = stands ? theme.green("stands") : "      ";
  return `    ${side.padEnd(6)}  ${mark}  ${visibleLine(text)}\n`;
}
