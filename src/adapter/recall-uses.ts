/** RecallUses adapter: the uses of archived pages as one JSON file, replaced whole. */

import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { stableJson } from "../base/json.js";
import { ok } from "../base/result.js";
import type { RecallUses } from "../port/recall-uses.js";
import { attempt } from "./fs-calls.js";

/** Pages beyond this many that were not of use for the longest are forgotten. */
const pagesMax = 2_000;

/** `file` is machine-local. What is no such file counts as empty; two processes that add at once may lose one of the uses. */
export function openRecallUses(file: string): RecallUses {
  const write = (uses: ReadonlyMap<string, number>): ReturnType<RecallUses["forget"]> =>
    attempt(`keep the uses of archived pages in ${file}`, () => {
      mkdirSync(dirname(file), { recursive: true });
      const temporary = `${file}.${process.pid}`;
      writeFileSync(temporary, `${stableJson({ uses: [...uses].slice(-pagesMax) })}\n`);
      renameSync(temporary, file);
    });
  return {
    add(ids) {
      const uses = new Map(load(file));
      const counts = ids.map((id) => {
        const count = (uses.get(id) ?? 0) + 1;
        // A map keeps its order: the latest goes last.
        uses.delete(id);
        uses.set(id, count);
        return count;
      });
      const written = write(uses);
      return written.ok ? ok(counts) : written;
    },
    forget(ids) {
      const uses = new Map(load(file));
      for (const id of ids) uses.delete(id);
      return write(uses);
    },
  };
}

function load(file: string): readonly (readonly [string, number])[] {
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as { readonly uses?: unknown } | null;
    const { uses = [] } = value ?? {};
    return Array.isArray(uses) ? uses.filter(isUse) : [];
  } catch {
    return [];
  }
}

function isUse(value: unknown): value is readonly [string, number] {
  if (!Array.isArray(value) || value.length !== 2) return false;
  return typeof value[0] === "string" && Number.isSafeInteger(value[1]) && (value[1] as number) > 0;
}
