/** Cut text's tests: what goes of a text and of a JSON value, and what stays to the byte. */
import { describe, expect, test } from "vitest";
import { type Cut, cutJson, cutLog, cutSpans, cutText, wordsIn } from "../../../src/history/purge/cut.js";
import { outline } from "../../../src/page/markdown/outline.js";

import { noCut } from "../../support/no-cut.js";

/** Of a form that is found, and nobody's. */
const token = ["ghp_", "a1B2".repeat(9)].join("");
const password = ["correct", "Horse", "9battery"].join("-");

/** The text without the entries at these places. */
function without(text: string, places: readonly number[]): string {
  const all = outline(text, 0).entries;
  return cutText(text, { ...noCut, entries: new Set(places.map((at) => all[at]?.digest ?? "")) });
}

describe("an entry that goes", () => {
  test.each<[name: string, text: string, places: readonly number[], want: string]>([
    ["from between two", "- a\n- b\n- c\n", [1], "- a\n- c\n"],
    ["from the top", "- a\n- b\n", [0], "- b\n"],
    ["from the end", "- a\n- b\n", [1], "- a\n"],
    ["from an end without a line end", "- a\n- b", [1], "- a\n"],
    ["as the only one", "- a\n", [0], ""],
    ["with its CRLF", "- a\r\n- b\r\n- c\r\n", [1], "- a\r\n- c\r\n"],
    ["with one of two blank lines", "a\n\nb\n\nc\n", [1], "a\n\nc\n"],
    ["with no blank line that stood alone", "- a\n- b\n\ntext\n", [1], "- a\n\ntext\n"],
    ["with the one above and below left", "# T\n\n- a\n- b\n", [0], "# T\n\n- b\n"],
    ["with several of its kind", "- a\n- b\n- c\n- d\n", [0, 2], "- b\n- d\n"],
    [
      "where the text below would become part of it",
      "- a\n\nb\n\n    code\n",
      [1],
      "- a\n\n\n<!-- -->\n\n\n    code\n",
    ],
    ["where two lines would become one paragraph", "a\n***\nb\n", [1], "a\n\nb\n"],
  ])("goes %s", (_name, text, places, want) => {
    expect(without(text, places)).toBe(want);
  });

  test("leaves the very same string where it is not", () => {
    expect(cutText("- a\n\n\n\n- b\n", { ...noCut, entries: new Set(["0000000000000000"]) })).toBe(
      "- a\n\n\n\n- b\n",
    );
  });

  test("leaves its words elsewhere, where nobody asked for them", () => {
    expect(without("- a\n- a b\n", [0])).toBe("- a b\n");
  });
});

describe("words that go", () => {
  test("go wherever they stand, as often as they stand there, the longer first", () => {
    const cut = { ...noCut, spans: ["one two", "two"] };
    expect(cutSpans("one two, two: one two\n", cut)).toBe("REDACTED, REDACTED: REDACTED\n");
    expect(cutText("- one two\n", cut)).toBe("- REDACTED\n");
    expect(cutSpans("one\n", cut)).toBe("one\n");
  });

  test("are all secrets where they are asked for, and none where not", () => {
    const text = `use ${token} and ${token}.\nnext\n`;
    expect(cutSpans(text, noCut)).toBe(text);
    expect(cutSpans(text, { ...noCut, secrets: true })).toBe("use REDACTED and REDACTED.\nnext\n");
    expect(cutSpans("nothing here\n", { ...noCut, secrets: true })).toBe("nothing here\n");
  });

  test("keep the line ends inside a secret that is split over lines", () => {
    const key = ["-----BEGIN RSA PRIVATE", " KEY-----\r\nMIIEpAIBAAKCAQEA", "\r\n-----END RSA PRIVATE KEY-----"].join(
      "",
    );
    const cut = cutSpans(`before\r\n${key}\r\nafter\r\n`, { ...noCut, secrets: true });
    expect(cut).toMatch(/^before\r\nREDACTED\r\n\r\n[^M]*\r\nafter\r\n$/);
  });
});

describe("what somebody said", () => {
  const rule = wordsIn("- Never deploy the customer's server on Mondays, it's 10.0.4.7. [human]");
  const of = (...entries: readonly string[]): Cut => ({ ...noCut, words: entries.flatMap(wordsIn) });

  test.each<[how: string, text: string, want: string]>([
    [
      "in another case and without its stop",
      "ok: NEVER deploy the customer's server on mondays, it's 10.0.4.7",
      "ok: REDACTED",
    ],
    ["with other quotes", "Never deploy the customer’s server on Mondays, it´s 10.0.4.7.", "REDACTED."],
    [
      "over line ends and marks of a quotation",
      "> Never deploy the customer's\n> server on **Mondays**, it's 10.0.4.7!",
      "",
    ],
    [
      "beside a capital that becomes two characters",
      "İ: NEVER deploy the customer's server on Mondays, it's 10.0.4.7",
      "İ: REDACTED",
    ],
    ["cut short", "he said: Never deploy the customer's server on Mond …", "he said: REDACTED …"],
    ["without its beginning", "… the customer's server on Mondays, it's 10.0.4.7. Go on.", "… REDACTED. Go on."],
  ])("goes %s", (_how, text, want) => {
    expect(cutJson(text, { ...noCut, words: rule })).toEqual({ value: want, hit: true });
  });

  test.each([
    "Never deploy the customer's server on Mondays, it's 10.0.4.70.",
    "Never deploy the customer's server on Tuesdays, it's 10.0.4.7.",
    "Deploy the server, it's 10.0.4.7.",
    "Never deploy …",
    "Mondays",
    "human",
  ])("does not go with what only shares words: %s", (text) => {
    expect(cutJson(text, { ...noCut, words: rule }).hit).toBe(false);
    expect(cutText(`- ${text}\n`, { ...noCut, words: rule })).toBe(`- ${text}\n`);
  });

  test("goes as a line of a log, whatever led to it there, and as an entry of any page", () => {
    const cut = of("- ok, always use pnpm for the builds here [human]", "- Anna has lupus.");
    const log =
      "## Session a at 20:00\n\n- Said: Always use pnpm for the builds here [human]\n- Told: anna has lupus [human]\n- Told: Anna has lupine fields\n";
    expect(cutText(log, cut)).toBe("## Session a at 20:00\n\n- Told: Anna has lupine fields\n");
    expect(cutText("- Anna has lupus\n- Anna has lupus, and a dog.\n", cut)).toBe("- Anna has lupus, and a dog.\n");
    expect(cutJson("Morning. Anna has lupus! Fix the build", cut).value).toBe("Morning. REDACTED! Fix the build");
  });

  test("goes whole, with what it took the place of, and in scripts without spaces; one sentence of it may be a rule elsewhere", () => {
    const cut = of(
      "- The vet is Dr. Engel. Her practice is in the Sanssouciweg in Potsdam. [human]\n  - Superseded 2026-01-02: “The vet was Dr. Wolff in Berlin-Mitte.” moved",
      "- 妹妹的护照号码是壹贰叁肆。 [human]",
    );
    expect(cutJson("hi. the vet is Dr. Engel.\nher practice is in the Sanssouciweg in Potsdam, ok?", cut).value).toBe(
      "hi. REDACTED, ok?",
    );
    expect(cutText("- Her practice is in the Sanssouciweg in Potsdam.\n", cut)).toContain("Sanssouciweg");
    expect(cutJson("so the vet was Dr. Wolff in Berlin-Mitte then", cut).value).toBe("so REDACTED then");
    expect(cutJson("请记住妹妹的护照号码是壹贰叁肆，谢谢", cut).value).toBe("请记住REDACTED，谢谢");
    expect(cutJson("妹妹的护照在哪里？", cut).hit).toBe(false);
  });

  test("leaves code, short lines and what sessions had in hand alone", () => {
    expect(wordsIn("- Ran: `npm test` [human]")).toEqual([]);
    expect(wordsIn("```\nconst memory = openTheMemory(root);\n}\n```")).toHaveLength(1);
    const cut = of("- Use tabs.");
    expect(cutText("- Use tabs. Python files use spaces.\n", cut)).toBe("- Use tabs. Python files use spaces.\n");
    expect(cutJson({ scope: "use", text: "use tabs", more: "we use tabs" }, cut).value).toEqual({
      ...{ scope: "use", text: "REDACTED", more: "we use tabs" },
    });
  });

  test("leaves what a log tells besides: a note of a session stays, a trace does not", () => {
    const line = `${JSON.stringify({ key: "k", kind: "prompt", length: 3, words: "Never deploy the customer's server on Mondays, it's 10.0.4.7" })}\n`;
    const cut = { ...noCut, words: rule };
    const captured = '{"captured":4,"filled":0,"key":"","kind":"checkpoint"}\n';
    expect(cutLog(line, cut, "talk")).toBe(`{"key":"k","kind":"prompt","length":3,"words":"REDACTED"}\n${captured}`);
    expect(cutLog(line, noCut, "gone")).toBe(`{"key":"k","kind":"prompt","length":3}\n${captured}`);
    expect(cutLog(line, cut, "record")).toBe("");
    expect(cutLog(line, noCut, "talk")).toBe(line);
  });
});

describe("a JSON value", () => {
  test.each([[1], [0], [null], [true], ["text"], [[]], [{}], [{ a: [1, null, { b: "x" }] }]])(
    "is as it was where nothing goes: %j",
    (value) => {
      expect(cutJson(value, { ...noCut, secrets: true, spans: ["gone"] })).toEqual({ value, hit: false });
    },
  );

  test.each<[name: string, cut: Partial<Cut>]>([
    ["page", { pages: new Set(["seats"]) }],
    ["path", { paths: new Set(["seats"]) }],
    ["source", { sources: new Set(["seats"]) }],
  ])("is hit where it names a %s that goes, and keeps the name", (_name, cut) => {
    const value = { a: [{ b: "seats" }, 1] };
    expect(cutJson(value, { ...noCut, ...cut })).toEqual({ value, hit: true });
    expect(cutJson({ a: "my seats" }, { ...noCut, ...cut }).hit).toBe(false);
    expect(cutJson({ seats: 1 }, { ...noCut, ...cut }).hit).toBe(true);
  });

  test("loses words in texts and keys, however deep, and stays hit behind them", () => {
    const cut = { ...noCut, spans: ["gone"] };
    const value = { first: ["all gone", 2], "a gone key": { deep: "x" }, last: "kept" };
    expect(cutJson(value, cut)).toEqual({
      value: { first: ["all REDACTED", 2], "a REDACTED key": { deep: "x" }, last: "kept" },
      hit: true,
    });
  });

  test("loses a value whose key makes it a secret, where secrets go", () => {
    const value = { password, note: "fine", count: 3 };
    const cut = { ...noCut, secrets: true };
    expect(cutJson(value, cut)).toEqual({ value: { password: "REDACTED", note: "fine", count: 3 }, hit: true });
    expect(cutJson(value, noCut)).toEqual({ value, hit: false });
    expect(cutJson({ note: password }, cut)).toEqual({ value: { note: password }, hit: false });
    expect(cutJson({ [token]: "fine" }, cut)).toEqual({ value: { REDACTED: "fine" }, hit: true });
    expect(cutJson({ list: [{ password }, "fine"] }, cut).value).toEqual({
      list: [{ password: "REDACTED" }, "fine"],
    });
  });
});
