/** SecretShapes' tests: each issuer's token is found from its shortest form on, wherever it stands alone, and nothing shorter is. */

import { describe, expect, test } from "vitest";
import { findTokens } from "../../src/rules/secret-tokens.js";

/** Letters of both cases and digits, without a run that documentation would print for a blank. */
const any = "aB3dE5gH7jK9mN1pQ".repeat(8);
const upper = "A2B4C6D8E0F1G3H5J7".repeat(4);
const hex = "a1b2c3d4e5f60789".repeat(4);

/** Opening, what follows, the fewest of it that make a token, and what ends it; `exact` where no more may follow. */
interface Shape {
  readonly kind: string;
  readonly openings: readonly string[];
  readonly letters: string;
  readonly least: number;
  readonly exact?: true;
}

const shapes: readonly Shape[] = [
  { kind: "aws-access-key", openings: ["AKIA", "ASIA", "ABIA", "ACCA"], letters: upper, least: 16, exact: true },
  { kind: "github-token", openings: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], letters: any, least: 30 },
  { kind: "github-token", openings: ["github_pat_"], letters: `a_${any}`, least: 36 },
  {
    kind: "gitlab-token",
    openings: ["glpat-", "glptt-", "gldt-", "glrt-", "glsoat-", "glagent-"],
    letters: `a_-${any}`,
    least: 20,
  },
  { kind: "sk-key", openings: ["sk-"], letters: any, least: 20 },
  {
    kind: "stripe-key",
    openings: ["sk_live_", "sk_test_", "rk_live_", "rk_test_"],
    letters: any,
    least: 16,
  },
  { kind: "stripe-key", openings: ["whsec_"], letters: `+/${any}`, least: 24 },
  { kind: "slack-token", openings: ["xoxb-", "xoxp-", "xoxa-", "xoxz-"], letters: `1-${any}`, least: 10 },
  { kind: "slack-token", openings: ["xapp-1-", "xapp-9-"], letters: `A-${any}`, least: 20 },
  {
    kind: "slack-webhook",
    openings: ["hooks.slack.com/services/T0_a1B2/B0_c3D4/", "hooks.slack.com/services/T0_a1B2c3/B0_c3D4e5/"],
    letters: `_${any}`,
    least: 16,
  },
  { kind: "google-key", openings: ["AIza"], letters: `_-${any}`, least: 35 },
  { kind: "google-key", openings: ["GOCSPX-"], letters: `_-${any}`, least: 24 },
  { kind: "google-key", openings: ["ya29."], letters: `_-${any}`, least: 20 },
  { kind: "npm-token", openings: ["npm_"], letters: any, least: 36 },
  { kind: "pypi-token", openings: ["pypi-AgE"], letters: `_-${any}`, least: 40 },
  { kind: "hugging-face-token", openings: ["hf_"], letters: any, least: 30 },
  { kind: "groq-key", openings: ["gsk_"], letters: any, least: 40 },
  { kind: "xai-key", openings: ["xai-"], letters: any, least: 40 },
  { kind: "digital-ocean-token", openings: ["doo_v1_", "dop_v1_", "dor_v1_"], letters: hex, least: 40 },
  {
    kind: "sendgrid-key",
    openings: [`SG.${any.slice(0, 16)}.`, `SG.-_${any.slice(0, 62)}.`],
    letters: `-_${any}`,
    least: 16,
  },
  { kind: "shopify-token", openings: ["shpat_", "shpca_", "shppa_", "shpss_"], letters: `aF${hex}`, least: 32 },
  { kind: "twilio-key", openings: ["SK"], letters: hex, least: 32, exact: true },
  { kind: "telegram-token", openings: ["12345678:AA", "1234567890:AA"], letters: `_-${any}`, least: 33, exact: true },
  { kind: "vault-token", openings: ["hvs.", "hvb.", "hvr."], letters: `_-${any}`, least: 24 },
  { kind: "docker-token", openings: ["dckr_pat_", "dckr_oat_"], letters: `_-${any}`, least: 24 },
  { kind: "atlassian-token", openings: ["ATATT3", "ATCTT3"], letters: `_-=${any}`, least: 40 },
  { kind: "age-key", openings: ["AGE-SECRET-KEY-1"], letters: upper, least: 40 },
  { kind: "json-web-token", openings: ["eyJ_-aB3dE5.eyJ_-aB3dE5."], letters: `_-${any}`, least: 16 },
];

const cases = shapes.flatMap(({ openings, ...shape }) => openings.map((opening) => ({ ...shape, opening })));

/** Kind and text of what is found. */
const found = (text: string): readonly (readonly [string, string])[] =>
  findTokens(text).map(({ kind, start, end }) => [kind, text.slice(start, end)] as const);

describe.each(cases)("$kind: $opening…", ({ kind, opening, letters, least, exact }) => {
  const shortest = opening + letters.slice(0, least);

  test("is found alone, in a sentence and in quotes, whole", () => {
    for (const [before, after] of [
      ["", ""],
      ["see ", ", please"],
      ['"', '"'],
      ["\n", "\n"],
      ["/", "."],
    ] as const) {
      expect(found(before + shortest + after)).toEqual([[kind, shortest]]);
    }
    const twice = `${shortest} ${shortest}`;
    expect(found(twice)).toHaveLength(2);
  });

  test("is none when it is a letter shorter, or the end of a longer word", () => {
    expect(found(shortest.slice(0, -1))).toEqual([]);
    const words = opening.startsWith("hooks") ? [] : ["x", "Z", ...(opening.startsWith("1") ? [] : ["7"])];
    for (const before of words) expect(found(before + shortest)).toEqual([]);
  });

  test("goes on as far as its letters do", () => {
    const longer = opening + letters.slice(0, least + 1);
    if (exact === true) expect(found(longer)).toEqual([]);
    else expect(found(`${longer}.`)[0]?.[1].startsWith(shortest)).toBe(true);
  });
});

test.each([
  ["AKIA", "X".repeat(16)],
  ["ghp_", "x".repeat(30)],
  ["ghp_", `${any.slice(0, 10)}${"x".repeat(12)}${any.slice(0, 10)}`],
  ["glpat-", "0".repeat(20)],
  ["npm_", "0".repeat(36)],
  ["github_pat_", "_".repeat(36)],
])("%s%s is the blank of a document", (opening, blank) => {
  expect(found(opening + blank)).toEqual([]);
});

test.each([
  [`ghp_${any.slice(0, 9)}${"x".repeat(11)}${any.slice(0, 10)}`],
  [`ghp_${any.slice(0, 9)}${"X".repeat(11)}${any.slice(0, 10)}`],
  [`ghp_${any.slice(0, 9)}${"0".repeat(15)}${any.slice(0, 10)}`],
  [`github_pat_${any.slice(0, 30)}${"_".repeat(7)}a`],
])("%s is a token for all its repetition", (token) => {
  expect(found(token)).toHaveLength(1);
});

test.each([
  ["sk-abcdefghijklmnop1-abc", 1],
  ["sk-abcdefghijklmno1-abcd", 1],
  ["sk-abcdefghijklmn1-abcde", 0],
  ["sk-abcdefghijklmnop-abcd", 0],
  ["sk-abcdefghijklmnopqrst", 1],
  ["sk-abcdefghijklmnopqrs-a", 0],
  ["sk-a-b_c-D1-e-f-g-h-i-j-k-l-m-n-o-p-q-r-", 1],
  ["sk-a-b_c-D1-e-f-g-h-i-j-k-l-m-n-o-p-q-r", 0],
  ["sk-a-b_c-D-e-f-g-h-i-j-k-l-m-n-o-p-q-r-s", 0],
  ["sk-a-b_c-d1-e-f-g-h-i-j-k-l-m-n-o-p-q-r-", 0],
  ["sk-A-B_C-D1-E-F-G-H-I-J-K-L-M-N-O-P-Q-R-", 1],
  ["xoxb-abcdefghij-klm", 0],
  ["xoxb-abcdefghij-k1m", 1],
])("%s: %i", (text, count) => {
  expect(found(text)).toHaveLength(count);
});
