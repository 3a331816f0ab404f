/** Elision tests: what stands for omitted text is found, what only speaks of it is not, and the time is linear. */

import { describe, expect, it, test } from "vitest";
import { findElisions } from "../../src/rules/refusal.js";
import { findSecrets } from "../../src/rules/secret-keys.js";

import { isSuperlinear } from "../support/growth.js";
import { secretSamples } from "../support/secret-samples.js";

const omissions: readonly string[] = [
  "[rest unchanged]",
  "[Rest of the file unchanged]",
  "... (unchanged)",
  "(unchanged)",
  "… rest of the page stays the same …",
  "... existing entries ...",
  "<!-- existing content -->",
  "<!-- rest of file unchanged -->",
  "// ... existing code ...",
  "- [previous entries unchanged]",
  "- Aisle seats. [rest of section unchanged]",
  "[...]",
  "[… 12 lines omitted …]",
  "[content truncated]",
  "(remaining entries omitted for brevity)",
  "Rest unchanged.",
  "## [unchanged]",
];

const redactions: readonly string[] = [
  "[REDACTED]",
  "- The key is [REDACTED:github-token].",
  "[redacted]",
  "<REDACTED>",
  "<redacted-secret>",
  "***REDACTED***",
  "__OPENCLAW_REDACTED__",
  "REDACTED",
  "{{REDACTED}}",
  "password: ********",
  "[secret removed]",
];

test.each(omissions)("%j stands for omitted text", (text) => {
  expect(findElisions(text)).toMatchObject([{ kind: "omission", line: 1 }]);
  expect(findElisions(`# Title\n\n- One.\n${text}\n- Two.\n`)).toMatchObject([{ kind: "omission", line: 4 }]);
});

test.each(redactions)("%j is a blank that redaction left", (text) => {
  expect(findElisions(`- One.\n${text}\n`)).toMatchObject([{ kind: "redaction", line: 2 }]);
});

test("the forms by which we blank a secret are seen as blanks, every one", () => {
  for (const [kind, { line }] of Object.entries(secretSamples(5))) {
    const { redacted } = findSecrets(line)[0]!;
    expect(findElisions(`- It is ${redacted}.`), kind).toHaveLength(1);
  }
});

const benign: readonly string[] = [
  "- Wait… then take the 9:14 train.",
  "- Well... the rest is history.",
  "…",
  "...",
  "- The rest of the team takes the train.",
  "- The name was redacted in the report.",
  "- The court published the file REDACTED and late.",
  "- The price is 30 francs (unchanged).",
  "- The API stays unchanged since March.",
  "- Existing customers keep their price.",
  "- “He said […] that it was over.”",
  "- Seats: aisle. [human] [existing]",
  "- See [the rest of the page](memory/rest.md).",
  "- Remaining budget: 300.",
  "- The previous content policy was dropped.",
  "- Do not write `[rest unchanged]` into a page.",
  "- ``[REDACTED] with ` inside`` is what it prints.",
  "> [REDACTED]",
  "> ... (unchanged)",
  "```\n... (unchanged)\n[REDACTED]\n```",
  "~~~ts\n// ... existing code ...\n~~~",
  "***",
  "* * *",
  "- a ** b ** c",
  "# Remaining work",
  "is unchanged.",
  "| `a` | Same as `b`. |",
  "- [ ] Call the bank",
  "<!-- reviewed by Ada on Monday -->",
];

describe("what only speaks of it", () => {
  it.each(benign)("%j passes", (text) => {
    expect(findElisions(text)).toEqual([]);
  });

  it("ends where the code block ends", () => {
    expect(findElisions("```\n[REDACTED]\n```\n[REDACTED]")).toMatchObject([{ line: 4 }]);
    expect(findElisions("````\n```\n[REDACTED]\n````\nfine")).toEqual([]);
  });
});

const hostile = [
  "[",
  "<",
  "`",
  "` ``",
  "[redacted ",
  "<!--",
  "_",
  "*",
  ":*",
  "A_",
  "...",
  " ",
  "\n",
  "rest ",
  "- ",
  "(",
  "[rest",
  "{",
];

test.each(hostile)("long runs of %j take linear time", (unit) => {
  expect(isSuperlinear(findElisions, unit, 65_536)).toBe(false);
});
