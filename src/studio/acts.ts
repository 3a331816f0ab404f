/**
 * Acts: what a person does in the studio, each as the command line that does the same. The line is not a likeness: the studio runs it, through the
 * same parsing, judging and commit as if it had been typed, and shows it. What a person wrote reaches a command behind `--` or by standard input,
 * so that no text can be taken for an option.
 *
 * A whole page from the studio's editor goes the way of `pagefile edit`: onto the disk first, and from there it is judged as a commit by hand is and
 * committed as the person's edit. It reaches the disk only where the file still is what the person saw. What is refused is taken
 * off the disk again, and stays in the person's editor.
 */

import { join } from "node:path";
import { limits } from "../base/limits.js";
import { type Outcome, ok } from "../base/result.js";
import { shellArgument } from "../base/text.js";
import { withLock } from "../git/locks/locks.js";
import { actorOf, isPerson } from "../memory/actor.js";
import { openFile } from "../memory/memory.js";
import { locate, type Workspace } from "../memory/workspace.js";
import { commitEdit } from "../session/pages/edits.js";
import type { ActAnswer } from "./shape.js";

/** A command line: its options, its words, and the word that is given by standard input instead, so that any text may stand there. */
export interface Line {
  readonly command: string;
  readonly options: readonly string[];
  readonly words: readonly string[];
  readonly stdin: string | null;
}

/** Words by name, as they came from the page. */
type Words = Readonly<Record<string, string>>;
type Maker = (words: Words) => Line;

function line(command: string, words: readonly (string | undefined)[], options: readonly string[] = []): Line {
  return { command, options, words: words.map((word) => word ?? ""), stdin: null };
}

/** `--because=…`, or nothing where the person gave no reason. */
function because({ because: why }: Words): readonly string[] {
  return why === undefined || why.trim() === "" ? [] : [`--because=${why}`];
}

function withText(
  command: string,
  words: readonly (string | undefined)[],
  text: string | undefined,
  options: readonly string[] = [],
): Line {
  return { ...line(command, words, options), stdin: text ?? "" };
}

/** Numbers of a proposal: `1 3`. */
function numbersIn({ numbers = "" }: Words): readonly string[] {
  return numbers.split(/\s+/).filter((each) => each !== "");
}

const makers: Readonly<Record<string, Maker>> = {
  append: ({ page, text }) => withText("append", [page], text),
  correct: (words) =>
    withText("correct", [words.page], words.text, [`--entry=${words.entry ?? ""}`, ...because(words)]),
  done: (words) => line("done", [words.page, words.entry], because(words)),
  rm: (words) => line("rm", [words.page, words.entry], because(words)),
  mv: (words) => line("mv", [words.page, words.entry], [`--to=${words.to ?? ""}`, ...because(words)]),
  set: ({ page, key, value, base }) => line("set", [page, key, value], [`--base=${base ?? ""}`]),
  setText: ({ page, key, value, base }) => line("set", [page, key, value], [`--base=${base ?? ""}`, "--string"]),
  archive: ({ page }) => line("archive", [page]),
  restore: ({ page }) => line("restore", [page]),
  revert: ({ commit }) => line("revert", [commit]),
  keep: ({ id }) => line("inbox", ["keep", id]),
  settle: (words) => line("inbox", ["settle", words.id], because(words)),
  reword: ({ id, text }) => line("inbox", ["edit", id, text]),
  approve: ({ what }) => line("approve", [what]),
  retry: ({ id }) => line("journal", ["retry", id]),
  dismiss: ({ id }) => line("journal", ["settle", id]),
  accept: (words) => line("night", ["accept", ...numbersIn(words)]),
  reject: (words) => line("night", ["reject", ...numbersIn(words)]),
  resolve: ({ page, side, entry, key }) =>
    line(
      "resolve",
      [page],
      [
        `--${["ours", "theirs", "both"].find((each) => each === side) ?? "as-is"}`,
        ...(entry === undefined ? [] : [`--entry=${entry}`]),
        ...(key === undefined ? [] : [`--key=${key}`]),
      ],
    ),
  undoNight: () => line("undo", ["night"]),
  tonight: () => line("nightly", [], ["--dry-run"]),
};

/** null where there is no such act. */
export function lineOf(act: string, words: Words): Line | null {
  return Object.hasOwn(makers, act) ? makers[act]!(words) : null;
}

/** What the program is given: `before` is what names the memory. */
export function argvOf({ command, options, words, stdin }: Line, before: readonly string[]): readonly string[] {
  return [...before, "--json", command, ...options, "--", ...words, ...(stdin === null ? [] : ["-"])];
}

/** What a person would type. */
export function shownOf({ command, options, words, stdin }: Line, before: readonly string[]): string {
  const said = stdin === null ? words : [...words, stdin];
  const guard = said.some((word) => word.startsWith("-")) ? ["--"] : [];
  return ["pagefile", ...before, command, ...options, ...guard, ...said].map(shellArgument).join(" ");
}

/** What names the memory, as it stands in a line. */
export function wordsOf(before: readonly string[]): string {
  return before.map((word) => `${shellArgument(word)} `).join("");
}

// Save: a whole page as a person left it.

interface Wish {
  readonly page: string;
  readonly text: string;
  /** The blob that the person saw. */
  readonly oid: string;
}

export function editLine(page: string, before: readonly string[]): string {
  return ["pagefile", ...before, "edit", page].map(shellArgument).join(" ");
}

export async function save(
  workspace: Workspace,
  { page, text, oid }: Wish,
  line: string,
): Promise<Outcome<ActAnswer>> {
  const refused = (says: string, hint: string): Outcome<ActAnswer> =>
    ok({ ok: false, line, says, hint, reason: null, commit: null });
  const located = locate(workspace, page);
  if (!located.ok) return located;
  const { memory, entry } = located.value;
  const actor = actorOf(memory.place.env, "human");
  if (!isPerson(actor)) return refused("An agent writes by patches, not in a person's editor.", "");
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > limits.pageBytesMax)
    return refused(`The page has ${bytes.length} bytes; at most ${limits.pageBytesMax} are allowed.`, "Split it.");
  const file = openFile(memory, entry);
  if (!file.ok) return file;
  const former = file.value?.text ?? null;
  if (former === null || entry.oid !== oid)
    return refused("The page was changed on disk since you opened it.", "Look at both, and save again.");
  // Two studios that replace one page at once would each commit, or take back, what the other put there.
  return withLock(join(memory.place.shared, "save"), { waitMs: 30_000 }, async () => {
    const put = await memory.store.replace([{ path: entry.path, before: entry.oid, bytes }]);
    if (!put.ok) return put;
    const envelope = { actor, origin: "user", session: null, evidence: [], id: null } as const;
    const done = await commitEdit(memory, { path: entry.path, envelope }, { detached: "refuse" });
    if (done.ok && done.value.state !== "refused") {
      const commit = done.value.state === "committed" ? done.value.commit : null;
      return ok({ ok: true, line, says: said[done.value.state], hint: "", reason: null, commit });
    }
    const back = new TextEncoder().encode(former);
    const undone = await memory.store.replace([{ path: entry.path, before: memory.store.idOf(bytes), bytes: back }]);
    if (!done.ok) return done;
    const hint = undone.ok
      ? "Nothing was written; your text is still in the editor."
      : "Your text is on disk, not committed.";
    return refused(done.value.state === "refused" ? done.value.why : "It was not committed.", hint);
  });
}

const said = {
  committed: "Committed as your edit.",
  local: "Saved on this disk alone, by its scope.",
  unchanged: "Nothing was changed.",
} as const;
