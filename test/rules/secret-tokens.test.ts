/** SecretTokens' edges: keys, addresses and blocks beside what looks like them, to the character. */

import { expect, test } from "vitest";
import { redactSecrets } from "../../src/rules/secret-keys.js";

const body = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC";

test.each([
  ["url-credentials", "‹postgres://ada:hunter2›@db.example.org/x"],
  ["url-credentials", "see ‹https://ada:abc›@host."],
  ["url-credentials", "‹git+ssh://ada:a:b@c›@host"],
  ["url-credentials", "‹a://:abc›@h"],
  ["private-key", `‹-----BEGIN PRIVATE KEY-----\n${body}\n›-----END PRIVATE KEY-----`],
  [
    "private-key",
    `‹-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${body}\n›-----END RSA PRIVATE KEY-----`,
  ],
  ["private-key", `key = "‹-----BEGIN EC PRIVATE KEY-----\\n${body}›`],
  ["private-key", `> ‹-----BEGIN OPENSSH PRIVATE KEY-----\n> ${body}\n> ›-----END OPENSSH PRIVATE KEY-----`],
])("as %s: %j", (kind, line) => {
  expect(redactSecrets(line.replace(/[‹›]/g, ""))).toBe(line.replace(/‹[^›]*›/, `[REDACTED:${kind}]`));
});

test.each([
  "https://example.org/a:b@c",
  "https://ada:ab@host",
  "https://ada:abc@",
  "https://ada@host",
  "https://ada:password@host",
  "https://ada:$PASSWORD@host",
  "https://ada:xxxx@host",
  "https://ada:xxxxxxxxxxxxxxxx@host",
  "https://example.org?to=a:bcd@host",
  "://ada:hunter2@host",
  "mailto:ada@example.org",
  "A file that opens with -----BEGIN PRIVATE KEY----- is a key.",
  "-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----",
  `-----BEGIN PRIVATE KEY-----\n${"x".repeat(20)}\n-----END PRIVATE KEY-----`,
  `-----BEGIN PRIVATE KEY-----\n${body.slice(0, 15)}\n-----END PRIVATE KEY-----`,
  `PRIVATE KEY-----\n${body}`,
  `-----BEGIN PUBLIC KEY-----\n${body}\n-----END PUBLIC KEY-----`,
  `-----BEGIN, and forty characters of other words, PRIVATE KEY-----\n${body}`,
  `-----BEGIN PRIVATE KEY and more than twenty-four characters -----\n${body}`,
  "sk-learn-model-selection-and-more",
  "sk-a-name-in-kebab-case-that-is-long-enough-to-be-a-key",
  "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
  "AKIA is what such a key opens with",
])("let through: %j", (line) => {
  expect(redactSecrets(line)).toBe(line);
});

test("two keys in one file are two, and each is found once", () => {
  const key = (name: string): string =>
    `-----BEGIN ${name}PRIVATE KEY-----\n${body}\n-----END ${name}PRIVATE KEY-----\n`;
  expect(redactSecrets(`${key("RSA ")}between\n${key("")}`)).toBe(
    "[REDACTED:private-key]-----END RSA PRIVATE KEY-----\nbetween\n[REDACTED:private-key]-----END PRIVATE KEY-----\n",
  );
});
