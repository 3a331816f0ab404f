/** Secret tests: every kind is found however it is dressed, benign identifiers are not, and the time is linear. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { findSecrets, isSameSecret, redactSecrets } from "../../src/rules/secret-keys.js";
import { benignLines } from "../support/benign-lines.js";
import { draws } from "../support/draws.js";
import { isSuperlinear } from "../support/growth.js";
import { randomText, secretSamples } from "../support/secret-samples.js";

const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

describe.each(Object.keys(secretSamples(1)))("a secret of the kind %s", (kind) => {
  it.each(seeds)("is found and blanked out whole (seed %i)", (seed) => {
    const { line, secret } = secretSamples(seed)[kind] ?? { line: "", secret: "-" };
    const text = `# Notes\n\nBefore.\n\n- ${line}\n\nAfter the note.\n`;
    const found = findSecrets(text);
    expect(found.length, text).toBeGreaterThan(0);
    const shown = redactSecrets(text);
    for (const part of secret.split("\n")) expect(shown).not.toContain(part);
    // What must go goes; what stands around it stays.
    expect(shown.startsWith("# Notes\n\nBefore.\n\n- ")).toBe(true);
    expect(shown.endsWith("\n\nAfter the note.\n")).toBe(true);
    for (const match of found) expect(match.redacted).toBe(`[REDACTED:${match.kind}]`);
  });
});

test("a secret is found wherever it stands in a text of many kinds of words", () => {
  const kinds = Object.keys(secretSamples(1));
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...benignLines(3)), { maxLength: 12 }),
      fc.array(fc.constantFrom(...benignLines(4)), { maxLength: 12 }),
      fc.constantFrom(...kinds),
      fc.integer({ min: 1, max: 1_000_000 }),
      (before, after, kind, seed) => {
        const { line, secret } = secretSamples(seed)[kind] ?? { line: "", secret: "-" };
        const shown = redactSecrets([...before, line, ...after].join("\n"));
        for (const part of secret.split("\n")) expect(shown).not.toContain(part);
      },
    ),
    { numRuns: draws(400), seed: 1 },
  );
});

test("what is told by how random it looks is found in each of many samples, without a digit too", () => {
  const missed = [...Array(draws(4_000)).keys()].flatMap((seed) =>
    ["bearer", "nearby", "awsSecret"].filter((kind) => {
      const { line, secret } = secretSamples(seed + 1)[kind] ?? { line: "", secret: "" };
      return redactSecrets(line).includes(secret);
    }),
  );
  expect(missed).toEqual([]);
});

test("redacting twice changes nothing more, and matches never overlap", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.constantFrom("password=", "token: ", "\n", ...Object.values(secretSamples(9)).map((s) => s.line)),
        ),
      ),
      (parts) => {
        const text = parts.join("");
        let done = 0;
        for (const { start, end } of findSecrets(text)) {
          expect(start).toBeGreaterThanOrEqual(done);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          done = end;
        }
      },
    ),
    { numRuns: draws(500) },
  );
});

describe("what is no secret", () => {
  it("is let through: hundreds of lines of identifiers, digests, paths and prose", () => {
    const lines = [...new Set([1, 2, 3, 4, 5].flatMap(benignLines))];
    expect(lines.length).toBeGreaterThan(400);
    expect(lines.filter((line) => findSecrets(line).length > 0)).toEqual([]);
    expect(findSecrets(lines.join("\n")).map(({ start, end }) => lines.join("\n").slice(start, end))).toEqual([]);
  });

  const data = process.env.PAGEFILE_EVAL_DATA ?? "";
  it.skipIf(data === "")("is let through in documents (set PAGEFILE_EVAL_DATA to run)", () => {
    const folder = join(data, "corpus");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".md"));
    let lines = 0;
    let hit = 0;
    const shown: string[] = [];
    for (const path of files) {
      const text = readFileSync(join(folder, path), "utf8");
      lines += text.split("\n").length;
      const found = findSecrets(text);
      hit += found.length > 0 ? 1 : 0;
      for (const { kind, start, end } of found)
        shown.push(`${path}: ${kind}: ${text.slice(Math.max(0, start - 30), end)}`);
    }
    console.info(
      `${shown.length} matches in ${hit} of ${files.length} documents, ${lines} lines\n${process.env.PAGEFILE_EVAL_SHOW === undefined ? "" : shown.join("\n")}`,
    );
    expect(shown.length / lines).toBeLessThan(0.001);
  });
});

const hostile: readonly string[] = [
  "a",
  "A",
  " ",
  "\n",
  "\\",
  "`",
  "[",
  "=",
  ":",
  "+",
  "-----BEGIN PRIVATE KEY",
  "PRIVATE KEY-----",
  "PRIVATE KEY ",
  "://",
  "a://b:",
  "a://b:ccc@",
  "eyJ",
  "eyJaaaaaaaa.",
  "sk-",
  "ghp_",
  "password",
  "password ",
  "password=",
  "token: ",
  "secret is ",
  "api_key ",
  "bearer ",
  "\u200b",
  "\uff41",
  '"+',
  '" + "',
  "\n- ",
  "AAAA",
  "x".repeat(23),
  "/a+b",
  "eyJhbGci",
  "ZXlKaGJHY2k",
  "1:AA",
  "authorization: basic ",
];

test.each(hostile)("long runs of %j take linear time", (unit) => {
  expect(isSuperlinear(findSecrets, unit, 65_536)).toBe(false);
});

test("names the kind and shows nothing of the secret", () => {
  const secret = `ghp_${randomText(36, 3)}`;
  expect(findSecrets(`x ${secret} y`)).toEqual([
    { kind: "github-token", start: 2, end: 42, redacted: "[REDACTED:github-token]" },
  ]);
});

test("it is the same secret where one begins with the other, or on a first line that is long enough", () => {
  const line = "x".repeat(20);
  const same: readonly (readonly [old: string, found: string, is: boolean])[] = [
    ["abc", "abcd", true],
    ["abcd", "abc", true],
    ["bcd", "abcd", false],
    ["abcd", "bcd", false],
    ["abc", "abd", false],
    [`${line}\nold`, `${line}\nnew`, true],
    [`${line}\nold`, `${line}\r\nnew`, true],
    [`old\n${line}`, `${line}\nnew`, false],
    [`${line.slice(1)}\nold`, `${line.slice(1)}\nnew`, false],
    ["short\nold", "short\nnew", false],
    ["-----BEGIN XXXXXXXXXXXXX\na", "-----BEGIN XXXXXXXXXXXXX\nb", false],
    [`${line}-----\na`, `${line}-----\nb`, true],
  ];
  for (const [old, found, is] of same) expect([old, found, isSameSecret(old, found)]).toEqual([old, found, is]);
});

test.each([
  "The password is always Secr3tABC99",
  "my password is now Secr3tABC99",
  "Mein Passwort lautet Geheim2024xy",
  "Das Passwort ist immer Geheim!2024x",
  "la contraseña es ahora Secreto2024x",
])("a word between what it is and what it is called hides no password: %s", (text) => {
  expect(findSecrets(text)).toMatchObject([{ kind: "password", end: text.length }]);
});

test.each([
  "The password is now required",
  "The password is always 8 characters long",
  "Das Passwort ist jetzt abgelaufen",
])("what is said of a password is none: %s", (text) => expect(findSecrets(text)).toEqual([]));
