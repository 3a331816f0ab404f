/** HarnessNotes on disk: a file of JSON lines a session, appended by one write each. */

import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { shortDigest } from "../base/digest--digest.js";
import { stableJson } from "../base/json.js";
import { attempt } from "../state/fs-calls.js";
import { makeStateFolder } from "../state/plain-file--plain-folder.js";
import { appendTo, replaceWhole } from "../state/plain-file--plain-write.js";
import { namesIn, readDerived } from "../state/plain-file--staging-read.js";
import type { HarnessNote, HarnessNotes } from "./known--harness-notesx.js";

const dayMs = 86_400_000;

/** `dir` belongs to one memory root and is made when first written; `now` is the machine's time in milliseconds, as file times are. */
export function openHarnessNotes(dir: string, now: () => number = Date.now): HarnessNotes {
  const fileOf = (session: string): string => join(dir, `${shortDigest(session, 32)}.jsonl`);
  return {
    read: (session) => attempt(`read the notes of a session in ${dir}`, () => notesIn(fileOf(session))),
    latest: (session, fits) =>
      attempt(`read the notes of sessions in ${dir}`, () => {
        for (const file of newestFirst(dir)
          .filter((file) => file !== fileOf(session))
          .slice(0, lookedBackMax)) {
          const notes = notesIn(file);
          if (fits(notes)) return notes;
        }
        return null;
      }),
    add: (session, note) =>
      attempt(`add to the notes of a session in ${dir}`, () => {
        makeStateFolder(dir);
        appendTo(fileOf(session), `${stableJson(note)}\n`);
      }),
    replace: (session, notes) =>
      attempt(`write the notes of a session in ${dir}`, () => {
        makeStateFolder(dir);
        replaceWhole(fileOf(session), notes.map((note) => `${stableJson(note)}\n`).join(""));
      }),
    sweep: (daysMax) =>
      attempt(`remove old notes of sessions in ${dir}`, () => {
        for (const name of namesIn(dir)) {
          const file = join(dir, name);
          const stat = lstatSync(file, { throwIfNoEntry: false });
          if (stat?.isFile() === true && stat.mtimeMs < now() - daysMax * dayMs) rmSync(file, { force: true });
        }
      }),
  };
}

const lookedBackMax = 20;

function newestFirst(dir: string): readonly string[] {
  const files = namesIn(dir)
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => ({ file: join(dir, name), stat: lstatSync(join(dir, name), { throwIfNoEntry: false }) }));
  return files.sort((a, b) => (b.stat?.mtimeMs ?? 0) - (a.stat?.mtimeMs ?? 0)).map(({ file }) => file);
}

function notesIn(file: string): readonly HarnessNote[] {
  return (readDerived(file) ?? "").split("\n").flatMap((line) => noteOf(line) ?? []);
}

/** A line that a crash cut short, or that another version wrote, says nothing. */
function noteOf(line: string): HarnessNote | null {
  try {
    const value = JSON.parse(line) as Readonly<Record<string, unknown>> | null;
    return value !== null && isNote(value) ? (value as unknown as HarnessNote) : null;
  } catch {
    return null;
  }
}

function isResult(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  const { tool, call, digest, bytes } = value as Readonly<Record<string, unknown>>;
  return [tool, call, digest].every((text) => typeof text === "string") && Number.isSafeInteger(bytes);
}

function isBegun(value: Readonly<Record<string, unknown>>): boolean {
  const isRanges = (ranges: unknown): boolean =>
    Array.isArray(ranges) && ranges.every((pair) => Array.isArray(pair) && pair.every(Number.isSafeInteger));
  const { harness, session, cwd, transcript, length, head, unwritten, handed } = value;
  return (
    [harness, session].every((text) => typeof text === "string") &&
    [cwd, transcript, head].every((text) => text === null || typeof text === "string") &&
    Number.isSafeInteger(length) &&
    isRanges(unwritten) &&
    Array.isArray(handed) &&
    handed.every(
      (words) => typeof words?.session === "string" && typeof words.transcript === "string" && isRanges(words.ranges),
    )
  );
}

function isNote(value: Readonly<Record<string, unknown>>): boolean {
  const isLength = (length: unknown): boolean => Number.isSafeInteger(length) && (length as number) >= 0;
  const isText = (text: unknown): boolean => typeof text === "string";
  if (!isText(value.key)) return false;
  switch (value.kind) {
    case "prompt":
      return (
        (value.given === null || isText(value.given)) &&
        isLength(value.length) &&
        (value.standing === undefined || isText(value.standing)) &&
        (value.calm === undefined || value.calm === true)
      );
    case "tool":
      return isText(value.signature) && isResult(value.result);
    case "stop":
      return (
        typeof value.nudged === "boolean" &&
        isLength(value.length) &&
        (value.head === null || isText(value.head)) &&
        (value.own === undefined || isText(value.own))
      );
    case "lost":
      return isLength(value.captured);
    case "begin":
      return isBegun(value);
    default:
      return value.kind === "end";
  }
}
