/** Drift: a statement is held against the log of the day it names, wherever that log lies by now. */

import { expect, test } from "vitest";
import { profileOf } from "../../../src/memory/profile.js";
import {
  type AuditFinding,
  type AuditPage,
  drifts,
  groundedIn,
  logStatements,
  placeOf,
} from "../../../src/night/audit/checks.js";
import { bodyStartOf } from "../../../src/page/markdown/outline.js";

import { factsFrom, tableFrom } from "../../support/facts.js";

function drift(kept: string, log: string, path = "memory/2026-11-02.md"): readonly AuditFinding[] {
  const files = { "MEMORY.md": `# Memory\n\n${kept}\n`, [path]: log };
  const table = tableFrom(files);
  const pages = Object.entries(files).map(([at, text]): AuditPage => {
    const entry = table.byPath.get(at)!;
    return {
      entry,
      place: placeOf(entry, profileOf("openclaw")),
      text,
      bodyStart: bodyStartOf(text),
      meta: factsFrom(at, text).data.meta,
      changed: null,
    };
  });
  return drifts(pages.flatMap(logStatements), pages.flatMap(groundedIn));
}
const log = "- 09:00 We agreed on a budget of 300 a night for hotels. [decision]\n";

test.each(["memory/2026-11-02.md", "archive/2026/2026-11-02.md"])("another number than %s says", (path) => {
  const kept = "- A budget of 400 a night for hotels. [decision] (2026-11-02)";
  expect(drift(kept, log, path)).toMatchObject([
    { check: "drift", path: "MEMORY.md", line: 3, says: expect.stringContaining(path) },
  ]);
});

test.each([
  ["borne out", "- A budget of 300 a night for hotels. (2026-11-02)"],
  ["of another day", "- A budget of 400 a night for hotels. (2026-11-03)"],
  ["without a day", "- A budget of 400 a night for hotels."],
  ["about something else", "- Museum tickets cost 12 on Sundays for everybody. (2026-11-02)"],
  ["corrected", "- A budget of 300 a night for hotels. (2026-11-02)\n  - Superseded 2026-11-09: “A budget of 400.”"],
])("silent where it is %s", (_, kept) => {
  expect(drift(kept, log)).toEqual([]);
});
