/** Conflict remarks' tests: an open conflict is told, git's marks exclude a page, and text about marks does not. */
import { describe, expect, it } from "vitest";
import { factsOf } from "../../src/memory/facts.js";
import { profileOf } from "../../src/memory/profile.js";

const findings = (text: string) =>
  (factsOf("memory/a.md", new TextEncoder().encode(text), profileOf("plain")).findings ?? []).map(
    ({ code, severity, line }) => [code, severity, line],
  );
const marks = "<<<<<<< HEAD\n- ours\n=======\n- theirs\n>>>>>>> theirs\n";

describe("conflictRemarks", () => {
  it("tells each open conflict once, as a warning", () => {
    const text =
      '---\nid: a\nconflicts: [{ key: mood, values: [calm, wild] }, { entries: ["1f", "2f"] }]\n---\n- x\n';
    expect(findings(text)).toEqual([
      ["conflict_open", "warning", 3],
      ["conflict_open", "warning", 3],
    ]);
  });

  it("names the sides that settle the page: both only where each of its keys holds a list", () => {
    const hints = (conflicts: string) =>
      factsOf(
        "a.md",
        new TextEncoder().encode(`---\nconflicts: [${conflicts}]\n---\n- x\n`),
        profileOf("plain"),
      ).findings?.map(({ hint }) => hint.split("a.md ")[1]);
    const [entry, list, one] = [
      '{ entries: ["1f", "2f"] }',
      "{ key: tags, values: [[a], [b]] }",
      "{ key: mood, values: [calm, [wild]] }",
    ];
    expect(hints(`${entry}, ${list}`)).toEqual(Array(2).fill("--ours, --theirs or --both."));
    expect(hints(`${entry}, ${one}`)).toEqual(Array(2).fill("--ours or --theirs."));
  });

  it("names the page in a command as a shell reads it", () => {
    const open = "---\nconflicts: [{ key: mood, values: [calm, wild] }]\n---\n- x\n";
    for (const text of [open, `- x\n${marks}`]) {
      const { findings: told } = factsOf("my notes/a.md", new TextEncoder().encode(text), profileOf("plain"));
      expect(told?.map(({ hint }) => hint)).toEqual([expect.stringContaining("pagefile resolve 'my notes/a.md'")]);
    }
  });

  it.each([
    "conflicts: yes",
    "conflicts: [1]",
    "conflicts: [{ key: a, values: [1] }]",
    "conflicts: [{ key: conflicts, values: [1, 2] }]",
  ])("refuses a list no merge wrote: %s", (line) => {
    expect(findings(`---\nid: a\n${line}\n---\n`)).toEqual([["value_invalid", "warning", 3]]);
  });

  it("excludes a page with git's marks in its body, with their line", () => {
    expect(findings(`---\nid: a\n---\n- x\n${marks}`)).toEqual([["conflict_marker", "error", 5]]);
    expect(findings(`- x\r\n${marks.replaceAll("\n", "\r\n")}`)).toEqual([["conflict_marker", "error", 2]]);
    expect(findings(`- x\n${marks.replace("=======", "||||||| base\n- old\n=======")}`)[0]?.[0]).toBe(
      "conflict_marker",
    );
  });

  it("tells of git's marks in the frontmatter, and not of the YAML that they break", () => {
    expect(findings(`---\nid: a\n${marks}---\n- x\n`)).toEqual([["conflict_marker", "error", 3]]);
    expect(findings("---\nid: a\n<<<<<<< HEAD\n---\n- x\n")).toEqual([["frontmatter_invalid", "error", 3]]);
  });

  it.each([
    ["quoted as code", `Git writes:\n\n\`\`\`\n${marks}\`\`\`\n`],
    ["indented as code", `Git writes:\n\n${marks.replaceAll(/^/gm, "    ")}`],
    ["only some of them", "<<<<<<< HEAD\n- ours\n"],
    ["in another order", "=======\n>>>>>>> b\n<<<<<<< a\n"],
    ["longer lines", marks.replaceAll("<<<<<<<", "<<<<<<<<").replaceAll(">>>>>>>", ">>>>>>>>")],
    ["in a sentence", "Look for <<<<<<< and ======= and >>>>>>> in it.\n"],
  ])("lets text about marks be: %s", (_name, text) => {
    expect(findings(text)).toEqual([]);
  });
});
