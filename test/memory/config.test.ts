/** Config: what `pagefile.yaml` may say and how a broken one is told. */

import { describe, expect, test } from "vitest";
import { parseConfig, printConfig } from "../../src/memory/config.js";
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
