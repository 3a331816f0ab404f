/** E2E, kept: what is in a memory's commits after a story, whatever the model saw of it. */

import type { Place } from "./place.js";
import { marks } from "./story.js";

/** In git each is there once, what the person said is there whoever saved, and nothing waits. */
export function checkKept(place: Place, memory: string, saved: boolean): void {
  const head = place.git(["grep", "-h", "-e", "-[0-9][0-9][0-9][0-9]", "HEAD"], memory);
  for (const mark of saved ? [marks.rule, marks.plan, marks.dirty] : [marks.dirty]) {
    const times = head.split(mark).length - 1;
    if (times !== 1) throw new Error(`${mark} is ${times} times in the pages of HEAD.`);
  }
  const all = place.git(["log", "--all", "--patch", "--format="], memory);
  for (const mark of [marks.ruleSaid, marks.planSaid])
    if (!all.includes(mark)) throw new Error(`${mark} is in no commit.`);
  const status = JSON.parse(place.pagefile(["status", "--json", "--repo", memory])) as { readonly staged: number };
  if (status.staged !== 0) throw new Error(`${status.staged} patches wait still.`);
}
