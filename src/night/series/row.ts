/** SeriesReader: the lines of a series as rows, and what is wrong with each line that is none. */

import type { LocalTime } from "../../base/clock.js";
import { limits } from "../../base/limits.js";
import { ok, type Result } from "../../base/result--result.js";
import { csvReader } from "./row--csv.js";
import { csvRow, jsonRow, noTime, type Row, timeColumn } from "./row--row.js";

export type SeriesFormat = "jsonl" | "csv";

/** What the lines since the last answer were. */
export type ReadRecord =
  | { readonly kind: "row"; readonly row: Row; readonly raw: Uint8Array }
  | { readonly kind: "wrong"; readonly says: string }
  /** A blank line, or the header row of a CSV file. */
  | { readonly kind: "header" | "blank"; readonly raw: Uint8Array };

export interface SeriesReader {
  /** A line with its line end, null for one that is too long; the record that it ends, or null where that goes on. */
  take(line: Uint8Array | null): ReadRecord | null;
}

/** Reads one file from its beginning. */
export function seriesReader(format: SeriesFormat, clock: (ms: number) => LocalTime): SeriesReader {
  const parse = format === "jsonl" ? jsonParse(clock) : csvParse(clock);
  return {
    take(line) {
      // A byte order mark goes wherever the row that it stood before is moved.
      const text = line === null ? null : (textOf(line)?.replace(/^\ufeff/, "") ?? null);
      return parse(line ?? new Uint8Array(), text, line === null ? tooLong : notText);
    },
  };
}

const tooLong = `it has more than ${limits.perceptionLineBytesMax} bytes`;
const notText = "it is not UTF-8";

type Parse = (raw: Uint8Array, text: string | null, wrong: string) => ReadRecord | null;

function jsonParse(clock: (ms: number) => LocalTime): Parse {
  return (raw, text, wrong) => {
    if (text === null) return { kind: "wrong", says: wrong };
    return text.trim() === "" ? { kind: "blank", raw } : told(jsonRow(text, clock), raw);
  };
}

function csvParse(clock: (ms: number) => LocalTime): Parse {
  const reader = csvReader();
  let open: Uint8Array[] = [];
  let openBytes = 0;
  let columns: { readonly header: readonly string[]; readonly time: number | null } | null = null;
  return (raw, text, wrong) => {
    openBytes += raw.length;
    if (text === null || openBytes > limits.perceptionLineBytesMax) {
      reader.drop();
      [open, openBytes] = [[], 0];
      return { kind: "wrong", says: text === null ? wrong : "a quote in it is not closed" };
    }
    const isBlank = open.length === 0 && text.trim() === "";
    const taken = isBlank ? ok([]) : reader.take(text);
    const record = taken.ok ? taken.value : [];
    if (record === null) {
      // The bytes of a line are good until the next is read.
      open.push(Uint8Array.from(raw));
      return null;
    }
    const whole = open.length === 0 ? raw : joined([...open, raw]);
    [open, openBytes] = [[], 0];
    if (isBlank) return { kind: "blank", raw };
    if (!taken.ok) return { kind: "wrong", says: taken.error };
    const isHeader = columns === null;
    columns ??= { header: record, time: timeColumn(record) };
    const { header, time } = columns;
    if (time === null) return { kind: "wrong", says: noTime };
    return isHeader ? { kind: "header", raw: whole } : told(csvRow(record, { header, time }, clock), whole);
  };
}

function told(read: Result<Row, string>, raw: Uint8Array): ReadRecord {
  return read.ok ? { kind: "row", row: read.value, raw } : { kind: "wrong", says: read.error };
}

/** A strict decoder takes several times as long, and is asked only where a byte may be none of a text. */
function textOf(line: Uint8Array): string | null {
  const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString("utf8");
  if (!text.includes("\ufffd")) return text;
  try {
    return strict.decode(line);
  } catch {
    return null;
  }
}

const strict: { decode(bytes: Uint8Array): string } = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
