/** Model clone: a second clone that writes on its own, and the merge of the two, judged line by line. */

import { blobOid } from "../../src/base/digest.js";
import type { Instant } from "../../src/base/ids.js";
import { ok } from "../../src/base/result.js";
import { patch } from "../../src/session/patch.js";
import { mergeDriver } from "../../src/write/merge/merge.js";

import { freshFuse } from "./model-ports.js";
import type { Places } from "./model-state.js";
import { type Asking, wishOf } from "./model-steps.js";
import { memoryWorld, type World } from "./model-world.js";

export interface Clone {
  readonly world: World;
  /** HEAD when it was made. */
  readonly base: ReadonlyMap<string, string>;
}

export function fork({ head }: Places): Clone {
  return { base: head, world: memoryWorld(Object.fromEntries(head)) };
}

/** Titles stay as they are: two of them would be a conflict for a person, and there is none here. */
export async function cloneStep({ world }: Clone, asking: Asking, clock: { now: Instant }): Promise<void> {
  const safe = asking.op === "title" ? { ...asking, op: "append" as const } : asking;
  const open = await world.open(clock, freshFuse(), null);
  const { draft } = wishOf(safe, world.places());
  await patch(open, draft, { detached: "refuse" });
}

interface Merged {
  readonly head: ReadonlyMap<string, string>;
  readonly broken: string | null;
}

/** null where git would stop: one side deleted what the other changed, or an untracked file is in the way. */
export async function merged(
  { base, world }: Clone,
  ours: ReadonlyMap<string, string>,
  work: ReadonlyMap<string, string>,
): Promise<Merged | null> {
  const theirs = world.places().head;
  const head = new Map(ours);
  let broken: string | null = null;
  for (const path of new Set([...base.keys(), ...theirs.keys()])) {
    const [o, a, b] = [base.get(path), ours.get(path), theirs.get(path)];
    if (b === o || a === b) continue;
    if (a === undefined && work.has(path)) return null;
    if (a === o && b === undefined) head.delete(path);
    else if (a === o && b !== undefined) head.set(path, b);
    else if (a === undefined || b === undefined) return null;
    else {
      const text = await driven(path, o ?? "", a, b);
      if (text === null) return null;
      broken ??= wrongIn(path, { base: o ?? "", ours: a, theirs: b }, text);
      head.set(path, text);
    }
  }
  return { head, broken };
}

async function driven(path: string, base: string, ours: string, theirs: string): Promise<string | null> {
  const files = new Map(
    [
      ["O", base],
      ["A", ours],
      ["B", theirs],
    ].map(([name, text]) => [name, Buffer.from(text ?? "")]),
  );
  const answer = await mergeDriver(
    {
      read: (file) => {
        const bytes = files.get(file) ?? Buffer.from("");
        return ok({ oid: blobOid(bytes), bytes });
      },
      replace: async (file, _before, bytes) => {
        files.set(file, Buffer.from(bytes));
        return ok(undefined);
      },
    },
    { base: "O", ours: "A", theirs: "B", path },
  );
  if (!answer.ok) throw new Error(answer.error.says);
  return answer.value.result === "untouched" ? null : (files.get("A")?.toString("utf8") ?? null);
}

/** Of each line: there once where a side added it or both kept it, gone where a side took it away. */
function wrongIn(
  path: string,
  texts: { readonly base: string; readonly ours: string; readonly theirs: string },
  text: string,
): string | null {
  const entries = (of: string): readonly string[] => of.split("\n").filter((line) => line.startsWith("- "));
  const [o, a, b] = [entries(texts.base), entries(texts.ours), entries(texts.theirs)];
  const kept = a.filter((line) => b.includes(line) || !o.includes(line));
  const wanted = [...new Set([...kept, ...b.filter((line) => !o.includes(line))])].sort();
  const found = [...entries(text)].sort();
  if (/^(?:<{7}|={7}|>{7})/m.test(text)) return `${path} has a conflict marker`;
  return found.join("\n") === wanted.join("\n") ? null : `${path} merged to ${found.join()}, not ${wanted.join()}`;
}
