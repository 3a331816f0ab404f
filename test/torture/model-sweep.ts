/** Model sweep: a few schedules that move and write pages in one flush, with a death or a failure at each call in turn. */

import { firstText, twinPages } from "./against-git-steps.js";
import type { Tally } from "./model-ports.js";
import { Schedule } from "./model-run.js";
import type { Asking, Step } from "./model-steps.js";
import { memoryWorld } from "./model-world.js";

export interface Swept {
  /** Schedules run: one for each call of each, and each way to fail. */
  readonly runs: number;
  readonly broken: readonly string[];
}

/** No schedule here makes more calls than this before its flush has ended. */
const callsMax = 48;

const ask = (op: Asking["op"], page = 0): Step => {
  return { kind: "stage", asking: { op, page, n: 1, stale: false }, blow: null };
};
const hand = (act: "edit" | "status" | "squat", page = 0): Step => ({ kind: "hand", act, page, n: 7 });

/** What comes before the flush that fails. */
const stories: Readonly<Record<string, readonly Step[]>> = {
  "a title and a move of a page with a hand edit": [hand("edit"), ask("title"), ask("archive")],
  "an append and a move": [hand("edit"), hand("status"), ask("append"), ask("archive")],
  "three pages, one new": [hand("edit", 1), ask("append"), ask("merge", 1), ask("create", 2)],
  "a move to a taken place": [hand("squat"), hand("edit"), ask("append"), ask("archive")],
};

/** `every` leaves calls out: 1 sweeps all of them. */
export async function sweep(every: number): Promise<Swept> {
  const broken: string[] = [];
  let runs = 0;
  for (const [name, story] of Object.entries(stories)) {
    for (const how of ["dies", "EIO", "ENOSPC"] as const) {
      for (let at = 1; at < callsMax; at += every) {
        runs += 1;
        const wrong = await told(story, { at, how });
        if (wrong !== null) broken.push(`${name}, ${how} at call ${at}: ${wrong}`);
      }
    }
  }
  return { runs, broken };
}

async function told(
  story: readonly Step[],
  blow: { readonly at: number; readonly how: "dies" | "EIO" | "ENOSPC" },
): Promise<string | null> {
  const tally: Tally = { steps: 0, committed: 0, refused: 0, flushed: 0, deaths: 0, failures: 0, merges: 0 };
  const files = Object.fromEntries(twinPages.map((page) => [`memory/${page}.md`, firstText(page)]));
  const schedule = new Schedule(memoryWorld(files), null, tally);
  const flush = { kind: "flush", boundary: "turn", meanwhile: "nothing" } as const;
  try {
    for (const step of [...story, { ...flush, blow }, { ...flush, blow: null }]) await schedule.step(step);
    return null;
  } catch (error) {
    return String(error);
  } finally {
    await schedule.end();
  }
}
