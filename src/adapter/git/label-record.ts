/** LabelRecord adapter: one file of JSON lines below the git dir that only grows, a line a text. */

// It holds digests, no words. It is read as a plain file of ours up to a limit: a link, a pipe or a file that is too large is a failure,
// never an empty record, because whoever could empty the record could make words of strangers the user's.

import { closeSync, constants, fstatSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { Outcome } from "../../base/failure.js";
import { limits } from "../../base/limits.js";
import { err, ok } from "../../base/result.js";
import { origins } from "../../page/page.js";
import type { LabelRecord } from "../../port/label-record.js";
import { objectOf, parseLine, textOf } from "../../transcript/json-line.js";
import { emptySum, type OriginSum } from "../../writeback/origin/labels.js";
import { attempt, errnoOf } from "../fs-calls.js";

const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

export function openLabelRecord(file: string): LabelRecord {
  let known: { readonly stamp: string; readonly sum: OriginSum } = { stamp: "", sum: emptySum };
  return {
    read() {
      const text = attempt(`read ${file}`, () => readText(file, known.stamp));
      if (!text.ok) return text;
      if (text.value === "same") return ok(known.sum);
      if (text.value === "strange") return notOurs(file);
      known = { stamp: text.value.stamp, sum: parse(text.value.text) };
      return ok(known.sum);
    },
    add(more) {
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
  let fd: number;
  try {
    fd = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "ENOENT") return { stamp: "", text: "" };
    if (errno === "ELOOP" || errno === "ENXIO") return "strange";
    throw error;
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile() || stat.size > limits.labelRecordBytesMax) return "strange";
    const now = `${stat.ino} ${stat.size} ${stat.mtimeMs}`;
    return now === stamp ? "same" : { stamp: now, text: readFileSync(fd, "utf8") };
  } finally {
    closeSync(fd);
  }
}

/** One write, so that lines of two processes do not mix; a line that a crash cut short is closed by the next one. */
function append(file: string, lines: readonly string[]): void {
  mkdirSync(dirname(file), { recursive: true });
  const fd = openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const bytes = Buffer.from(`\n${lines.join("\n")}\n`);
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
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
