/** LedgerFile: the ledger of nights as one file of JSON lines, each durable before anything is done on its strength. */

import { closeSync, constants, fstatSync, fsyncSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { ok } from "../base/result.js";
import type { Ledger } from "../port/ledger.js";
import { type LedgerRow, parseRow, printRow } from "../upkeep/calendar-row.js";
import { attempt } from "./fs-calls.js";
import { syncFolder } from "./staging-file.js";
import { readOrNull } from "./staging-read.js";

/** The file is made with the first row. A line that a crash tore stays as it is: the next row begins a line of its own. */
export function openLedger(file: string): Ledger {
  return {
    read() {
      const text = attempt("read the ledger of nights", () => readOrNull(file));
      if (!text.ok) return text;
      const lines = (text.value ?? "").split("\n").filter((line) => line !== "");
      const rows = lines.map(parseRow).filter((row): row is LedgerRow => row !== null);
      return ok({ rows, damaged: lines.length - rows.length });
    },
    append: (row) => attempt("write the ledger of nights", () => append(file, printRow(row))),
  };
}

function append(file: string, line: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const { O_RDWR, O_CREAT, O_APPEND, O_NOFOLLOW = 0 } = constants;
  const fd = openSync(file, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600);
  try {
    const { size } = fstatSync(fd);
    const bytes = Buffer.from(size > 0 && !endsLine(fd, size) ? `\n${line}` : line);
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    fsyncSync(fd);
    if (size === 0) syncFolder(dirname(file));
  } finally {
    closeSync(fd);
  }
}

function endsLine(fd: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return readSync(fd, last, 0, 1, size - 1) === 1 && last[0] === 0x0a;
}
