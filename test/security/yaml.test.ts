/** Yaml (T10 to T12): frontmatter executes nothing, explodes nowhere, surprises with no type and reaches no prototype. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { factsOf } from "../../src/memory/facts.js";
import { profileOf } from "../../src/memory/profile.js";
import { scanFrontmatter, valueOf } from "../../src/page/frontmatter/scan.js";

const facts = (text: string) => factsOf("memory/x.md", new TextEncoder().encode(text), profileOf("plain"));
const canary = "globalThis.pagefileCanary = true";

test.each(["---js", "---javascript", "---coffee", "---json", "--- !!js/function", "---js\u0020", "---toml"])(
  "T10: %j runs nothing, at the top and as a second block",
  (fence) => {
    for (const text of [`${fence}\n${canary}\n---\n- x\n`, `---\nid: a\n---\n${fence}\n${canary}\n---\n`])
      facts(text);
    expect("pagefileCanary" in globalThis).toBe(false);
  },
);

test("T10: no package that evaluates frontmatter is installed for the program", () => {
  const lock = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"));
  const runtime = Object.entries<{ dev?: boolean }>(lock.packages).filter(([, one]) => one.dev !== true);
  const names = runtime.map(([path]) => path.replace(/^.*node_modules\//, ""));
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => /^(?:gray-matter|front-matter|js-yaml|yaml|coffee-?script)$/.test(name))).toEqual([]);
});

const bomb = [
  "a: &a [x,x,x,x,x,x,x,x,x]",
  ..."bcdefghi".split("").map((k, i) => {
    const last = "abcdefgh"[i];
    return `${k}: &${k} [${Array(9).fill(`*${last}`).join(",")}]`;
  }),
].join("\n");

test.each([
  ["aliases that multiply", bomb],
  ["an anchor", "a: &x 1\nb: 2"],
  ["an alias", "a: *x"],
  ["a merge key", "base: {a: 1}\n<<: {a: 2}"],
  ["an empty merge", "<<: []"],
  ["a tag", "a: !!str 1"],
  ["a function tag", "a: !!js/function 'x'"],
  ["an ordered map", "a: !!omap [a: 1]"],
  ["brackets nested deep", `a: ${"[".repeat(5_000)}`],
  ["braces nested deep", `a: ${"{a: ".repeat(3_000)}`],
  ["maps nested deep", Array.from({ length: 120 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
  ["a key twice", "title: a\ntitle: b"],
])("T11: %s is no value, fast, and stays the text it is", (_, yaml) => {
  const text = `---\n${yaml}\n---\n- x\n`;
  facts(text);
  const started = performance.now();
  const { meta, findings, excluded } = facts(text);
  expect([excluded, meta.title, meta.tags, meta.fields]).toEqual([undefined, undefined, undefined, undefined]);
  // Told, and no error: what another program wrote keeps no page out.
  expect([...new Set(findings?.map(({ severity }) => severity))].sort()).toEqual(
    expect.toSatisfy((all: string[]) => all.length > 0 && !all.includes("error")),
  );
  // What grows without bound takes minutes; a busy machine is none of its kind.
  expect(performance.now() - started).toBeLessThan(5_000);
});

test("T11: more than 16 KB is refused, fast, and the file stays out of the table", () => {
  const started = performance.now();
  const long = facts(`---\na: ${"x".repeat(20_000)}\n---\n- x\n`);
  expect(long).toMatchObject({ excluded: true, findings: [{ severity: "error" }] });
  expect(performance.now() - started).toBeLessThan(5_000);
});

test("T12: what YAML 1.1 would turn into something else stays the text it is", () => {
  const words = [
    "no",
    "on",
    "yes",
    "off",
    "0x1F",
    "1e3",
    "0o17",
    "1_000",
    "2026-11-21",
    "12:30:45",
    "~x",
    ".inf",
    ".nan",
  ];
  const text = `---\n${words.map((word, at) => `k${at}: ${word}`).join("\n")}\n---\n`;
  const scanned = scanFrontmatter("x.md", text);
  if (!scanned.ok || scanned.value === null) throw new Error("scans");
  expect(scanned.value.root.pairs.map((pair) => valueOf(pair.value))).toEqual(words);
});

test("T12: __proto__ and constructor are plain keys and Object.prototype stays as it was", () => {
  const before = Object.getOwnPropertyNames(Object.prototype).sort();
  const text =
    "---\nid: a\n__proto__: { polluted: yes }\nconstructor: { prototype: { polluted: yes } }\nfields: { __proto__: { polluted: yes }, x: 1 }\nsections: { __proto__: { title: T }, constructor: { title: U } }\n---\n- x\n";
  facts(text);
  expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(before);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});
