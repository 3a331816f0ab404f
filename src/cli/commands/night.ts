/** Commands for upkeep: nightly, night, quiet-time, audit and consistency. */

import { err, type Outcome, ok, usage } from "../../base/result.js";
import type { Memory } from "../../memory/memory.js";
import { audit, consistency } from "../../night/audit/audit.js";
import { keptNote, lastKept } from "../../night/audit/kept-audit.js";
import { nightsStatus, openNights } from "../../night/clock/nights.js";
import { type NightlyAnswer, nightly } from "../../night/night.js";
import {
  type NightProposal,
  type ProposedRow,
  type SettledAnswer,
  settleProposal,
  standingProposal,
} from "../../night/proposal.js";
import { withAuditQuery } from "../../upkeep/night.js";
import { type Call, nowOf, type Reply } from "../command.js";
import { auditReply, noneKept } from "../render/audit.js";
import { answers, comingText, entryLines, nightReply, pageLine, saidIn } from "../render/night.js";
import { count, labeled } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table.js";
import { againText, nightsText, onceByCommand, skippedReply } from "../share/nights.js";
import { withWorkspace } from "../share/session.js";
import { commitOptions, envelopeOf } from "../share/write.js";

// Command night: what the last night did and what it asks; a person's answer to that.

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
    const settled = await settleProposal(primary, query, commitOptions(call));
    return settled.ok ? ok(settledReply(settled.value)) : settled;
  });
}

async function show(memory: Parameters<typeof standingProposal>[0]): Promise<Outcome<Reply>> {
  const proposal = await standingProposal(memory);
  if (!proposal.ok) return proposal;
  const tools = openNights(memory.root);
  const nights = tools.ok ? nightsStatus(tools.value, memory.clock.now()) : tools;
  if (!nights.ok) return nights;
  const audit = await keptNote(memory);
  const json = { nights: nights.value, audit, proposal: proposalJson(proposal.value) };
  return ok({
    json,
    out: (theme) => {
      const told = nightsText(nights.value, theme) ?? theme.dim("no night has run here yet");
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
      return `${labeled("nights", told, theme)}${lasting}${found}${proposalLines(proposal.value, theme)}`;
    },
    onQuiet: "keep",
    exit: 0,
  });
}

/** Without what is needed of a row within the program alone. */
function proposalJson(proposal: NightProposal | null): unknown {
  return proposal && { ...proposal, coming: proposal.coming.map(({ coming: _, ...row }) => row) };
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

function settledReply(answer: SettledAnswer): Reply {
  return {
    json: answer,
    out: (theme) => {
      const { did, entries, coming, commits, open } = answer;
      const done = commits.map(
        ({ commit, page }) =>
          `${theme.green("committed")}  ${theme.yellow(commit.slice(0, 8))}  ${visibleLine(page)}\n`,
      );
      const rows = entries.map((row) => `  ${row.n}  ${visibleLine(firstLine(row))}\n`);
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
    },
    warnings: (theme) => refusedText(answer, theme),
    onQuiet: "drop",
    exit: answer.refused.length === 0 ? 0 : 1,
  };
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

function firstLine({ text }: ProposedRow): string {
  return text.split(/\r?\n/, 1)[0] ?? "";
}

// Command nightly: curates, trims, archives and clears, each as a commit of its own; a dry run only says what would be done.

export async function runNightly(call: Call): Promise<Outcome<Reply>> {
  const mode = call.options.dryRun === true ? "dry_run" : "apply";
  const now = nowOf(call);
  if (!now.ok) return now;
  return withWorkspace(call, async (workspace) => {
    const memory = workspace.primary;
    const place = {
      root: memory.root,
      cwd: call.cwd,
      env: call.env,
      now: now.value,
      pages: "as_indexed",
      workspace,
    } as const;
    const audited = (how: typeof mode, on: Memory): Promise<Outcome<NightlyAnswer>> =>
      withAuditQuery(place, (audit) => nightly(on, how, { ...commitOptions(call), audit }));
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

// Command audit: what a harness would cut, and all else that is wrong with the memory here.

/** Notes alone are no reason to fail. */
export async function runAudit(call: Call): Promise<Outcome<Reply>> {
  const now = nowOf(call);
  if (!now.ok) return now;
  return withWorkspace(call, async (workspace) => {
    const memory = workspace.primary;
    const place = {
      root: memory.root,
      cwd: call.cwd,
      env: call.env,
      now: now.value,
      pages: "as_indexed",
      workspace,
    } as const;
    const answer =
      call.options.last === true
        ? await lastKept(memory, "audit")
        : await withAuditQuery(place, (query) => audit(memory, query));
    if (!answer.ok) return answer;
    return answer.value === null
      ? err(noneKept("audit"))
      : ok(auditReply(answer.value, { markdown: call.options.markdown === true, all: call.options.all === true }));
  });
}

// Command consistency: what the files of the memory say against each other.

export function runConsistency(call: Call): Promise<Outcome<Reply>> {
  return withWorkspace(call, async ({ primary }) => {
    const answer = call.options.last === true ? await lastKept(primary, "consistency") : ok(consistency(primary));
    if (!answer.ok) return answer;
    if (answer.value === null) return err(noneKept("consistency"));
    return ok(auditReply(answer.value, { markdown: call.options.markdown === true, all: call.options.all === true }));
  });
}

// Command quiet-time: a small consolidation in a pause of the day: today's log and the buffer are read again, and nothing is cleared.

export function runQuietTime(call: Call): Promise<Outcome<Reply>> {
  const mode = call.options.dryRun === true ? "dry_run" : "apply";
  return withWorkspace(call, async ({ primary }) => {
    const answer = await nightly(primary, mode, { ...commitOptions(call), kind: "quiet" });
    return answer.ok ? ok(nightReply(answer.value, mode)) : answer;
  });
}
