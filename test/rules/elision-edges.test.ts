/** ElisionEdges: which lines stand for other text, to the word, and which only speak of it. */

import { expect, test } from "vitest";
import { findElisions } from "../../src/rules/refusal.js";

const found = (text: string): readonly unknown[] =>
  findElisions(text).map(({ kind, line, text: said }) => [kind, line, said]);

test.each([
  "[...]",
  "[ … ]",
  "[rest unchanged]",
  "[unchanged]",
  "[snip]",
  "… rest of file",
  "rest of the file unchanged",
  "The rest is unchanged",
  "All previous entries kept as is",
  "# Rest of the document omitted",
  "###### [truncated]",
  "// rest unchanged",
  "/* rest */",
  "(remaining lines omitted)",
  "<rest of code>",
  "{existing content}",
  "-- snip",
  "%% truncated",
  "<!-- rest of file unchanged -->",
  "Remaining 12 lines omitted",
  "rest isn’t shown",
  "12) rest unchanged",
  "Words before [rest unchanged] and after",
  "Words <!-- remaining entries omitted --> after",
  "content unchanged ...",
  "rest of the entries and lines and sections below are as before in full".replace(" in full", ""),
])("stands for other text: %s", (line) => {
  const marks = `- First.\n\n  ${line}  \n`;
  expect(found(marks)).toHaveLength(1);
  expect(found(marks)[0]).toMatchObject(["omission", 3, expect.any(String)]);
  expect(found(`> ${line}`)).toEqual([]);
  expect(found(`\`\`\`\n${line}\n\`\`\``)).toEqual([]);
  expect(found(`~~~~\n\`\`\`\n${line}\n~~~\n~~~~ x\n${line}\n~~~~~\n`)).toEqual([]);
  expect(found(`~~~\nx\n~~~\n${line}\n`)).toHaveLength(1);
});

test.each([
  "",
  "...",
  "is unchanged.",
  "The hotel rest area is open",
  "Existing customers stay with us",
  "unchanged",
  "rest",
  "Nothing was omitted from the invoice",
  "[rest unchanged](a.md)",
  "[rest unchanged]: a.md",
  "[remaining]",
  "[x]",
  "`[rest unchanged]` is how it reads",
  "``rest ` unchanged``",
  "She said... nothing",
  "A … in the middle of words",
  "the previous plan was better and cheaper",
  "[existing]",
  "[ab]",
  `rest ${"of the lines ".repeat(5)}unchanged`,
])("only speaks: %j", (line) => {
  expect(found(line)).toEqual([]);
});

test.each([
  ["[REDACTED]", "[REDACTED]"],
  ["The key is [redacted: api key].", "[redacted: api key]"],
  ["<masked>", "<masked>"],
  ["<api key redacted/>", "<api key redacted/>"],
  ["{filtered}", "{filtered}"],
  ["«censored»", "«censored»"],
  ["**REDACTED**", "**REDACTED**"],
  ["__API_KEY_REDACTED__", "__API_KEY_REDACTED__"],
  ["token: ****", ": ****"],
  ['token = "•••"', '= "•••"'],
  ["REDACTED", "REDACTED"],
  ["(MASKED).", "(MASKED)."],
  ['- "CENSORED"', '"CENSORED"'],
])("a blank: %s", (line, said) => {
  expect(found(`Before.\n\n${line}\n`)).toEqual([["redaction", 3, said]]);
});

test.each([
  "[redacted](a.md)",
  "The REDACTED files",
  "redacted",
  "We redacted the report",
  "token: ***",
  "**** stars",
  "a ****",
  "[one two three redacted]",
  "`[REDACTED]`",
  "[REDACTED\n]",
])("no blank: %j", (line) => {
  expect(found(line)).toEqual([]);
});

test("what is told is cut to eighty characters", () => {
  const exactly = `[redacted ${"x".repeat(69)}]`;
  expect(exactly).toHaveLength(80);
  expect(found(exactly)).toEqual([["redaction", 1, exactly]]);
  const longer = `[redacted ${"x".repeat(70)}]`;
  expect(found(longer)).toEqual([["redaction", 1, `${longer.slice(0, 79)}…`]]);
});
