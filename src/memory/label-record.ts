/**
 * LabelRecord: what was ever said here of the origin of texts, kept beside the history as one file of JSON lines that only grows: what a rewritten
 * history forgot is not trusted.
 */

import { lstatSync } from "node:fs";
import { dirname } from "node:path";
import { objectOf, parseLine, textOf } from "../base/json.js";
import { limits } from "../base/limits.js";
import { err, type Outcome, ok } from "../base/result.js";
import { origins } from "../page/page.js";
import { attempt, errnoOf } from "../state/fs-calls.js";
import { appendDurably, isForeign, makeStateFolder, readPlainText } from "../state/plain-file.js";
import { emptySum, type OriginSum } from "./labels.js";

// It holds digests, no words. It is read as a plain file of ours up to a limit: a link, a pipe or a file that is too large is a failure,
// never an empty record, because whoever could empty the record could make words of strangers the user's.

export type LabelRecord = ReturnType<typeof openLabelRecord>;

export function openLabelRecord(file: string) {
  let known: { readonly stamp: string; readonly sum: OriginSum } = { stamp: "", sum: emptySum };
  return {
    /** The same object as long as nothing was added. */
    read(): Outcome<OriginSum> {
      const text = attempt(`read ${file}`, () => readText(file, known.stamp));
      if (!text.ok) return text;
      if (text.value === "same") return ok(known.sum);
      if (text.value === "strange") return notOurs(file);
      known = { stamp: text.value.stamp, sum: parse(text.value.text) };
      return ok(known.sum);
    },
    /** Durable when it returns; two processes may add at once. */
    add(more: OriginSum): Outcome<void> {
      const lines = [
        ...more.labels.map(([item, origin, page]) => JSON.stringify({ item, origin, page })),
        ...more.approved.map((item) => JSON.stringify({ item, approved: true })),
      ];
      return lines.length === 0 ? ok(undefined) : attempt(`add to ${file}`, () => append(file, lines));
    },
  };
}

type Read = "same" | "strange" | { readonly stamp: string; readonly text: string };

function readText(file: string, stamp: string): Read {
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return { stamp: "", text: "" };
    const now = `${stat.ino} ${stat.size} ${stat.mtimeMs}`;
    return now === stamp ? "same" : { stamp: now, text: readPlainText(file, limits.labelRecordBytesMax) };
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || hasNoFolder(error, file)) return { stamp: "", text: "" };
    if (isForeign(error)) return "strange";
    throw error;
  }
}

/** A plain file where the folder would be keeps no record and hides none: as with the folder away, writing is what fails. */
function hasNoFolder(error: unknown, file: string): boolean {
  return errnoOf(error) === "ENOTDIR" && lstatSync(dirname(file)).isFile();
}

/** Durable, and a line that a crash cut short is closed by the next one. */
function append(file: string, lines: readonly string[]): void {
  makeStateFolder(dirname(file));
  appendDurably(file, `\n${lines.join("\n")}\n`);
}

function parse(text: string): OriginSum {
  const labels: OriginSum["labels"][number][] = [];
  const approved: string[] = [];
  for (const line of text.split("\n")) {
    const said = line === "" ? null : objectOf(parseLine(line));
    const item = textOf(said?.item);
    if (item === null || said === null) continue;
    if (said.approved === true) approved.push(item);
    else labels.push([item, origins.find((origin) => origin === said.origin) ?? "web", textOf(said.page) ?? "-"]);
  }
  return { labels, approved };
}

function notOurs(file: string): Outcome<never> {
  const says = `${file} is no plain file of Pagefile's, or is larger than ${limits.labelRecordBytesMax} bytes.`;
  return err({
    code: "corrupt",
    says,
    hint: "Move it away if it is not Pagefile's; labels are then read from the history alone.",
  });
}
