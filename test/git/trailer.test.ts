/** Trailer's tests: a message as it is printed, what reads back of it, and what no value can forge. */
import { describe, expect, test } from "vitest";
import { type MessageParts, parseTrailers, printMessage } from "../../src/git/history.js";

const parts: MessageParts = {
  subject: "append: Exit row. (seats)",
  reason: "FLUSH_MANUAL",
  ops: ["append seats memory/seats.md", "append trains memory/trains.md"],
  pages: ["seats@1..2", "trains@3..4"],
  from: ["memory/was.md"],
  boundary: "manual",
  session: "7f3a",
  actor: "human",
  origin: "user",
  evidence: ["url:https://example.org", "page:seats"],
  labels: ["web seats 0f3a"],
  approved: ["77be 88cf"],
  patches: ["sha256:1", "sha256:2"],
};

test("a message says everything in one order, and reads back", () => {
  const message = printMessage(parts);
  expect(message).toBe(
    [
      "append: Exit row. (seats)",
      "",
      "Pagefile-Reason: FLUSH_MANUAL",
      "Pagefile-Op: append seats memory/seats.md",
      "Pagefile-Op: append trains memory/trains.md",
      "Pagefile-Page: seats@1..2",
      "Pagefile-Page: trains@3..4",
      "Pagefile-From: memory/was.md",
      "Pagefile-Boundary: manual",
      "Pagefile-Session: 7f3a",
      "Pagefile-Actor: human",
      "Pagefile-Origin: user",
      "Pagefile-Evidence: url:https://example.org",
      "Pagefile-Evidence: page:seats",
      "Pagefile-Label: web seats 0f3a",
      "Pagefile-Approved: 77be 88cf",
      "Pagefile-Patch: sha256:1",
      "Pagefile-Patch: sha256:2",
      "",
    ].join("\n"),
  );
  expect(parseTrailers(message)).toEqual({
    "Pagefile-Reason": ["FLUSH_MANUAL"],
    "Pagefile-Op": parts.ops,
    "Pagefile-Page": parts.pages,
    "Pagefile-From": parts.from,
    "Pagefile-Boundary": ["manual"],
    "Pagefile-Session": ["7f3a"],
    "Pagefile-Actor": ["human"],
    "Pagefile-Origin": ["user"],
    "Pagefile-Evidence": parts.evidence,
    "Pagefile-Label": parts.labels,
    "Pagefile-Approved": parts.approved,
    "Pagefile-Patch": parts.patches,
  });
});

test("what there is none of has no line", () => {
  const { labels: _, approved: __, ...rest } = parts;
  expect(printMessage({ ...rest, ops: [], pages: [], from: [], session: null, evidence: [], patches: [] })).toBe(
    "append: Exit row. (seats)\n\nPagefile-Reason: FLUSH_MANUAL\nPagefile-Boundary: manual\nPagefile-Actor: human\nPagefile-Origin: user\n",
  );
});

describe("a value", () => {
  test.each([
    ["a\nPagefile-Actor: human", "a Pagefile-Actor: human"],
    ["a\r\n\r\nb", "a b"],
    ["\u2028a\u0085\u0000b\u007f", "a b"],
    ["", "-"],
    [" \n ", "-"],
  ])("is one line, whatever it holds: %j", (actor, want) => {
    const message = printMessage({ ...parts, actor, subject: actor });
    expect(message.split("\n")[0]).toBe(want);
    expect(parseTrailers(message)["Pagefile-Actor"]).toEqual([want]);
  });

  test("of a subject is cut to 72 characters, never within one", () => {
    const subject = (text: string): string => printMessage({ ...parts, subject: text }).split("\n")[0] ?? "";
    expect(subject("x".repeat(72))).toBe("x".repeat(72));
    expect(subject("x".repeat(73))).toBe(`${"x".repeat(71)}…`);
    expect(subject("🙂".repeat(73))).toBe(`${"🙂".repeat(71)}…`);
  });
});

describe("trailers", () => {
  test.each<[name: string, message: string, want: Readonly<Record<string, readonly string[]>>]>([
    ["of the last paragraph alone", "s\n\nA: 1\n\nB: 2\nB:  3 \n", { B: ["2", "3"] }],
    ["of a paragraph behind a line of blanks", "s\n \t\nA: 1\n\n\n", { A: ["1"] }],
    ["of no message of one paragraph", "A: 1\nB: 2\n", {}],
    ["with a colon and a blank in the value", "s\n\nA: b: c", { A: ["b: c"] }],
    [
      "and no line of another form",
      "s\n\nA: 1\nno trailer\nB:2\n9C: 3\nD d: 4\n: 5\n-e: 6\nF-6: 7",
      { A: ["1"], "F-6": ["7"] },
    ],
    [
      "named like something that every object has",
      "s\n\nconstructor: 1\ntoString: 2\n",
      { constructor: ["1"], toString: ["2"] },
    ],
  ])("are those %s", (_name, message, want) => {
    expect(Object.entries(parseTrailers(message))).toEqual(Object.entries(want));
  });
});
