/** Command status: what the memory holds, what is not committed, what needs mending; and when nights were and will be, in words. */

import type { Instant } from "../../base/ids.js";
import { type Outcome, ok } from "../../base/result.js";
import { compareText, shellWord } from "../../base/text.js";
import { type HooksHere, hooksHere } from "../../hooks/install.js";
import { type NightsAnswer, nightsStatus, openNights, printHour } from "../../night/clock/lease.js";
import { type StatusAnswer, status } from "../../night/status.js";
import { pageTypes } from "../../page/page.js";
import { zoneHere } from "../../state/machine.js";
import { type Call, type Reply, textOption } from "../command.js";
import { commitLine, count, findingLines, labeled } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table.js";
import { sessionLines, waitingText, withSession } from "../share/session.js";

export function run(call: Call): Promise<Outcome<Reply>> {
  return withSession(call, "read", async (workspace) => {
    const answer = await status(workspace, textOption(call, "session"));
    if (!answer.ok) return answer;
    const tools = openNights(workspace.primary.root);
    const nights = tools.ok ? nightsStatus(tools.value, workspace.primary.clock.now()) : tools;
    if (!nights.ok) return nights;
    const hooks = await hooksHere(workspace.primary.root, call.env, answer.value.engine);
    if (!hooks.ok) return hooks;
    const leftOut = await (await import("../../init/scaffold.js")).withBeyond(workspace.primary, answer.value);
    const json = { ...answer.value, leftOut, nights: nights.value, hooks: hooks.value };
    return ok({ json, out: (theme) => render(json, call.repos, theme) });
  });
}

type Told = StatusAnswer & { readonly nights: NightsAnswer; readonly hooks: HooksHere };

function render(answer: Told, repos: readonly string[], theme: Theme): string {
  const nights = nightsText(answer.nights, theme);
  const profile = theme.dim(`${answer.profile} profile, store ${visibleLine(answer.store)}`);
  return [
    labeled("memory", `${theme.bold(visibleLine(answer.root))}  ${profile}`, theme),
    ...answer.beside.map((root) => labeled("beside", `${visibleLine(root)}  ${theme.dim("open with it")}`, theme)),
    labeled("branch", branchText(answer, theme), theme),
    labeled("pages", pagesText(answer, theme), theme),
    typesText(answer, theme),
    leftOutText(answer, theme),
    ...answer.unread.map((line) => labeled("", theme.yellow(visibleLine(line)), theme)),
    labeled("changes", changesText(answer, theme), theme),
    changedFiles(answer, theme),
    answer.staged === 0 ? "" : labeled("staged", theme.yellow(`${answer.staged} waiting for a boundary`), theme),
    ...waitingRows(answer, theme),
    ...sessionLines(answer.sessions, theme),
    answer.conflicts === 0 ? "" : labeled("conflicts", conflictsText(answer.conflicts, theme), theme),
    labeled(
      "last",
      answer.lastCommit === null ? theme.dim("no commit yet") : commitLine(answer.lastCommit, 10, theme),
      theme,
    ),
    auditText(answer, theme),
    remoteText(answer, theme),
    hooksText(answer.hooks, repos, theme),
    nights === null ? "" : labeled("nights", nights, theme),
    answer.nights.again === null ? "" : labeled("again", againText(answer.nights, theme), theme),
    answer.proposal === null ? "" : labeled("proposal", proposalText(answer.proposal, theme), theme),
    findingsText(answer, theme),
    faultsText(answer, theme),
  ].join("");
}

/** Patches without a session need no line of their own where there are no others. */
function waitingRows({ waiting }: StatusAnswer, theme: Theme): readonly string[] {
  if (waiting.every((row) => row.session === null && row.state === "unknown")) return [];
  return waiting.map((row) => labeled("", theme.dim(waitingText(row)), theme));
}

function branchText(answer: StatusAnswer, theme: Theme): string {
  const branch =
    answer.branch === null ? theme.yellow("no branch (HEAD is detached)") : theme.bold(visibleLine(answer.branch));
  const head = answer.head === null ? theme.dim("no commit yet") : `at ${theme.yellow(answer.head.slice(0, 8))}`;
  const engine = theme.dim(`${answer.engine} git`);
  const operation = answer.operation === null ? "" : theme.yellow(`, a ${answer.operation} is under way`);
  return `${branch} ${head}  ${engine}${operation}`;
}

function auditText({ lastAudit }: StatusAnswer, theme: Theme): string {
  if (lastAudit === null) return "";
  const { error, warning } = lastAudit.counts;
  const bad = error + warning > 0;
  const says = bad ? theme.yellow(`${count(error, "error")}, ${count(warning, "warning")}`) : theme.green("all well");
  return labeled("audit", `${says} ${theme.dim(`on ${lastAudit.at.slice(0, 10)}; pagefile audit --last`)}`, theme);
}

function remoteText({ unpushed }: StatusAnswer, theme: Theme): string {
  if (unpushed === null) return "";
  const { remote, known, commits, since } = unpushed;
  if (remote === null) return labeled("remote", theme.dim("none: this memory is on this machine alone"), theme);
  const name = visibleLine(remote);
  if (commits === 0)
    return labeled("remote", theme.green(`${known ? name : name.split("/", 1)[0]} has every commit`), theme);
  const day = since === null ? "" : ` since ${since.slice(0, 10)}`;
  const never = known ? "" : `, which this branch was never pushed to`;
  return labeled("remote", theme.yellow(`${count(commits, "commit")} not pushed${day} to ${name}${never}`), theme);
}

/** A clone brings none; the command is for the memory that was asked about. */
function hooksText(hooks: HooksHere, repos: readonly string[], theme: Theme): string {
  if (hooks !== "missing" && hooks !== "partly") return "";
  const says = hooks === "missing" ? "not installed here" : "not all of them are right here";
  const repo = repos.length === 0 ? "" : ` --repo ${shellWord(repos[0] ?? "")}`;
  const mends = `pagefile hooks install${visibleLine(repo)}`;
  const line = `${theme.yellow(says)}: no commit is checked, no two people's pages merge ${theme.dim(`(${mends})`)}`;
  return labeled("hooks", line, theme);
}

function conflictsText(open: number, theme: Theme): string {
  return `${theme.yellow(`${open} to settle`)}  ${theme.dim("see them with: pagefile conflicts")}`;
}

function pagesText(answer: StatusAnswer, theme: Theme): string {
  const { hot, cold, sections, excluded } = answer.pages;
  const parts = [`${hot} hot`, `${cold} cold`, count(sections, "section")];
  if (excluded > 0) parts.push(theme.red(`${excluded} excluded`));
  return parts.join(" · ");
}

const patternsShown = 3;

function leftOutText({ leftOut }: StatusAnswer, theme: Theme): string {
  if (leftOut.length === 0) return "";
  const sum = leftOut.reduce((all, { files }) => all + files, 0);
  const shown = leftOut.slice(0, patternsShown).map(({ pattern, files }) => `${files} by ${visibleLine(pattern)}`);
  const more = leftOut.length > patternsShown ? `, ${count(leftOut.length - patternsShown, "more pattern")}` : "";
  return labeled("left out", `${count(sum, "file")} ${theme.dim(`(${shown.join(", ")}${more})`)}`, theme);
}

function typesText(answer: StatusAnswer, theme: Theme): string {
  const types = pageTypes
    .filter((type) => (answer.types[type] ?? 0) > 0)
    .map((type) => `${answer.types[type]} ${type}`);
  if (types.length === 0) return "";
  const lines: string[] = [];
  const room = Math.min(theme.width ?? 90, 90) - 10;
  for (const type of types) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} · ${type}`.length <= room) lines[lines.length - 1] = `${last} · ${type}`;
    else lines.push(type);
  }
  return lines.map((line) => labeled("", theme.dim(line), theme)).join("");
}

function changesText(answer: StatusAnswer, theme: Theme): string {
  const parts = [
    ...(answer.dirty.length > 0 ? [`${answer.dirty.length} changed`] : []),
    ...(answer.missing.length > 0 ? [`${answer.missing.length} missing`] : []),
    ...(answer.untracked.length > 0 ? [`${answer.untracked.length} untracked`] : []),
    ...(answer.local.length > 0 ? [`${answer.local.length} local, on this disk alone`] : []),
  ];
  return parts.length === 0 ? theme.green("all committed") : theme.yellow(parts.join(" · "));
}

function changedFiles(answer: StatusAnswer, theme: Theme): string {
  const rows = [
    ...answer.dirty.map((path) => `${theme.yellow("M")} ${visibleLine(path)}`),
    ...answer.missing.map((path) => `${theme.red("D")} ${visibleLine(path)}`),
    ...answer.untracked.map((path) => `${theme.green("?")} ${visibleLine(path)}`),
  ];
  const shown = rows.slice(0, 20).map((row) => labeled("", row, theme));
  if (rows.length > 20)
    shown.push(labeled("", theme.dim(`… and ${rows.length - 20} more (--json lists all)`), theme));
  return shown.join("");
}

/** What the last night asks a person about. */
function proposalText({ open, coming }: NonNullable<StatusAnswer["proposal"]>, theme: Theme): string {
  const leaving = open - coming;
  const parts = [
    ...(leaving === 0
      ? []
      : [leaving === 1 ? "1 entry may leave its page" : `${leaving} entries may leave their pages`]),
    ...(coming === 0 ? [] : [`${count(coming, "statement")} of the logs may be kept`]),
  ];
  const what = parts.join(", ");
  return `${theme.yellow(what)}  ${theme.dim("read and settle with: pagefile night")}`;
}

function findingsText(answer: StatusAnswer, theme: Theme): string {
  const told = answer.findings.filter(({ severity }) => severity !== "note");
  // Beside an audit that found something, “none” would read as its opposite.
  const isBad = answer.lastAudit !== null && answer.lastAudit.counts.error + answer.lastAudit.counts.warning > 0;
  if (told.length === 0) return isBad ? "" : labeled("findings", theme.green("none"), theme);
  const errors = told.filter((finding) => finding.severity === "error").length;
  const warnings = told.length - errors;
  const parts = [
    ...(errors > 0 ? [theme.red(count(errors, "error"))] : []),
    ...(warnings > 0 ? [theme.yellow(count(warnings, "warning"))] : []),
  ];
  const shown = told.slice(0, 20);
  const rest = told.length - shown.length;
  const more = rest > 0 ? `  ${theme.dim(`… and ${rest} more (--json lists all)`)}\n` : "";
  return labeled("findings", parts.join(" · "), theme) + findingLines(shown, theme) + more;
}

function faultsText({ faults }: StatusAnswer, theme: Theme): string {
  if (faults === null) return "";
  const { counts, since, total } = faults;
  const kinds = Object.entries(counts).sort(([a, some], [b, others]) => others - some || compareText(a, b));
  const shown = kinds.slice(0, kindsShown).map(([kind, many]) => `${many} ${kind}`);
  const more = kinds.length > kindsShown ? ", …" : "";
  const day = since.slice(0, 10);
  const says = `${theme.yellow(String(total))} since ${day}: ${shown.join(", ")}${more}`;
  return labeled("faults", `${says}  ${theme.dim(`pagefile faults --since ${day}`)}`, theme);
}

const kindsShown = 3;

/** null where nobody ever looked after nights here. */
export function nightsText(nights: NightsAnswer, theme: Theme): string | null {
  const { last, next, due, holder } = nights;
  const parts: string[] = [];
  if (last !== null) {
    const state =
      last.state === "done" ? theme.green("done") : theme.red(last.state === "began" ? "broken off" : last.state);
    const why = last.says === "" ? "" : ` (${visibleLine(last.says)})`;
    parts.push(`last ${localText(last.at)} ${state}, ${count(last.commits.length, "commit")}${why}`);
  }
  if (due !== null) parts.push(theme.yellow(`the night of ${due} is due`));
  else if (next !== null) parts.push(`next ${localText(next)}`);
  if (holder !== null)
    parts.push(`${holder.purpose === "daemon" ? "daemon" : "night"} of process ${holder.pid}, ${holder.state}`);
  return parts.length === 0 ? null : parts.join(" · ");
}

/** What to do about nights that go on ending for the same reason; empty where none do. */
export function againText({ again }: NightsAnswer, theme: Theme): string {
  if (again === null) return "";
  const hint = again.hint === "" ? "see what is wrong: pagefile doctor" : again.hint;
  return `${theme.red(`${again.runs} nights ended for the same reason since ${again.since}`)}: ${visibleLine(again.says)}\n          ${visibleLine(hint.split("\n", 1)[0] ?? "")}`;
}

/** By the clocks of this place. */
export function localText(at: Instant): string {
  const { day, minute } = zoneHere(at);
  return `${day} ${printHour(minute)}`;
}
