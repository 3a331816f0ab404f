/** RecallUses adapter: the uses of archived pages as one JSON file, replaced whole. */

import { dirname } from "node:path";
import { stableJson } from "../base/json.js";
import { limits } from "../base/limits.js";
import { ok } from "../base/result--result.js";
import { attempt } from "../state/fs-calls.js";
import { readPlainText } from "../state/plain-file.js";
import { makeStateFolder } from "../state/plain-file--plain-folder.js";
import { replaceWhole } from "../state/plain-file--plain-write.js";
import type { RecallUses } from "./recall--recall-uses.js";

/** Pages beyond this many that were not of use for the longest are forgotten. */
const pagesMax = 2_000;

/** `file` is machine-local. What is no such file counts as empty; two processes that add at once may lose one of the uses. */
export function openRecallUses(file: string): RecallUses {
  const write = (uses: ReadonlyMap<string, number>): ReturnType<RecallUses["forget"]> =>
    attempt(`keep the uses of archived pages in ${file}`, () => {
      makeStateFolder(dirname(file), 0o777);
      replaceWhole(file, `${stableJson({ uses: [...uses].slice(-pagesMax) })}\n`, 0o666);
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
    const value = JSON.parse(readPlainText(file, limits.stateFileBytesMax)) as { readonly uses?: unknown } | null;
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
