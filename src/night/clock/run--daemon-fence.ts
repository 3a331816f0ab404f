/** DaemonFence: a memory that writes only while its lease holds: asked again under git's own locks, where a later holder would meet us. */

import type { Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import type { History, RecordOptions } from "../../git/history.js";
import type { Memory } from "../../memory/memory.js";

/**
 * `gate` is asked before a page is written and again before the branch moves, both under the locks of the branch and the
 * index: a later holder's first commit needs those locks, so nothing of ours can follow it. `made` hears of each commit.
 */
export function fenced(memory: Memory, gate: () => Outcome<void>, made: (commit: Oid) => void): Memory {
  const { history } = memory;
  const guard = (options: RecordOptions): RecordOptions => ({
    ...options,
    async publish() {
      const before = gate();
      if (!before.ok) return before;
      const published = await options.publish();
      return published.ok ? gate() : published;
    },
  });
  const guarded: History = {
    ...history,
    async record(plan, options) {
      const recorded = await history.record(plan, guard(options));
      if (recorded.ok && !recorded.value.moved) made(recorded.value.commit);
      return recorded;
    },
    async recordAside(name, file, note) {
      const open = gate();
      return open.ok ? history.recordAside(name, file, note) : open;
    },
  };
  return { ...memory, history: guarded };
}
