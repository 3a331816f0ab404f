/** Config: what `pagefile.yaml` may say and how a broken one is told. */

import { describe, expect, test } from "vitest";
import { parseConfig, parseMerging, printConfig } from "../../src/memory/config.js";
import { plainConfig } from "../support/facts.js";

describe("pagefile.yaml", () => {
  test("what init prints reads back", () => {
    expect(parseConfig(printConfig(plainConfig))).toEqual({ ok: true, value: { config: plainConfig, findings: [] } });
  });

  test.each(["a: b #c", "[x", "- y", "日本", "no", "12", "*z", "'q'"])("a store may be called %s", (name) => {
    const parsed = parseConfig(printConfig({ ...plainConfig, name }));
    expect(parsed).toMatchObject({ ok: true, value: { config: { name }, findings: [] } });
  });

  test.each([
    ["", 1],
    ["pagefile: 2\nstore: 0123456789\n", 1],
    ["pagefile: 1\n", 0],
    ["pagefile: 1\nstore: [1]\n", 0],
    ["pagefile: 1\nstore: &a x\n", 2],
  ])("%j is refused with a line", (text, line) => {
    const parsed = parseConfig(text);
    expect(parsed).toMatchObject({ ok: false, error: { code: "config_invalid", severity: "error", line } });
  });

  test.each([
    ["two sides", ""],
    ["what both had", "||||||| base\nstore: 0000000000\n"],
  ])("a merge's marks are told as such, and whoever has to go on meanwhile reads our side: %s", (_name, base) => {
    const text = `pagefile: 1\n<<<<<<< HEAD\nstore: 0123456789\n${base}=======\nstore: 9876543210\n>>>>>>> theirs\nname: app\n`;
    const marks = { code: "conflict_marker", line: 2, hint: expect.stringContaining("resolve pagefile.yaml --ours") };
    for (const each of [text, text.replaceAll("\n", "\r\n")]) {
      expect(parseConfig(each)).toMatchObject({ ok: false, error: marks });
      expect(parseMerging(each)).toMatchObject({
        ok: true,
        value: { config: { store: "0123456789", name: "app" }, findings: [marks] },
      });
    }
  });

  test("unknown keys and wrong values are remarks, never a crash", () => {
    const parsed = parseConfig("pagefile: 1\nstore: 0123456789\nprofile: vim\nbudget: -3\nrules: {}\nfoo: 1\n");
    expect(parsed.ok && parsed.value.config).toMatchObject({
      profile: "plain",
      budgetTokens: 4096,
      scope: "project",
    });
    expect(parsed.ok && parsed.value.findings.map((finding) => finding.code)).toEqual([
      "config_invalid",
      "config_invalid",
      "key_unknown",
    ]);
  });
});
