/**
 * SessionNotes: what the events of a session so far tell the one that is handled now. It is read from a file of notes a session, and each event leaves a
 * note of its own there.
 */

import { closeSync, fstatSync, lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { shortDigest } from "../base/digest.js";
import { dayMs, type Oid } from "../base/ids.js";
import { type JsonObject, objectOf, parseLine, stableJson, textOf } from "../base/json.js";
import { limits } from "../base/limits.js";
import { conflictMark } from "../base/lines.js";
import { type Outcome, ok } from "../base/result.js";
import type { Call } from "../heard/work.js";
import { type Holder, service } from "../memory/service.js";
import { namesNoTask } from "../session/transcript/transcript.js";
import { attempt } from "../state/fs-calls.js";
import { lineNumber, readAt } from "../state/log.js";
import { appendTo, makeStateFolder, namesIn, openLinked, readDerived, replaceWhole } from "../state/plain-file.js";
import type { KeptResult } from "../write/evidence-blobs.js";

export interface SessionHistory {
  /** The note of the same event, where it was handled before. */
  readonly again: HarnessNote | null;
  /** Signatures of the tool calls since the last prompt that was assembled, in order. */
  readonly tools: readonly string[];
  /** Whether a tool was called as before since a prompt was decided on. */
  readonly repeats: boolean;
  /** Pages that prompts demanded since then. */
  readonly demanded: readonly string[];
  /** Files that tools touched since the last prompt, absolute; none where no page waits for one. */
  readonly touched: readonly string[];
  readonly watches: boolean;
  /** Results of tools that are kept and that the context holds, in order; twice as many as there may be pages of. */
  readonly results: readonly KeptResult[];
  /** Digest of the pages that the model has; null where it has none. */
  readonly given: string | null;
  /** Names of the lines that the context holds, and the commit up to which its pages are told of; null where none is known. */
  readonly has: ReadonlySet<string>;
  readonly told: Oid | null;
  /** The session's own pages as its last turn left them; null where nothing tells it. */
  readonly own: string | null;
  /** Where it began; null where nobody told. */
  readonly at: string | null;
  /** What was asked last, and before that. */
  readonly words: readonly string[];
  /** How the model's last answer ended; null where the harness did not tell. */
  readonly said: string | null;
  /** Whether that is the answer to what was asked last. */
  readonly answered: boolean;
  /** Whether what it once knew was lost to a summary. */
  readonly lost: boolean;
  /** Whether the model was asked in this turn to write down what it learned. */
  readonly nudged: boolean;
  /** Where the stretch without a new commit began; null before the first prompt. `head` is null until a turn ended in it. */
  readonly stretch: { readonly length: number; readonly head: Oid | null } | null;
  /** How long the transcript was when the model was asked last; 0 before that. */
  readonly asked: number;
  /** How much of the transcript was captured, in bytes. */
  readonly captured: number;
  /** How many tokens the context held at its last checkpoint; 0 before one. */
  readonly filled: number;
  /** How many prompts were assembled, and how many tools were called; of the calls the latest that touched a file or ran a command. */
  readonly prompts: number;
  readonly called: number;
  readonly calls: readonly Call[];
}

const nothing: SessionHistory = {
  ...{ again: null, given: null, told: null, own: null, said: null, stretch: null, at: null },
  ...{ tools: [], demanded: [], touched: [], results: [], words: [], has: new Set() },
  ...{ repeats: false, watches: false, nudged: false, lost: false, answered: true, asked: 0, captured: 0, filled: 0 },
  ...{ prompts: 0, called: 0, calls: [] },
};

export function historyFrom(notes: readonly HarnessNote[], key: string): SessionHistory {
  let history: SessionHistory = { ...nothing };
  for (const note of notes) history = after(history, note, key);
  return history;
}

function after(history: SessionHistory, note: HarnessNote, key: string): SessionHistory {
  const next = { ...history, ...(note.key === key ? { again: note } : {}) };
  switch (note.kind) {
    case "prompt": {
      const { calm, bare, lines, demanded, words, at = history.at } = note;
      const before = bare === true ? nothing : history;
      const waiting = calm === true ? [...history.demanded, ...(demanded?.split(" ") ?? [])] : [];
      return {
        ...next,
        ...(calm === true ? {} : { tools: [], repeats: false }),
        ...(words === undefined ? {} : { words: wordsAfter(history.words, words), answered: false }),
        ...{ given: note.given ?? before.given, told: note.told ?? before.told, demanded: waiting },
        has: lines === undefined ? before.has : new Set([...before.has, ...lines.split(" ")]),
        at,
        stretch: history.stretch ?? { length: note.length, head: null },
        ...{ nudged: false, watches: note.watches === true, touched: [], prompts: history.prompts + 1 },
      };
    }
    case "tool":
      return {
        ...next,
        tools: [...history.tools, note.signature],
        repeats: history.repeats || note.again === true,
        touched: history.watches ? [...history.touched, ...(note.touched ?? [])].slice(-limits.touchedFilesMax) : [],
        results: resultsAfter(history.results, note),
        called: history.called + 1,
        calls: callsAfter(history.calls, note),
      };
    case "stop":
      return {
        ...next,
        nudged: history.nudged || note.nudged,
        stretch: stretchAfter(history.stretch, note),
        asked: note.nudged ? note.length : history.asked,
        own: note.own ?? null,
        // A session that is left ends its last turn once more, and tells no answer then.
        said: note.said ?? (history.answered ? history.said : null),
        answered: true,
      };
    case "lost":
      return {
        ...{ ...next, given: null, has: new Set(), told: null, own: null, results: [], filled: 0, lost: true },
        captured: Math.max(history.captured, note.captured),
      };
    case "checkpoint":
      return { ...next, captured: Math.max(history.captured, note.captured), filled: note.filled };
    case "sum":
      return { ...nothing, ...note.history, has: new Set(note.history.has) };
    case "end":
      return next;
  }
}

/** The last words, and those before them that say what it is about: “continue” takes the place of none. */
function wordsAfter([last, before]: readonly string[], words: string): readonly string[] {
  if (last === undefined) return [words];
  return [words, before !== undefined && namesNoTask(last) ? before : last];
}

/** Whether something waits for a decision: a page that was demanded, or a call that was made before. */
export function isOpen({ demanded, repeats }: SessionHistory): boolean {
  return demanded.length > 0 || repeats;
}

/** Of calls and of demands that no decision has judged yet. */
const callsMax = 200;
const demandsMax = 16;

/** Whether so much waits that a turn ends with a decision: one costs twice as much as all else at the end of a turn, and shows nothing. */
export function isDue({ demanded, tools }: SessionHistory): boolean {
  return demanded.length >= demandsMax || tools.length >= callsMax;
}

/** The newest of a call stands for it. */
function resultsAfter(
  results: SessionHistory["results"],
  { signature, result }: HarnessNote & { readonly kind: "tool" },
): SessionHistory["results"] {
  const others = results.filter((one) => one.signature !== signature);
  return [...others, ...(result ? [{ ...result, signature }] : [])].slice(-limits.evidenceCallsMax);
}

function callsAfter(
  calls: SessionHistory["calls"],
  { signature, touched = [], ran }: HarnessNote & { readonly kind: "tool" },
): SessionHistory["calls"] {
  if (touched.length === 0 && ran === undefined) return calls;
  const [tool = ""] = signature.split(" ");
  return [...calls, { tool, files: touched, command: ran ?? null }].slice(-callsKeptMax);
}

const callsKeptMax = 300;

/** A commit begins a new one. */
function stretchAfter(
  stretch: SessionHistory["stretch"],
  { length, head }: HarnessNote & { readonly kind: "stop" },
): SessionHistory["stretch"] {
  const isNew = stretch === null || (stretch.head !== null && stretch.head !== head);
  return isNew ? { length, head } : { ...stretch, head };
}

/** The same knowledge in one note, and the note that comes after it, for a file that has grown long. */
export function condensed(history: SessionHistory, next: HarnessNote): readonly HarnessNote[] {
  const { again: _, has, ...rest } = history;
  return [{ key: "", kind: "sum", history: { ...rest, has: [...has] } }, next];
}

/** One name for a line, however it is marked, on a page or in a log. */
export function nameOfLine(line: string): string {
  return shortDigest(asTyped(line).replace(/\s+/g, " ").trim().toLowerCase(), 8);
}

/** Without our mark of a conflict, and without what the log of a session calls it: `Told: …`. Any other word in front of a colon says of what the line is: `Porto: 9:00`. */
export function asTyped(line: string): string {
  return line.replace(conflictMark, "").replace(/^(?:[-*+] )?(?:Asked|Decided|Corrected|Said|Told|Open): /, "");
}

// HarnessNotes on disk: a file of JSON lines a session, appended by one write each.

export type HarnessNotes = ReturnType<typeof openHarnessNotes>;

/** `dir` belongs to one memory root and is made when first written. */
export function openHarnessNotes(dir: string) {
  const fileOf = (session: string): string => join(dir, `${shortDigest(session, 32)}.jsonl`);
  const write = (session: string, notes: readonly HarnessNote[], how: typeof appendTo): Outcome<void> =>
    attempt(`write the notes of a session in ${dir}`, () => {
      makeStateFolder(dir);
      how(fileOf(session), notes.map((note) => `${stableJson(note)}\n`).join(""));
    });
  return {
    /** The oldest first; what is no note is left out. */
    read: (session: string): Outcome<readonly HarnessNote[]> =>
      attempt(`read the notes of a session in ${dir}`, () => {
        const lines = (readDerived(fileOf(session)) ?? "").split("\n");
        return lines.map(parseLine).filter((note) => note !== null && isNote(note)) as unknown as HarnessNote[];
      }),
    /** At the end, by one write, so that processes side by side lose none. */
    add: (session: string, note: HarnessNote): Outcome<void> => write(session, [note], appendTo),
    /** Takes the place of all notes of the session. */
    replace: (session: string, notes: readonly HarnessNote[]): Outcome<void> => write(session, notes, replaceWhole),
    /** Notes that nobody has added to for so many days are removed. */
    sweep: (daysMax: number): Outcome<void> =>
      attempt(`remove old notes of sessions in ${dir}`, () =>
        removeOlder(dir, "", { ms: daysMax * dayMs, now: Date.now() }),
      ),
  };
}

/** Removes the files in a folder whose names end so and that were last written longer ago. */
export function removeOlder(
  folder: string,
  end: string,
  { ms, now }: { readonly ms: number; readonly now: number },
): void {
  for (const name of namesIn(folder)) {
    const file = join(folder, name);
    const stat = name.endsWith(end) ? lstatSync(file, { throwIfNoEntry: false }) : undefined;
    if (stat?.isFile() === true && stat.mtimeMs < now - ms) rmSync(file, { force: true });
  }
}

/** A line that a crash cut short, or that another version wrote, says nothing. */
function isNote(note: JsonObject): boolean {
  const shape = textOf(note.key) === null ? undefined : shapes[String(note.kind) as HarnessNote["kind"]];
  return shape !== undefined && Object.entries(shape).every(([key, check]) => check(note[key]));
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isLength: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isFlag: Check = (value) => typeof value === "boolean";
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isResult: Check = (value) => {
  const { tool, call, digest, bytes } = objectOf(value) ?? {};
  return [tool, call, digest].every(isText) && isLength(bytes);
};
/** Older programs kept none. */
const isWork = ({ prompts = 0, called = 0, calls = [] }: JsonObject): boolean => {
  const isCall: Check = (value) => {
    const { tool, files, command } = objectOf(value) ?? {};
    return isText(tool) && isTexts(files) && (command === null || isText(command));
  };
  return isLength(prompts) && isLength(called) && Array.isArray(calls) && calls.every(isCall);
};
const isHistory: Check = (value) => {
  const { has, tools, demanded, touched, results, ...rest } = objectOf(value) ?? {};
  const isSound = [has, tools, demanded, touched].every(isTexts) && Array.isArray(results) && results.every(isResult);
  return isSound && [rest.asked, rest.captured, rest.filled].every(isLength) && isWork(rest);
};
const or =
  (other: null | undefined, check: Check): Check =>
  (value) =>
    value === other || check(value);

const [maybe, marked] = [or(undefined, isText), or(undefined, isFlag)];
const shapes: Readonly<Record<HarnessNote["kind"], Readonly<Record<string, Check>>>> = {
  prompt: {
    ...{ given: or(null, isText), length: isLength, lines: maybe, told: maybe, demanded: maybe },
    ...{ calm: marked, bare: marked, watches: marked, words: maybe, at: maybe },
  },
  tool: {
    ...{ signature: isText, again: marked, touched: or(undefined, isTexts), ran: maybe },
    result: or(undefined, or(null, isResult)),
  },
  stop: { nudged: isFlag, length: isLength, head: or(null, isText), own: maybe, said: maybe },
  lost: { captured: isLength },
  checkpoint: { captured: isLength, filled: isLength },
  sum: { history: isHistory },
  end: {},
};

// HarnessNotes: what the events of a harness's session leave for those that come after, each in a process of its own.

/** One event that was handled. Losing notes costs a repetition in a prompt and nothing else: what must last is in commits. */
export type HarnessNote = {
  /** Names the event: the same one told again has the same key. */
  readonly key: string;
} & (
  | {
      /** A prompt was assembled; `given` is the digest of what the model got, null where it had that before. */
      readonly kind: "prompt";
      readonly given: string | null;
      /** How long the transcript was then, in bytes. */
      readonly length: number;
      /** Names of the lines that this put into the context, with spaces between, and the commit that its pages are told of up to. */
      readonly lines?: string | undefined;
      readonly told?: Oid | undefined;
      /** Pages that answered it, with spaces between, where nothing was decided. */
      readonly demanded?: string | undefined;
      /** The context held nothing of what was given before. */
      readonly bare?: true | undefined;
      /** Nothing was assembled, because the context has its pages: the calls before it are judged with the next prompt that is. */
      readonly calm?: true;
      /** How the prompt began, without secrets. */
      readonly words?: string | undefined;
      /** Where the session began: work on one thing goes on in its folder. */
      readonly at?: string | undefined;
      /** A page waits for a file to be touched: what the tools of this turn touch is looked at. */
      readonly watches?: true | undefined;
    }
  | {
      readonly kind: "tool";
      /** The signature of the call, without secrets. */
      readonly signature: string;
      /** The same was called before: whether the model had its result in the context is to be judged. */
      readonly again?: true | undefined;
      /** Its result, where that is kept; absent in the notes of versions that kept none. */
      readonly result?: Omit<KeptResult, "signature"> | null;
      /** Files that it touched, absolute. */
      readonly touched?: readonly string[] | undefined;
      /** The command that it ran, where that is one line without secrets. */
      readonly ran?: string | undefined;
    }
  | {
      readonly kind: "stop";
      readonly nudged: boolean;
      readonly length: number;
      readonly head: Oid | null;
      /** Names the session's own pages, where they had nothing to be taken in; absent otherwise. */
      readonly own?: string | undefined;
      /** How the model's answer ended, without secrets. */
      readonly said?: string | undefined;
    }
  /** The context is about to be lost: nothing that was given stands any longer. */
  | { readonly kind: "lost"; readonly captured: number }
  /** The context was found as full as that, and what a summary would take is on disk. */
  | { readonly kind: "checkpoint"; readonly captured: number; readonly filled: number }
  /** What all notes before it tell, in their place; of the oldest calls only how many they were. */
  | {
      readonly kind: "sum";
      readonly history: Omit<SessionHistory, "again" | "has"> & { readonly has: readonly string[] };
    }
  | { readonly kind: "end" }
);

export interface SessionNotes {
  readonly history: SessionHistory;
  readonly keep: (note: NoteOf) => Outcome<void>;
}

/** A note without the key of its event. */
type NoteOf = HarnessNote extends infer Each ? (Each extends HarnessNote ? Omit<Each, "key"> : never) : never;

/** `notes` are read once: what other processes add meanwhile is of other events. */
export function sessionNotes(notes: HarnessNotes, session: string, key: string): Outcome<SessionNotes> {
  const read = notes.read(session);
  if (!read.ok) return read;
  const history = historyFrom(read.value, key);
  const bytes = read.value.reduce((sum, note) => sum + JSON.stringify(note).length + 1, 0);
  return ok({
    history,
    keep(note) {
      const next = { ...note, key } as HarnessNote;
      if (bytes < limits.harnessNotesBytesMax) return notes.add(session, next);
      return notes.replace(session, condensed(history, next));
    },
  });
}

/** What the events of a memory's sessions left; below the git dir, never pushed. */
export const harnessNotesOf: (holder: Holder) => HarnessNotes = service(({ place }) =>
  openHarnessNotes(join(place.state, "harness")),
);

/** Whether a session is a talk: a tool was called in fewer than every other of its prompts. Nobody can tell of one that left no notes. */
export function talksOf(holder: Holder): (session: string) => boolean {
  return (session) => {
    const notes = harnessNotesOf(holder).read(session);
    const { prompts, called } = historyFrom(notes.ok ? notes.value : [], "");
    return prompts > 2 * called;
  };
}

/** The transcript as far as it is looked at: a file that grows while the event is handled. */
export interface TranscriptView {
  /** In bytes; 0 where there is none. */
  readonly length: number;
  /** The whole lines from this byte on, and the number of the first. */
  lines(from: number): { readonly lines: readonly string[]; readonly first: number };
  /** The whole lines in the last quarter of a megabyte, the newest last. */
  last(): readonly string[];
}

const lastBytes = 262_144;

/** As it is now: what is written behind this length belongs to the next event. A file that cannot be read is an empty one. */
export function viewTranscript(path: string | null): TranscriptView {
  const length = withFile(path, 0, (file) => {
    const stat = fstatSync(file);
    return stat.isFile() ? stat.size : 0;
  });
  const linesFrom = (file: number, from: number): readonly string[] =>
    readAt(file, from, length).toString("utf8").split("\n");
  return {
    length,
    lines(from) {
      const none = { lines: [], first: 1 };
      // A transcript beyond this is captured by its end alone: its lines would then have no numbers.
      if (length <= from || length > limits.harnessTranscriptBytesMax) return none;
      return withFile(path, none, (file) => ({ lines: linesFrom(file, from), first: lineNumber(file, from) }));
    },
    last() {
      const from = Math.max(0, length - lastBytes);
      const lines = withFile(path, [], (file): readonly string[] => linesFrom(file, from));
      return from === 0 ? lines : lines.slice(1);
    },
  };
}

function withFile<T>(path: string | null, fallback: T, use: (file: number) => T): T {
  let file: number;
  try {
    if (path === null) return fallback;
    file = openLinked(path);
  } catch {
    return fallback;
  }
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}
