/** LedgerFile: the ledger of nights as one file of JSON lines, each durable before anything is done on its strength. */

import { closeSync, constants, fstatSync, fsyncSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { ok } from "../../base/result--result.js";
import { attempt } from "../../state/fs-calls.js";
import { openPlain } from "../../state/plain-file.js";
import { makeStateFolder } from "../../state/plain-file--plain-folder.js";
import { writeAll } from "../../state/plain-file--plain-write.js";
import { syncFolder } from "../../state/plain-file--staging-file.js";
import { readOrNull } from "../../state/plain-file--staging-read.js";
import { type LedgerRow, parseRow, printRow } from "./calendar.js";
import type { Ledger } from "./calendar--ledger.js";

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
  makeStateFolder(dirname(file));
  const fd = openPlain(file, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND);
  try {
    const { size } = fstatSync(fd);
    writeAll(fd, size > 0 && !endsLine(fd, size) ? `\n${line}` : line);
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
