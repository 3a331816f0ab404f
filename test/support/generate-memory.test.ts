/** The generated memory: as many pages as asked for, each sound, and the same bytes for the same seed. */

import { expect, test } from "vitest";
import { digest } from "../../src/base/digest.js";
import { parseConfig } from "../../src/memory/config.js";
import { factsOf } from "../../src/memory/facts.js";
import { profileOf } from "../../src/memory/profile.js";
import { configPath } from "../../src/memory/service.js";
import { schema } from "../../src/page/page.js";

import { generateMemory } from "./generate-memory.js";

test("has as many pages as asked for, under names of their own", () => {
  for (const pages of [4, 100, 1_500]) {
    const files = generateMemory({ seed: 1, pages });
    expect(files.filter((file) => file.path.endsWith(".md"))).toHaveLength(pages);
    expect(new Set(files.map((file) => file.path.toLowerCase())).size).toBe(pages + 1);
  }
  expect(() => generateMemory({ seed: 1, pages: 3 })).toThrow(RangeError);
});

test("the same seed gives the same bytes, another one others", () => {
  const sum = (seed: number): string => digest(JSON.stringify(generateMemory({ seed, pages: 300 })));
  expect(sum(1)).toBe(sum(1));
  expect(sum(2)).not.toBe(sum(1));
});

test("every page is read without a finding, typed ones with the fields their type needs, at about 1 KB", () => {
  const files = generateMemory({ seed: 1, pages: 300 });
  const config = files.find((file) => file.path === configPath);
  expect(parseConfig(config?.text ?? "")).toMatchObject({ ok: true, value: { findings: [] } });
  const typed: number[] = [];
  for (const { path, text } of files) {
    if (path === configPath) continue;
    const bytes = Buffer.from(text);
    const facts = factsOf(path, bytes, profileOf("plain"));
    expect(facts.findings).toBeUndefined();
    const { type, fields = {} } = facts.meta;
    if (type == null) continue;
    typed.push(bytes.length);
    expect(Object.keys(fields)).toEqual(schema[type].requiredFields);
  }
  expect(typed).toHaveLength(297);
  expect(Math.min(...typed)).toBeGreaterThan(700);
  expect(Math.max(...typed)).toBeLessThan(1_600);
});
