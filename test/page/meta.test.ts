/** Meta's tests: known keys are typed, bad values named with their line, unknown keys remarked once and kept. */
import { describe, expect, it } from "vitest";
import { scanFrontmatter } from "../../src/page/frontmatter/scan.js";
import { emptyMeta, readMeta } from "../../src/page/meta.js";

function read(inner: string) {
  const text = `---\n${inner}\n---\n`;
  const scanned = scanFrontmatter("a.md", text);
  if (!scanned.ok || scanned.value === null) throw new Error(`not accepted: ${inner}`);
  return readMeta("a.md", scanned.value, (offset) => text.slice(0, offset).split("\n").length);
}

const found = (inner: string) =>
  read(inner).findings.map(({ code, severity, line }) => `${code} ${severity} ${line}`);

describe("readMeta", () => {
  it("types every known key", () => {
    const { meta, findings } = read(
      [
        "id: travel-mornings",
        "type: preference",
        "title: 2026",
        "scope: project",
        "pin: soft",
        "version: 3",
        "created: 2026-03-02",
        "updated: 2026-11-20T21:40:12+01:00",
        "origin: user",
        "tags: [human, decision]",
        "provenance: user_message session:7f3a#L120",
        "fields: { subject: flights, count: 2, list: [a, ~] }",
        "compressed: |\n  Two\n  lines.",
        `compressed_of: sha256:${"0".repeat(64)}`,
        "min_fidelity: structured",
        "status: active",
        "audience: private",
        "description: told by description",
        "sections:\n  some-slug: { type: plan, pin: hard, min_fidelity: full, title: T, fields: { goal: g } }\n  other:",
        "name: harness\nglobs: '*.ts'\nlicense: MIT\nread_when: []",
      ].join("\n"),
    );
    expect(findings).toEqual([]);
    expect(JSON.parse(JSON.stringify(meta))).toEqual({
      id: "travel-mornings",
      type: "preference",
      title: "2026",
      trigger: null,
      scope: "project",
      pin: "soft",
      version: 3,
      created: "2026-03-02T00:00:00Z",
      updated: "2026-11-20T20:40:12Z",
      origin: "user",
      tags: ["human", "decision"],
      provenance: ["user_message session:7f3a#L120"],
      fields: { subject: "flights", count: 2, list: ["a", null] },
      compressed: "Two\nlines.\n",
      compressedOf: `sha256:${"0".repeat(64)}`,
      minFidelity: "structured",
      status: "active",
      audience: "private",
      sections: {
        "some-slug": { type: "plan", title: "T", pin: "hard", minFidelity: "full", fields: { goal: "g" } },
      },
      summary: "told by description",
    });
    expect(read("description: d\nsummary: s").meta.summary).toBe("s");
  });

  it("takes an empty value for an absent one", () => {
    const { meta, findings } = read("id:\ntype: ~\ntags:\nfields:\nsections: null\nversion:");
    expect(findings).toEqual([]);
    expect(meta).toEqual(emptyMeta);
  });

  it("names the line of every bad value and reads it as absent", () => {
    const bad: readonly (readonly [string, string])[] = [
      ["title: x\nid: Not An Id", "id_invalid note 3"],
      ["id: a#b", "id_invalid note 2"],
      ["id: [a]", "id_invalid note 2"],
      ["type: guide", "value_invalid note 2"],
      [`title: ${"x".repeat(121)}`, "value_invalid note 2"],
      ["title: |\n  two\n  lines", "value_invalid note 2"],
      ["scope: everywhere", "value_invalid warning 2"],
      ["pin: firm", "value_invalid warning 2"],
      ["version: 0", "value_invalid note 2"],
      ["version: 1.5", "value_invalid note 2"],
      ["version: '3'", "value_invalid note 2"],
      ["created: yesterday", "value_invalid note 2"],
      ["origin: god", "value_invalid warning 2"],
      ["tags: { a: 1 }", "value_invalid note 2"],
      ["tags:\n  - a\n  - [b]", "value_invalid note 4"],
      [`tags: [${Array.from({ length: 33 }, (_, i) => `t${i}`).join(", ")}]`, "value_invalid note 2"],
      ["fields: text", "value_invalid warning 2"],
      [`compressed: ${"x".repeat(2001)}`, "value_invalid warning 2"],
      ["compressed_of: md5:1", "value_invalid warning 2"],
      ["min_fidelity: half", "value_invalid warning 2"],
      ["audience: everyone", "value_invalid warning 2"],
      ["sections: [a]", "value_invalid warning 2"],
      ["sections:\n  a:\n    pin: firm", "value_invalid warning 4"],
    ];
    expect(bad.map(([inner]) => [inner, found(inner).join()])).toEqual(bad);
    const { meta, findings } = read("type: guide\nversion: 0\npin: hard\nmood: calm");
    expect([meta.type, meta.version, meta.pin]).toEqual([null, null, "hard"]);
    // Beside a value that only Pagefile has, the others are mistakes.
    expect(findings.map(({ severity }) => severity)).toEqual(["warning", "warning", "warning"]);
  });

  it("leaves another program's frontmatter alone, and tells what may have closed the page", () => {
    const told = (inner: string): readonly string[] => read(inner).findings.map(({ severity }) => severity);
    expect(told("layout: post\ndate: 2026-03-02 10:00\npermalink: /a/")).toEqual(["note"]);
    expect(told("id: 2026_03\nversion: 1.0.0\nkind: essay")).toEqual(["note", "note", "note"]);
    expect(told("layout: post\nscope: county")).toEqual(["warning", "note"]);
  });

  it("lists unknown keys in one warning, a misspelled section key among them", () => {
    const { findings } = read("id: a\ngizmo: red\nsections:\n  s: { pn: hard }\n__proto__: 1\nempty:");
    expect(findings.map(({ code, severity, line }) => [code, severity, line])).toEqual([
      ["key_unknown", "warning", 3],
    ]);
    expect(findings[0]?.says).toContain("gizmo, sections.s.pn, __proto__, empty");
  });
});

describe("trigger", () => {
  const triggerOf = (inner: string) => read(inner).meta.trigger;
  const none = { words: [], paths: [], from: null, on: null };

  it.each([
    ["trigger: { words: [deploy, night ferry] }", { ...none, words: ["deploy", "night ferry"] }],
    ["trigger: { words: deploy }", { ...none, words: ["deploy"] }],
    ['trigger:\n  paths:\n    - "src/db/**"', { ...none, paths: ["src/db/**"] }],
    ["trigger: { from: 2026-12-01 }", { ...none, from: "2026-12-01" }],
    ["trigger: { on: 2026-12-24, words: [gifts] }", { ...none, on: "2026-12-24", words: ["gifts"] }],
  ])("%s", (inner, expected) => {
    expect(triggerOf(`id: a\nscope: project\n${inner}`)).toEqual(expected);
    expect(found(`id: a\nscope: project\n${inner}`)).toEqual([]);
  });

  it.each([
    [
      "trigger: always_on",
      "“trigger” is “always_on”; Pagefile reads a map such as { words: [deploy] }, with words, paths, from and on there",
    ],
    ["trigger: {}", "“trigger” is a map; Pagefile reads one of words, paths, from and on there"],
    ["trigger: { on: 2026-13-01 }", "“trigger.on” is “2026-13-01”; Pagefile reads a day such as 2026-12-01 there"],
    ["trigger: { paths: [../etc] }", "patterns of files; “../etc” leads out of the memory there"],
    ["trigger: { when: friday, words: [a] }", "Unknown frontmatter keys, kept as they are: trigger.when."],
  ])("says what is wrong with %s", (inner, says) => {
    const { meta, findings } = read(`id: a\nscope: project\n${inner}`);
    expect(findings.map((finding) => finding.says).join("\n")).toContain(says);
    expect(meta.trigger).toEqual(inner.includes("words") ? { ...none, words: ["a"] } : null);
  });
});
