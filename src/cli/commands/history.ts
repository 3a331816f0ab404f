/** Commands that read the past, log, blame and diff; that take back, undo, revert and purge; and verify, which proves that nothing else was lost. */

import { eachOf, err, type Failure, type Outcome, ok, usage } from "../../base/result.js";
import { fewOf, shellWord } from "../../base/text.js";
import { inboxOf, timesSaid } from "../../heard/inbox.js";
import { type BlameAnswer, blame } from "../../history/blame.js";
import { type LogAnswer, type LogRow, log } from "../../history/log.js";
import {
  type PurgeAnswer,
  type PurgeRequest,
  type PurgeStore,
  purge,
  type ResumeAnswer,
  resumePurge,
} from "../../history/purge/purge.js";
import { type DiffAnswer, diff, revert } from "../../history/revert.js";
import { type HistoryQuery, type VerifyAnswer, verify, verifyHistory } from "../../history/verify/views.js";
import type { Memory } from "../../memory/memory.js";
import { globalIn } from "../../memory/workspace.js";
import { undoNight } from "../../night/undo.js";
import { closing } from "../../open.js";
import { wireAudit, wirePurge } from "../../upkeep/doctor.js";
import { type Call, positiveWhole, type Reply, replied, textOption } from "../command.js";
import { historyLines, historyNotes } from "../render/audit.js";
import { commitLine, count, findingLines, labeled, wrapped } from "../render/render.js";
import { type Cell, type Theme, table, visible, visibleLine } from "../render/table.js";
import { withSession, withWorkspace } from "../share/session.js";
import { saidLine } from "./inbox.js";
import { commitOptions, envelopeOf, patchReply } from "./write.js";

export function runBlame(call: Call): Promise<Outcome<Reply>> {
  return withSession(call, "read", async (workspace) => {
    const answer = await blame(workspace, { page: call.args[0] ?? "" });
    if (!answer.ok) return answer;
    const heard = inboxOf(workspace.primary).read();
    const said = timesSaid(heard.ok ? heard.value : []);
    const entries = answer.value.entries.map((entry) => ({ ...entry, said: said.get(entry.digest) ?? null }));
    return replied(ok({ ...answer.value, entries }), {
      out: (blamed, theme) => renderBlame(blamed, theme) + saidLines(entries, theme),
      notes: ({ path }, theme) => `${theme.dim(visibleLine(path))}\n`,
    });
  });
}

type BlamedEntry = BlameAnswer["entries"][number];

function renderBlame(answer: BlameAnswer, theme: Theme): string {
  if (answer.entries.length === 0) return "The page has no entries.\n";
  const rows = answer.entries.map((entry): readonly Cell[] => {
    const { commit, by } = entry;
    return [
      { text: commit === null ? "not yet" : hashOf(entry, commit.commit), paint: theme.yellow },
      { text: commit === null ? "" : commit.when.slice(0, 10), paint: theme.dim },
      { text: reasonOf(entry), paint: theme.cyan },
      { text: by?.actor ?? "" },
      { text: by?.origin ?? "" },
      { text: by?.session ?? "", paint: theme.dim },
      { text: String(entry.line), align: "right", paint: theme.dim },
      { text: entry.text.trimEnd().split("\n")[0] ?? "" },
    ];
  });
  const heads = ["commit", "day", "reason", "actor", "origin", "session", "line", "entry"];
  return table(heads, rows, theme) + groundLines(answer.entries, theme) + cutLines(answer.entries, theme);
}

/** As git marks it: the history that is here begins with this commit, which need not have written the entry. */
function hashOf({ isCut }: BlamedEntry, commit: string): string {
  return isCut === true ? `^${commit.slice(0, 8)}` : commit.slice(0, 8);
}

function cutLines(entries: readonly BlamedEntry[], theme: Theme): string {
  const cut = entries.find(({ isCut }) => isCut === true)?.commit ?? null;
  if (cut === null) return "";
  const says = `This clone is shallow: its history ends at ${cut.commit.slice(0, 8)}, and an entry marked ^ may be older, and of somebody else. Fetch the rest with: git fetch --unshallow`;
  return wrapped(says, 0, theme);
}

/** What was said more than once, which no entry is written anew for. */
function saidLines(
  entries: readonly { readonly line: number; readonly said: Parameters<typeof saidLine>[0] | null }[],
  theme: Theme,
): string {
  return entries
    .map(({ line, said }) =>
      said === null || said.times < 2 ? "" : `${theme.yellow(`line ${line}`)}  said ${saidLine(said)}\n`,
    )
    .join("");
}

function reasonOf({ commit, by }: BlamedEntry): string {
  if (commit === null) return "on disk only";
  return by?.reason ?? "by hand";
}

/** What does not fit beside an entry: the evidence of each commit once, and the ways entries came from other files. */
function groundLines(entries: readonly BlamedEntry[], theme: Theme): string {
  const lines = new Set<string>();
  for (const { commit, by, moved } of entries) {
    if (commit !== null && by !== null && by.evidence.length > 0) {
      lines.add(`${theme.yellow(commit.commit.slice(0, 8))}  evidence ${visibleLine(by.evidence.join(", "))}\n`);
    }
    for (const move of moved) {
      lines.add(`${theme.yellow(move.commit.slice(0, 8))}  moved here from ${visibleLine(move.from)}\n`);
    }
  }
  return [...lines].join("");
}

const limitMax = 100_000;

export async function runLog(call: Call): Promise<Outcome<Reply>> {
  const limit = positiveWhole(textOption(call, "limit") ?? "20", "--limit", limitMax);
  if (!limit.ok) return limit;
  return withSession(call, "read", async (workspace) => {
    const query = { page: call.args[0] ?? null, limit: limit.value, session: textOption(call, "session") };
    const grounds = call.options.trailers === true ? trailerLines : groundsLine;
    return replied(await log(workspace, query), { out: (answer, theme) => renderLog(answer, grounds, theme) });
  });
}

type Grounds = (row: LogRow, theme: Theme) => string;

function renderLog(answer: LogAnswer, grounds: Grounds, theme: Theme): string {
  if (answer.entries.length === 0) return "No commit yet.\n";
  return answer.entries.map((row) => `${commitLine(row, 0, theme)}\n${grounds(row, theme)}`).join("");
}

function trailerLines(row: LogRow, theme: Theme): string {
  const lines = Object.entries(row.trailers).flatMap(([key, values]) => values.map((value) => `${key}: ${value}`));
  return lines.map((line) => `          ${theme.dim(visibleLine(line))}\n`).join("");
}

/** The trailers a person asks for first; `--json` and `git log` have them all. */
const told: readonly (readonly [trailer: string, word: string])[] = [
  ["Pagefile-Page", ""],
  ["Pagefile-Actor", "by "],
  ["Pagefile-Origin", "origin "],
  ["Pagefile-Session", "session "],
  ["Pagefile-Evidence", "evidence "],
];

function groundsLine(row: LogRow, theme: Theme): string {
  const parts = told.flatMap(([trailer, word]) => {
    const values = [...new Set(row.trailers[trailer] ?? [])];
    if (trailer === "Pagefile-Page" && values.length > 3) return [count(values.length, "page")];
    return values.length === 0 ? [] : [`${word}${values.join(", ")}`];
  });
  if (parts.length === 0) return "";
  const lines = wrapped(parts.join(" · "), 10, theme).trimEnd().split("\n");
  return lines.map((line) => `${theme.dim(line)}\n`).join("");
}

export function runDiff(call: Call): Promise<Outcome<Reply>> {
  return withSession(call, "read", async (workspace) => {
    const session = textOption(call, "session");
    const query = { page: call.args[0] ?? null, from: textOption(call, "from"), to: textOption(call, "to"), session };
    return replied(await diff(workspace, query), { out: renderDiff, notes: summary });
  });
}

function renderDiff(answer: DiffAnswer, theme: Theme): string {
  return answer.files
    .map((file) => {
      const patch = visible(file.patch);
      const lines = (patch.endsWith("\n") ? patch.slice(0, -1) : patch).split("\n");
      return lines.map((line) => `${painted(line, theme)}\n`).join("");
    })
    .join("");
}

function painted(line: string, theme: Theme): string {
  if (line.startsWith("+++") || line.startsWith("---") || line.startsWith("diff ")) return theme.bold(line);
  if (line.startsWith("@@")) return theme.cyan(line);
  if (line.startsWith("+")) return theme.green(line);
  return line.startsWith("-") ? theme.red(line) : line;
}

function summary(answer: DiffAnswer, theme: Theme): string {
  const sides = `${visibleLine(answer.from)} → ${visibleLine(answer.to)}`;
  if (answer.files.length === 0) return `${theme.dim(`${sides}: no page differs`)}\n`;
  const added = answer.files.reduce((sum, file) => sum + file.added, 0);
  const removed = answer.files.reduce((sum, file) => sum + file.removed, 0);
  return `${theme.dim(`${sides}: ${count(answer.files.length, "file")}, +${added} -${removed}`)}\n`;
}

const named = ["entry", "commit", "source", "page"] as const;

export async function runPurge(call: Call): Promise<Outcome<Reply>> {
  const request = requestOf(call);
  if (!request.ok) return request;
  return withWorkspace(call, async (workspace) => {
    const global = globalIn(workspace);
    const memories = [workspace.primary, ...(global === null ? [] : [global])];
    return withPurgeStores(call, memories, async (stores) => {
      if (request.value === "resume") {
        const done = await eachOf(stores, ({ memory, host }) => resumePurge(memory, host));
        return done.ok ? resumeReply(done.value) : done;
      }
      return replied(await purge(stores, request.value), {
        out: renderPurge,
        notes: (answer, theme) =>
          notesOf(answer)
            .map((each) => wrapped(each, 0, theme))
            .join(""),
        isBad: (answer) =>
          isDoneElsewhere(answer) ||
          [answer, ...(answer.also ?? [])].some(({ others, left }) => others.length > 0 || left > 0),
      });
    });
  });
}

/** Of all memories in one; nothing is finished while a remote branch holds what was purged. */
function resumeReply(all: readonly ResumeAnswer[]): Outcome<Reply> {
  const [remotes, held] = [all.flatMap((each) => each.remotes), all.flatMap((each) => each.held)];
  const beyond = [...new Set(all.flatMap((each) => each.beyond))];
  const left = all.reduce((sum, each) => sum + each.left, 0);
  const resumed = all.some((each) => each.resumed);
  const names = fewOf(held.map(({ ref }) => ref.replace(/^refs\/remotes\//, "")));
  const waits =
    names === ""
      ? `${count(left, "object")} of it ${left === 1 ? "is" : "are"} in use; try again later`
      : `${names} still ${held.length === 1 ? "holds" : "hold"} what was purged`;
  const isOpen = held.length > 0 || left > 0;
  return replied(ok({ resumed, remotes, held, left, beyond }), {
    out: (_, theme) =>
      isOpen
        ? `${theme.yellow("waits")}  ${visibleLine(waits)}\n`
        : resumed
          ? `${theme.green("finished")}\n`
          : "no purge waits to be finished\n",
    notes: (answer, theme) => answer.beyond.map((each) => wrapped(each, 0, theme)).join(""),
    isBad: () => isOpen,
    onQuiet: "drop",
  });
}

/** Whether nothing is left to purge here, and a remote branch holds it all the same. */
function isDoneElsewhere({ commit, commits, files, state, remotes }: PurgeAnswer): boolean {
  return commit === null && commits.length + files.length + state.length === 0 && remotes.length > 0;
}

/** Each with what reads and what rewrites it. */
function withPurgeStores(
  call: Call,
  memories: readonly Memory[],
  use: (stores: readonly PurgeStore[]) => Promise<Outcome<Reply>>,
): Promise<Outcome<Reply>> {
  const [memory, ...others] = memories;
  if (memory === undefined) return use([]);
  return closing(wirePurge(memory.root, call.env), async (host) =>
    closing(await wireAudit(memory.root, call.env), (audit) =>
      withPurgeStores(call, others, (stores) => use([{ memory, audit, host }, ...stores])),
    ),
  );
}

function notesOf({ beyond, also = [] }: PurgeAnswer): readonly string[] {
  return [...new Set([...beyond, ...also.flatMap((each) => each.beyond)])];
}

function requestOf(call: Call): Outcome<PurgeRequest | "resume"> {
  const { matchSecret, resume, yes } = call.options;
  const given = named.flatMap((kind) => {
    const name = textOption(call, kind);
    return name === null ? [] : [{ kind, name, yes: yes === true }];
  });
  const all: (PurgeRequest | "resume")[] = [...given];
  if (matchSecret === true) all.push({ kind: "secret", name: "", yes: yes === true });
  if (resume === true) all.push("resume");
  const [request] = all;
  if (request === undefined || all.length > 1) {
    return err(
      usage(
        `${all.length === 0 ? "Nothing to purge was" : `${all.length} things to purge were`} named; exactly one was expected.`,
        "One of --entry DIGEST, --commit REVISION, --source ID, --page ID, --match-secret, --resume.",
      ),
    );
  }
  const wrong = request !== "resume" && request.kind === "entry" && !/^[0-9a-f]{16}$/.test(request.name);
  if (!wrong) return ok(request);
  return err(usage("An entry is named by its 16 hex digits.", "Read them with: pagefile blame PAGE --json"));
}

function renderPurge(answer: PurgeAnswer, theme: Theme): string {
  const { also = [], dryRun } = answer;
  const others = also.flatMap((each) => each.others);
  const beside = also.map((each) => `${theme.bold(visibleLine(each.memory))}  ${purgedLines(each, theme)}`);
  const isSome = [answer, ...also].some(
    ({ commits, files, state }) => commits.length + files.length + state.length > 0,
  );
  const next = dryRun && isSome ? whatNext([...answer.others, ...others], theme) : "";
  return purgedLines(answer, theme) + beside.join("") + next;
}

function purgedLines(answer: PurgeAnswer, theme: Theme): string {
  const { pages, derived, cites, commits, files, state, others, left } = answer;
  const would = answer.dryRun && commits.length + files.length + state.length > 0;
  const head =
    answer.commit === null
      ? `${theme.yellow(would ? "would purge" : isDoneElsewhere(answer) ? "nothing to purge here" : "nothing to purge")}  ${count(commits.length, "commit")} rewritten, ${count(files.length, "file")} changed\n`
      : `${theme.green("purged")}  ${theme.yellow(answer.commit.slice(0, 8))}  ${count(commits.length, "commit")} rewritten\n`;
  const rows = pages.map(({ page, whole, entries, along }) => {
    const rest = along > 0 ? `, with ${count(along, "entry")} of other grounds` : "";
    const shown = entries.map((digest) => theme.dim(digest)).join(" ");
    return labeled(
      "page",
      `${theme.bold(visibleLine(page))}  ${whole ? `whole${rest}` : ""}  ${shown}`.trimEnd(),
      theme,
    );
  });
  const lines = [
    ...rows,
    ...derived.map(({ commit, why }) => labeled("commit", `${commit.slice(0, 10)}  ${visibleLine(why)}`, theme)),
    ...cites.map((commit) =>
      labeled("cites it", `${commit.slice(0, 10)}  stays; purge --commit takes it out`, theme),
    ),
    ...answer.kinds.map((kind) => labeled("secret", visibleLine(kind), theme)),
    ...state.map((name) => labeled("state", visibleLine(name), theme)),
    ...others.map((name) => labeled(theme.red("also in"), `${visibleLine(name)}  which is not rewritten`, theme)),
  ];
  const end =
    left > 0 ? `${theme.red("left")}  ${count(left, "object")} still ${left === 1 ? "holds" : "hold"} it\n` : "";
  return head + lines.join("") + end;
}

function whatNext(others: readonly string[], theme: Theme): string {
  if (others.length === 0) return `${theme.dim("Nothing was changed. The same command with --yes does it.")}\n`;
  const says =
    "Nothing was changed, and with --yes it is refused while others reach it. Delete them, or take it out of them, first:";
  return wrapped(says, 0, theme) + others.map((name) => `  ${visibleLine(deletionOf(name))}\n`).join("");
}

/** The command of git that does away with a ref, a stash or a work tree. */
function deletionOf(name: string): string {
  const below = (folder: string): string => shellWord(name.slice(folder.length));
  if (name.startsWith("refs/heads/")) return `git branch -D ${below("refs/heads/")}`;
  if (name.startsWith("refs/tags/")) return `git tag -d ${below("refs/tags/")}`;
  if (name.startsWith("stash@")) return `git stash drop ${shellWord(name)}`;
  if (name.startsWith("worktree ")) return `git worktree remove ${below("worktree ")}`;
  return `git update-ref -d ${shellWord(name)}`;
}

export async function runVerify(call: Call): Promise<Outcome<Reply>> {
  const wrong = misused(call);
  if (wrong !== null) return err(wrong);
  if (call.options.history === true) return runHistory(call);
  return withWorkspace(call, async (workspace) => {
    return replied(await verify(workspace), {
      out: renderVerify,
      isBad: ({ differences, findings }) =>
        differences.length > 0 || findings.some(({ severity }) => severity === "error"),
    });
  });
}

function misused(call: Call): Failure | null {
  const { history, since, attest, accept } = call.options;
  const only = [
    since !== undefined && "--since REVISION",
    attest === true && "--attest",
    accept === true && "--accept",
  ];
  const given = only.find((each) => each !== false);
  if (history !== true && given !== undefined) {
    const whole = given === "--accept" ? "--attest --accept" : given;
    return usage(`${given} says how the history is verified.`, `Ask for that: pagefile verify --history ${whole}`);
  }
  if (accept !== true || attest === true) return null;
  return usage(
    "--accept says to attest in spite of findings.",
    "Say both: pagefile verify --history --attest --accept",
  );
}

function runHistory(call: Call): Promise<Outcome<Reply>> {
  const attest: HistoryQuery["attest"] =
    call.options.attest !== true ? "leave" : call.options.accept === true ? "accept" : "clean";
  return withWorkspace(call, async ({ primary }) =>
    closing(await wireAudit(primary.root, call.env), async (host) =>
      replied(await verifyHistory(primary, host, { since: textOption(call, "since"), attest }), {
        out: historyLines,
        notes: historyNotes,
        isBad: ({ findings }) => attest !== "accept" && findings.length > 0,
      }),
    ),
  );
}

function renderVerify(answer: VerifyAnswer, theme: Theme): string {
  const words = {
    equal: "the index is what a rebuild gives",
    rebuilt: "the index was missing or damaged and was made again",
  };
  const differs = answer.differences.length > 0;
  const mark = differs ? theme.red("✗") : theme.green("✓");
  const says = differs
    ? `the index differs from a rebuild in ${count(answer.differences.length, "place")}`
    : words[answer.index];
  const differences = answer.differences.map((each) => `  ${visibleLine(each)}\n`).join("");
  const findings =
    answer.findings.length === 0 ? `${theme.green("✓")} no findings\n` : findingLines(answer.findings, theme);
  return `${mark} ${count(answer.pages, "page")}: ${says}\n${differences}${findings}`;
}

export async function runUndo(call: Call): Promise<Outcome<Reply>> {
  const [what = ""] = call.args;
  const says = `“${what}” cannot be undone as a whole; a night can.`;
  if (what !== "night") return err(usage(says, "pagefile undo night, or pagefile revert COMMIT for one commit"));
  return withWorkspace(call, async (workspace) => {
    const done = await undoNight(workspace.primary, envelopeOf(call), commitOptions(call));
    const reply = patchReply(done);
    if (!done.ok || !reply.ok) return reply;
    const { night, kind, taken } = done.value;
    const taking = `took back ${kind === "accepted" ? "what was accepted on" : "the night of"} ${night}, ${count(taken.length, "commit")}`;
    const says = `${taking}; what it promoted stays out from now on, and your own words stay\n`;
    return ok({ ...reply.value, out: (theme) => `${reply.value.out?.(theme) ?? ""}${says}` });
  });
}

export function runRevert(call: Call): Promise<Outcome<Reply>> {
  return withSession(call, "read", async (workspace) => {
    const query = { revision: call.args[0] ?? "", envelope: envelopeOf(call) };
    return patchReply(await revert(workspace, query, commitOptions(call)));
  });
}
