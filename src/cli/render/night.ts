/** RenderNight: a night for a terminal: its audit, its plan or what it did, and what a person has to look at. */

import type { NightlyAnswer } from "../../night/night.js";
import type { Reply } from "../command.js";
import { tooLongText } from "./night--render-proposal.js";
import { waitLines } from "./night--render-waits.js";
import { count } from "./render.js";
import { type Theme, visibleLine } from "./table--theme.js";

export function nightReply(answer: NightlyAnswer, mode: "dry_run" | "apply"): Reply {
  return {
    json: answer,
    out: (theme) =>
      auditLine(answer, theme) +
      modelLine(answer, theme) +
      (mode === "dry_run" ? renderPlan(answer, theme) : renderDone(answer, theme)) +
      waitLines(answer, theme) +
      tooLongText(answer, mode, theme) +
      seriesLines(answer, theme),
    warnings: (theme) => warnings(answer, theme),
    onQuiet: mode === "dry_run" ? "keep" : "drop",
    exit: needsMending(answer) ? 1 : 0,
  };
}

/** What an audit found is its own to say; that it could not be made is the night's. */
function needsMending({ faults, refused, left, audit }: NightlyAnswer): boolean {
  return faults.length + refused.length + left.length > 0 || (audit?.failure ?? null) !== null;
}

function auditLine({ audit }: NightlyAnswer, theme: Theme): string {
  if (audit?.counts == null) return "";
  const { error, warning, note } = audit.counts;
  const where = audit.kept ? "  read them with: pagefile audit --last" : "";
  const across = audit.consistency === null ? 0 : audit.consistency.error + audit.consistency.warning;
  const week = across === 0 ? "" : `; across files ${across}: pagefile consistency`;
  return `${theme.cyan("audit")}  ${count(error, "error")}, ${count(warning, "warning")}, ${count(note, "note")}${week}${theme.dim(where)}\n`;
}

function modelLine({ model }: NightlyAnswer, theme: Theme): string {
  if (model === null || model.failure !== null || model.sent === 0) return "";
  const back = model.withheld === 0 ? "" : `, ${model.withheld} kept back`;
  const refused = model.refused.length === 0 ? "" : `, ${model.refused.length} refused`;
  return `${theme.cyan("model")}  ${visibleLine(model.name)}: ${model.sent === 1 ? "1 entry" : `${model.sent} entries`} shown${back}; ${count(model.taken, "statement")} in its words${refused}\n`;
}

function renderPlan({ plan, backlog }: NightlyAnswer, theme: Theme): string {
  if (plan.length === 0) return `${theme.dim("nothing to do")}  ${waiting(backlog)}\n`;
  const steps = plan.map(({ reason, subject, files }) => {
    const rows = files.map(({ path, before, after, added, removed }) => {
      const what = before === null ? "new" : after === null ? "gone" : "edit";
      const moved = before === null || after === null;
      const lines = moved
        ? []
        : [
            ...removed.map((l) => theme.red(`- ${visibleLine(l)}`)),
            ...added.map((l) => theme.green(`+ ${visibleLine(l)}`)),
          ];
      return [`  ${theme.dim(what)}  ${visibleLine(path)}`, ...lines.map((line) => `    ${line}`)].join("\n");
    });
    return `${theme.cyan(reason)}  ${visibleLine(subject)}\n${rows.join("\n")}\n`;
  });
  return `${steps.join("")}${theme.dim(`a dry run: nothing was written; ${waiting(backlog)}`)}\n`;
}

function renderDone({ commits, backlog }: NightlyAnswer, theme: Theme): string {
  if (commits.length === 0) return `${theme.dim("nothing to do")}  ${waiting(backlog)}\n`;
  const rows = commits.map(
    ({ commit, reason, subject }) =>
      `${theme.green("committed")}  ${theme.yellow(commit.slice(0, 8))}  ${theme.cyan(reason)}  ${visibleLine(subject)}\n`,
  );
  return `${rows.join("")}${theme.dim(waiting(backlog))}\n`;
}

/** Silent of series in which there is nothing new. */
function seriesLines({ perception }: NightlyAnswer, theme: Theme): string {
  if (perception === null) return "";
  const name = theme.cyan("series");
  const counted = perception.series
    .filter(({ days }) => days.length > 0)
    .map(
      ({ series, rows, days }) =>
        `${name}  ${visibleLine(series)}: ${count(days.length, "day")} counted of ${count(rows, "row")}\n`,
    );
  const moved = perception.moved.map(({ series, month, rows, files }) => {
    const where = files.length === 0 ? "they were there already" : files.map(({ path }) => path).join(", ");
    return `${name}  ${visibleLine(series)}: ${count(rows, "row")} of ${month} to the archive  ${theme.dim(visibleLine(where))}\n`;
  });
  return [...counted, ...moved].join("");
}

/** What a person has to look at in series. */
function seriesWarnings(
  { perception }: NightlyAnswer,
  theme: Theme,
): readonly { name: string; says: string; hint: string }[] {
  if (perception === null) return [];
  const wrong = perception.series.flatMap(({ wrong: { count: all, first } }) => {
    const [line] = first;
    if (line === undefined) return [];
    const more = all === 1 ? "" : ` (and ${count(all - 1, "more line")})`;
    return [
      {
        name: theme.yellow("no row"),
        says: `${line.path}:${line.line}: ${line.says}${more}.`,
        hint: "It stays where it is and is not counted.",
      },
    ];
  });
  const unfinished = perception.series.flatMap(({ path, unfinished: isOpen }) =>
    isOpen && path !== null
      ? [
          {
            name: theme.yellow("unfinished"),
            says: `${path}: the last line has no line end.`,
            hint: "It is counted once it has one.",
          },
        ]
      : [],
  );
  const left = perception.left.map(({ path, why }) => ({
    name: theme.yellow("left"),
    says: `${path}: ${why}`,
    hint: "It stays as it is.",
  }));
  return [...wrong, ...unfinished, ...left];
}

function waiting(backlog: number): string {
  return backlog === 1 ? "1 statement waits for another night" : `${backlog} statements wait for another night`;
}

function warnings(answer: NightlyAnswer, theme: Theme): string {
  const { refused, faults, audit, left, model } = answer;
  const failure = audit?.failure ?? null;
  const rows = [
    ...(failure === null ? [] : [{ name: theme.yellow("audit"), says: failure.says, hint: failure.hint }]),
    ...(model?.failure == null ? [] : [{ name: theme.yellow("model"), ...model.failure }]),
    ...left.map(({ path, why }) => ({
      name: theme.yellow("not taken in"),
      says: `${path}: ${why}`,
      hint: "It stays as it is; mend and commit it by hand.",
    })),
    ...refused.map(({ reason, says, hint }) => ({ name: theme.red(reason), says, hint })),
    ...faults.map(({ kind, says, hint }) => ({ name: theme.yellow(kind), says, hint })),
    ...seriesWarnings(answer, theme),
  ];
  return rows.map(({ name, says, hint }) => `${name}  ${visibleLine(says)}\n  ${visibleLine(hint)}\n`).join("");
}
