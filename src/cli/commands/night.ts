/** Commands for upkeep: nightly, night, quiet-time, audit and consistency; and how a night is shown. */

import { talksOf } from "../../agents/session-notes.js";
import { err, type Outcome, ok, usage } from "../../base/result.js";
import { globalOf } from "../../init/personal.js";
import type { Memory } from "../../memory/memory.js";
import { audit, consistency } from "../../night/audit/audit.js";
import { nightsStatus, openNights } from "../../night/clock/lease.js";
import { handWords } from "../../night/day-files.js";
import { type LeftOnDisk, leftOnDisk, type NightlyAnswer, nightly } from "../../night/night.js";
import { keptNote, lastKept } from "../../night/night-refs.js";
import type { ComingRow } from "../../night/plan.js";
import {
  currentProposal,
  type NightProposal,
  type ProposedRow,
  type SettledAnswer,
  settleProposal,
  type Wait,
} from "../../night/proposal.js";
import { thresholds } from "../../night/thresholds.js";
import { withAuditQuery } from "../../upkeep/doctor.js";
import { type Call, nowOf, type Reply, replied } from "../command.js";
import { auditReply } from "../render/audit.js";
import { count, failureLines, labeled } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table.js";
import { withWorkspace } from "../share/session.js";
import { onceByCommand, skippedReply } from "./clock.js";
import { againText, nightsText } from "./status.js";
import { commitOptions, envelopeOf } from "./write.js";

export function runNight(call: Call): Promise<Outcome<Reply>> {
  const [answer, ...numbers] = call.args;
  return withWorkspace(call, async ({ primary }) => {
    if (answer === undefined) return show(primary);
    const did = answer === "accept" ? "accepted" : answer === "reject" ? "rejected" : null;
    if (did === null)
      return err(
        usage(`“${answer}” is no answer; accept or reject was expected.`, "For example: pagefile night accept 1"),
      );
    const isAll = numbers.length === 1 && numbers[0] === "all";
    const wrong = isAll ? undefined : numbers.find((each) => !/^[1-9]\d{0,5}$/.test(each));
    if (wrong !== undefined)
      return err(usage(`“${wrong}” is no number of a proposal.`, "See the numbers with: pagefile night"));
    const asked = isAll ? "all" : numbers.length === 0 ? "shown" : numbers.map(Number);
    const query = { did, numbers: asked, envelope: envelopeOf(call) } as const;
    return replied(await settleProposal(primary, query, commitOptions(call)), {
      out: settledText,
      warnings: refusedText,
      onQuiet: "drop",
      isBad: ({ refused }) => refused.length > 0,
    });
  });
}

async function show(memory: Parameters<typeof currentProposal>[0]): Promise<Outcome<Reply>> {
  const proposal = await currentProposal(memory);
  if (!proposal.ok) return proposal;
  const tools = openNights(memory.root);
  const nights = tools.ok ? nightsStatus(tools.value, memory.clock.now()) : tools;
  if (!nights.ok) return nights;
  const audit = await keptNote(memory);
  const head = await memory.history.head();
  if (!head.ok) return head;
  const hand = await handWords(memory, head.value.commit);
  const left = hand.ok ? await leftOnDisk(memory, head.value.commit, hand.value) : hand;
  if (!left.ok) return left;
  const { value } = proposal;
  // Without what is needed of a row within the program alone.
  const told = value && { ...value, coming: value.coming.map(({ coming: _, ...row }) => row) };
  const json = { nights: nights.value, audit, proposal: told, ...left.value };
  return ok({
    json,
    out: (theme) => {
      const last = nightsText(nights.value, theme) ?? theme.dim("no night has run here yet");
      const found =
        audit === null
          ? ""
          : labeled(
              "audit",
              `${count(audit.counts.error, "error")}, ${count(audit.counts.warning, "warning")}  ${theme.dim("pagefile audit --last")}`,
              theme,
            );
      const again = againText(nights.value, theme);
      const lasting = again === "" ? "" : labeled("again", again, theme);
      return `${labeled("nights", last, theme)}${lasting}${found}${proposalLines(value, theme)}${uncommittedText(left.value, theme)}`;
    },
    warnings: (theme) => rowLines(leftRows(left.value, theme)),
  });
}

function proposalLines(proposal: NightProposal | null, theme: Theme): string {
  if (proposal === null || proposal.open === 0)
    return labeled("proposal", theme.dim("none: nothing waits for your answer"), theme);
  const pages = proposal.pages.map(({ page, over }) => {
    const rows = proposal.entries.filter((each) => each.page === page && each.state === "open");
    return rows.length === 0 ? "" : pageLine(page, over, theme) + rows.map((row) => entryLines(row, theme)).join("");
  });
  const moved = proposal.entries.filter(({ state }) => state === "changed");
  const notes = moved.map(({ n, why }) => `  ${theme.dim(visibleLine(`${n}  no longer asked: ${why}`))}\n`);
  const hasLeaving = proposal.entries.some(({ state }) => state === "open");
  const leave = hasLeaving ? `  ${theme.dim(answers)}\n` : "";
  return `${pages.join("")}${notes.join("")}${leave}${comingText(proposal, theme)}`;
}

function settledText({ did, entries, coming, commits, open }: SettledAnswer, theme: Theme): string {
  const done = commits.map(
    ({ commit, page }) => `${theme.green("committed")}  ${theme.yellow(commit.slice(0, 8))}  ${visibleLine(page)}\n`,
  );
  const rows = entries.map((row) => `  ${row.n}  ${visibleLine(row.text.split(/\r?\n/, 1)[0] ?? "")}\n`);
  const what = did === "accepted" ? "left for the archive" : "stays, and is never asked about again";
  const back = commits.length === 0 ? "" : `; take it back with: pagefile undo night`;
  const left = `${open === 0 ? "nothing waits" : `${open === 1 ? "1 is" : `${open} are`} still open: pagefile night`}${back}`;
  const head = entries.length === 0 ? "" : `${theme.green(did)}  ${what}\n`;
  const kept = did === "accepted" ? "is kept" : "is not kept, and is never asked about again";
  const below = coming.length === 0 ? "" : `${theme.green(did)}  ${kept}\n`;
  const words = coming.flatMap((row) => (isRead(row) ? [`  ${row.n}  ${saidIn(row)}\n`] : []));
  const unread = coming.length - words.length;
  if (unread > 0) words.push(`  ${count(unread, "statement")} of the logs\n`);
  return `${done.join("")}${head}${rows.join("")}${below}${words.join("")}${theme.dim(left)}\n`;
}

/** False for a row that was settled by its name alone; a secret is read, and not repeated. */
function isRead({ text, reason }: SettledAnswer["coming"][number]): boolean {
  return text !== null || reason === "secret";
}

/** Numbers that nothing could be done about for the same reason are told of at once: there may be two hundred. */
function refusedText({ refused }: SettledAnswer, theme: Theme): string {
  const alike = new Map<string, number[]>();
  for (const { n, says, hint } of refused) {
    const told = `${visibleLine(says)}\n  ${visibleLine(hint)}\n`;
    alike.set(told, [...(alike.get(told) ?? []), n]);
  }
  return [...alike]
    .map(([told, numbers]) => {
      const which = numbers.length === 1 ? "" : `${numbersText(numbers)}: `;
      return `${theme.yellow("not done")}  ${which}${told}`;
    })
    .join("");
}

const numbersShown = 8;

function numbersText(numbers: readonly number[]): string {
  const rest = numbers.length - numbersShown;
  return `${numbers.slice(0, numbersShown).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** Of the pages as an audit reads them. */
const pages = "as_indexed" as const;

export async function runNightly(call: Call): Promise<Outcome<Reply>> {
  const mode = call.options.dryRun === true ? "dry_run" : "apply";
  const now = nowOf(call);
  if (!now.ok) return now;
  return withWorkspace(call, async (workspace) => {
    const memory = workspace.primary;
    const place = { root: memory.root, cwd: call.cwd, env: call.env, now: now.value, pages, workspace };
    const audited = (how: typeof mode, on: Memory): Promise<Outcome<NightlyAnswer>> =>
      withAuditQuery(place, (audit) =>
        nightly(on, how, {
          ...commitOptions(call),
          audit,
          // The fenced memory itself is no second store beside itself.
          global: globalOf({ primary: on, memories: workspace.memories.filter((each) => each !== memory) }, false),
          isTalk: talksOf(on),
        }),
      );
    if (mode === "apply") {
      const once = await onceByCommand(call, memory, (fenced) => audited("apply", fenced));
      if (!once.ok) return once;
      const { night, run: told } = once.value;
      return ok(
        night === null ? skippedReply(once.value) : { ...nightReply(night, mode), json: { ...night, run: told } },
      );
    }
    const answer = await audited(mode, memory);
    return answer.ok ? ok(nightReply(answer.value, mode)) : answer;
  });
}

/** Notes alone are no reason to fail. */
export async function runAudit(call: Call): Promise<Outcome<Reply>> {
  const now = nowOf(call);
  if (!now.ok) return now;
  return withWorkspace(call, async (workspace) => {
    const memory = workspace.primary;
    const place = { root: memory.root, cwd: call.cwd, env: call.env, now: now.value, pages, workspace };
    const answer =
      call.options.last === true
        ? await lastKept(memory, "audit")
        : await withAuditQuery(place, (query) => audit(memory, query));
    return auditReply(call, "audit", answer);
  });
}

export function runConsistency(call: Call): Promise<Outcome<Reply>> {
  return withWorkspace(call, async ({ primary }) => {
    const answer = call.options.last === true ? await lastKept(primary, "consistency") : ok(consistency(primary));
    return auditReply(call, "consistency", answer);
  });
}

// Command quiet-time: a small consolidation in a pause of the day: today's log and the buffer are read again, and nothing is cleared.

export function runQuietTime(call: Call): Promise<Outcome<Reply>> {
  const mode = call.options.dryRun === true ? "dry_run" : "apply";
  return withWorkspace(call, async (workspace) => {
    const options = {
      ...commitOptions(call),
      kind: "quiet",
      global: globalOf(workspace),
      isTalk: talksOf(workspace.primary),
    } as const;
    const answer = await nightly(workspace.primary, mode, options);
    return answer.ok ? ok(nightReply(answer.value, mode)) : answer;
  });
}

// RenderNight: a night for a terminal: its audit, its plan or what it did, and what a person has to look at.

function nightReply(answer: NightlyAnswer, mode: "dry_run" | "apply"): Reply {
  return {
    json: answer,
    out: (theme) =>
      auditLine(answer, theme) +
      modelLine(answer, theme) +
      (mode === "dry_run" ? renderPlan(answer, theme) : renderDone(answer, theme)) +
      waitLines(answer, theme) +
      tooLongText(answer, mode, theme) +
      uncommittedText(answer, theme) +
      seriesLines(answer, theme),
    warnings: (theme) => warnings(answer, theme),
    ...(mode === "dry_run" ? {} : { onQuiet: "drop" }),
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
  return `${theme.cyan("model")}  ${visibleLine(model.name)}: ${count(model.sent, "entry")} shown${back}; ${count(model.taken, "statement")} in its words${refused}\n`;
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
    return `${theme.cyan(reason)}  ${visibleLine(subject)}\n${rows.map((row) => `${row}\n`).join("")}`;
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
    const more = all === 1 ? "" : ` (and ${count(all - 1, "more line")})`;
    return first.slice(0, 1).map(({ path, line, says }) => ({
      name: theme.yellow("no row"),
      says: `${path}:${line}: ${says}${more}.`,
      hint: "It stays where it is and is not counted.",
    }));
  });
  const open = perception.series.filter(({ path, unfinished }) => unfinished && path !== null);
  const unfinished = open.map(({ path }) => ({
    name: theme.yellow("unfinished"),
    says: `${path}: the last line has no line end.`,
    hint: "It is counted once it has one.",
  }));
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

function leftRows({ left }: LeftOnDisk, theme: Theme): readonly { name: string; says: string; hint: string }[] {
  return left.map(({ path, why, hint = "It stays as it is; mend and commit it by hand." }) => ({
    name: theme.yellow("not taken in"),
    says: `${path}: ${why}`,
    hint,
  }));
}

const pagesShown = 5;

/** Pages that a night has no part in: half an edit may stand there. */
function uncommittedText({ uncommitted }: LeftOnDisk, theme: Theme): string {
  const [some, one] = [uncommitted.length, uncommitted.length === 1];
  if (some === 0) return "";
  const names = uncommitted.slice(0, pagesShown).map(visibleLine).join(", ");
  const more = some > pagesShown ? ` and ${some - pagesShown} more` : "";
  const what = `${count(some, "page")} that you edited ${one ? "stays" : "stay"} uncommitted until you commit ${one ? "it" : "them"}`;
  return `${theme.cyan("yours")}  ${what}: ${names}${more}\n`;
}

function warnings(answer: NightlyAnswer, theme: Theme): string {
  const { refused, faults, audit, model } = answer;
  const failure = audit?.failure ?? null;
  const rows = [
    ...(failure === null ? [] : [{ name: theme.yellow("audit"), says: failure.says, hint: failure.hint }]),
    ...(model?.failure == null ? [] : [{ name: theme.yellow("model"), ...model.failure }]),
    ...leftRows(answer, theme),
    ...refused.map(({ reason, says, hint }) => ({ name: theme.red(reason), says, hint })),
    ...faults.map(({ kind, says, hint }) => ({ name: theme.yellow(kind), says, hint })),
    ...seriesWarnings(answer, theme),
  ];
  return rowLines(rows);
}

function rowLines(rows: ReturnType<typeof leftRows>): string {
  return rows.map(({ name, ...told }) => failureLines(name, told)).join("");
}

// RenderProposal: what a night asks a person about, numbered, with the rule and the words, and how to answer.

type Asked = Pick<ProposedRow, "n" | "rule" | "why" | "text" | "lines">;

/** Pages that are too long, as a night tells of them; `mode` as it was run. */
function tooLongText({ tooLong }: NightlyAnswer, mode: "dry_run" | "apply", theme: Theme): string {
  let n = 0;
  const parts = tooLong.flatMap(({ page, over, leaving, isEnough }) => {
    if (over === null || (leaving.length === 0 && isEnough)) return [];
    const rows = leaving.map((each, at) => entryLines({ ...each, n: n + at + 1 }, theme));
    n += leaving.length;
    return [`${pageLine(page, over, theme)}${rows.join("")}${isEnough ? "" : notEnough(leaving.length, theme)}`];
  });
  const how = mode === "dry_run" ? "a night would ask you about them; nothing leaves before you accept" : answers;
  return `${parts.join("")}${n === 0 ? "" : `  ${theme.dim(how)}\n`}`;
}

function pageLine(page: string, over: string, theme: Theme): string {
  return `${theme.cyan("too long")}  ${visibleLine(page)}: ${visibleLine(over)}\n`;
}

function entryLines({ n, rule, why, text, lines }: Asked, theme: Theme): string {
  const [first = "", ...more] = text.split(/\r?\n/);
  const rest = more.length === 0 ? "" : ` … (${more.length + 1} lines)`;
  const where = lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.join(", ")}`;
  const head = `  ${theme.bold(String(n))}  ${theme.yellow(rule.replaceAll("_", " "))}  ${visibleLine(first)}${rest}`;
  return `${head}\n     ${theme.dim(visibleLine(`${where}: ${why}`))}\n`;
}

/** What may be kept: the first few in words, the rest by count. */
function comingText({ coming, comingOpen }: NightProposal, theme: Theme): string {
  const open = coming.filter(({ state }) => state === "open");
  if (comingOpen === 0) return "";
  const rows = open.map((row) => {
    const name = theme.yellow(names[row.reason] ?? row.coming?.promotion.kind ?? "statement");
    return `  ${theme.bold(String(row.n))}  ${name}  ${saidIn(row)}\n     ${theme.dim(visibleLine(`${row.path}: ${row.why}`))}\n`;
  });
  const more = comingOpen - open.length;
  const head = `${theme.cyan("to keep?")}  ${count(comingOpen, "statement")} of the logs\n`;
  const rest = more === 0 ? "" : `  ${theme.dim(`and ${more} more, shown as these are settled`)}\n`;
  return `${head}${rows.join("")}${rest}  ${theme.dim(comingAnswers)}\n`;
}

const names: Partial<Readonly<Record<ComingRow["reason"], string>>> = {
  contradicts: "correction",
  secret: "secret?",
  too_long: "too long",
  unclear: "unclear",
  blocked: "blocked",
};

/** In one line; a secret by its place alone. */
function saidIn({ text }: Pick<ComingRow, "text">): string {
  if (text === null) return "(not repeated here)";
  const [first = "", ...more] = text.split("\n");
  const short = first.length > saidCharacters ? `${first.slice(0, saidCharacters).trimEnd()}…` : first;
  return `${visibleLine(short)}${more.length === 0 ? "" : ` … (${more.length + 1} lines)`}`;
}

const saidCharacters = 160;

const comingAnswers = "keep them with: pagefile night accept N …   never ask again: pagefile night reject N …";

const answers = "let them leave with: pagefile night accept [N]   keep them for good: pagefile night reject [N]";

function notEnough(count: number, theme: Theme): string {
  const what = count === 0 ? "no rule lets anything of it go" : "it stays too long without them";
  return `  ${theme.dim(`${what}; shorten it by hand, or keep parts of it on pages of their own: pagefile new`)}\n`;
}

// RenderWaits: what a night did not keep, for a terminal: the first few with their reasons, the rest by count.

function waitLines({ waits, staying }: NightlyAnswer, theme: Theme): string {
  const shown = waits.slice(0, thresholds.toldMax);
  const rows = shown.map(
    (wait) => `${theme.cyan(namesWaiting[wait.until])}  ${said(wait)}: ${visibleLine(wait.why)}\n`,
  );
  const more = waits.length - shown.length;
  const rest =
    more === 0
      ? ""
      : `${theme.dim(`and ${more} more that wait: read and settle them with pagefile night, or see all with pagefile nightly --dry-run --json`)}\n`;
  return `${rows.join("")}${rest}${stayingLine(staying, theme)}`;
}

const namesWaiting: Readonly<Record<Wait["until"], string>> = { person: "yours", blocked: "blocked", turn: "waits" };
const shownCharacters = 90;

/** Where it stands, where its words must not be repeated. */
function said({ text, sources }: Wait): string {
  const file = (sources[0] ?? "").replace(/^file:/, "").split("#", 1)[0] ?? "";
  if (text === null) return `an entry of ${visibleLine(file)}`;
  const short = text.length > shownCharacters ? `${text.slice(0, shownCharacters).trimEnd()}…` : text;
  return `“${visibleLine(short)}” (${visibleLine(file)})`;
}

function stayingLine(staying: NightlyAnswer["staying"], theme: Theme): string {
  if (staying.length === 0) return "";
  const waits = staying.reduce((sum, log) => sum + log.waits + log.held, 0);
  const logs = count(staying.length, "log");
  return `${theme.dim(`${logs} older than ${thresholds.logDaysMax} days ${staying.length === 1 ? "stays" : "stay"} until ${waits === 1 ? "the statement" : `the ${waits} statements`} in ${staying.length === 1 ? "it" : "them"} are kept or settled`)}\n`;
}
