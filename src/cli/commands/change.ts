/** Commands that change what stands: set, correct, archive, restore, conflicts and resolve. */

import { err, type Outcome, ok, usage } from "../../base/result.js";
import { locate, type Workspace } from "../../memory/workspace.js";
import { correct } from "../../night/undo.js";
import type { YamlValue } from "../../page/frontmatter/print.js";
import {
  type ConflictsAnswer,
  conflicts,
  type ResolveAnswer,
  resolve,
  settleUnmerged,
} from "../../write/merge/conflicts.js";
import { wireUnmerged } from "../../write/merge/driver.js";
import type { Take } from "../../write/merge/settle.js";
import { type Call, type Reply, textOption, textOrStdin } from "../command.js";
import { conflictLines } from "../render/recall.js";
import { count, wrapped } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table.js";
import { withWorkspace } from "../share/session.js";
import { commitOptions, commitPatch, envelopeOf, parseValue, patchReply } from "../share/write.js";

// Command resolve: settles conflicts that a page keeps, or a page that git left unmerged.

export async function runResolve(call: Call): Promise<Outcome<Reply>> {
  const take = takeOf(call);
  if (!take.ok) return take;
  return withWorkspace(call, async (workspace) => {
    const answer = await settled(call, workspace, take.value);
    if (!answer.ok) return answer;
    return ok({
      json: answer.value,
      out: (theme) => renderResolve(answer.value, theme),
      notes: (theme) => answer.value.notes.map(({ says }) => wrapped(says, 0, theme)).join(""),
      onQuiet: answer.value.how === "planned" ? "keep" : "drop",
      exit: 0,
    });
  });
}

/** null where no side was named. */
function takeOf(call: Call): Outcome<Take | null> {
  const asked = (["ours", "theirs", "both", "asIs"] as const).filter((name) => call.options[name] === true);
  if (asked.length > 1) {
    return err(usage("More than one side was named.", "Name one of --ours, --theirs, --both and --as-is."));
  }
  return ok(asked[0] === "asIs" ? "as_is" : (asked[0] ?? null));
}

async function settled(call: Call, workspace: Workspace, take: Take | null): Promise<Outcome<ResolveAnswer>> {
  const page = call.args[0] ?? "";
  const how = call.options.plan === true ? "plan" : "commit";
  const about = { page, entry: textOption(call, "entry"), key: textOption(call, "key") };
  for (const memory of workspace.memories) {
    const unmerged = wireUnmerged(memory, call.env);
    if (!unmerged.ok) return unmerged;
    if (unmerged.value === null) continue;
    const merged = await settleUnmerged(memory, unmerged.value, { ...about, take, how });
    if (!merged.ok) return merged;
    if (merged.value !== null) return ok(merged.value);
  }
  if (take === null) {
    const says = `git left nothing of “${page}” unmerged, so a side has to be named.`;
    return err(usage(says, "Name one of --ours, --theirs, --both and --as-is; see: pagefile conflicts"));
  }
  const located = locate(workspace, page);
  if (!located.ok) return located;
  const { memory, entry } = located.value;
  const asked = { ...about, page: entry.id, take };
  return resolve(memory, { asked, envelope: envelopeOf(call), how }, commitOptions(call));
}

const words = { planned: "would settle", committed: "committed", merged: "merged" } as const;

function renderResolve({ path, how, settled: rows, open, commit }: ResolveAnswer, theme: Theme): string {
  const oid = commit === null ? "" : `  ${theme.yellow(commit.slice(0, 8))}`;
  const head = `${theme.green(words[how])}${oid}  ${theme.bold(visibleLine(path))}\n`;
  const took =
    rows.length === 0 ? "" : `  ${count(rows.length, "conflict")}, ${(rows[0]?.take ?? "").replace("_", " ")}\n`;
  const shown = how === "planned" ? conflictLines(rows, theme) : "";
  const left =
    open.length === 0
      ? ""
      : `  ${theme.yellow(`${count(open.length, "conflict")} left`)}\n${conflictLines(open, theme)}`;
  const next = how === "merged" ? `  ${theme.dim("end the merge with: git commit, or git rebase --continue")}\n` : "";
  return head + took + shown + left + next;
}

// Command conflicts: what merges left to be settled, in pages and in git's index.

export function runConflicts(call: Call): Promise<Outcome<Reply>> {
  return withWorkspace(call, async ({ primary }) => {
    const unmerged = wireUnmerged(primary, call.env);
    if (!unmerged.ok) return unmerged;
    const answer = await conflicts(primary, unmerged.value);
    if (!answer.ok) return answer;
    const none = answer.value.pages.length + answer.value.unmerged.length === 0;
    return ok({
      json: answer.value,
      out: (theme) => renderConflicts(answer.value, theme),
      onQuiet: "keep",
      exit: none ? 0 : 1,
    });
  });
}

function renderConflicts({ pages, unmerged }: ConflictsAnswer, theme: Theme): string {
  if (pages.length + unmerged.length === 0) return `${theme.green("✓")} no conflict is open\n`;
  const open = pages.map(({ page, path, conflicts: rows }) => {
    const name = page === null ? "" : `${theme.bold(visibleLine(page))}  `;
    return `${name}${theme.dim(visibleLine(path))}\n${conflictLines(rows, theme)}`;
  });
  const left = unmerged.map(
    (path) => `${theme.bold(visibleLine(path))}  ${theme.yellow("unmerged in git's index")}\n`,
  );
  const hint = `${theme.dim("settle with: pagefile resolve PAGE --ours, --theirs or --both")}\n`;
  return [...open, ...left, hint].join("");
}

// Command correct: what is right takes the place of what was wrong, which stays below it with the day it was given up.

export async function runCorrect(call: Call): Promise<Outcome<Reply>> {
  const [page = "", typed = ""] = call.args;
  const text = await textOrStdin(call, typed);
  if (!text.ok) return text;
  return withWorkspace(call, async (workspace) => {
    const located = locate(workspace, page);
    if (!located.ok) return located;
    const entry = textOption(call, "entry") ?? "";
    const because = textOption(call, "because");
    const asked = { page, entry, text: text.value, because, envelope: envelopeOf(call) };
    const answer = await correct(located.value.memory, asked, commitOptions(call));
    return answer.ok ? ok(patchReply(answer.value)) : answer;
  });
}

// Command set: one key of a page, on exactly the version the writer saw.

export async function runSet(call: Call): Promise<Outcome<Reply>> {
  const [page = "", key = "", typed = ""] = call.args;
  const value: Outcome<YamlValue> = call.options.string === true ? ok(typed) : parseValue(typed);
  if (!value.ok) return value;
  return commitPatch(call, {
    op: "set_with_version",
    page,
    key,
    value: value.value,
    base: textOption(call, "base") ?? "",
  });
}

// Command archive: a page to the cold tier.

export async function runArchive(call: Call): Promise<Outcome<Reply>> {
  return commitPatch(call, { op: "archive", page: call.args[0] ?? "" });
}

// Command restore: an archived page back to the hot tier.

export async function runRestore(call: Call): Promise<Outcome<Reply>> {
  return commitPatch(call, { op: "restore", page: call.args[0] ?? "" });
}
