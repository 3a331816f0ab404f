/** SecretEdges: to the character what is blanked beside a name that makes a value secret, and what next to it is not. */

import { expect, test } from "vitest";
import { redactSecrets, redactSecretsIn } from "../../src/rules/secret-keys.js";

const random = "q7Zk2Lm9Xc4Vb8Nw";
/** Base64 of an image, say, in which a name stands by chance. */
const code = (length: number): string => random.repeat(4).slice(0, length);

/** Values between ‹ and › go, of this kind; all else stays. */
const goes: readonly (readonly [kind: string, line: string])[] = [
  ...[
    `Bearer ‹${random}›`,
    `Bearer   ‹${random}›`,
    `BEARER: ‹${random}›`,
    `Authorization: Basic ‹${random}›`,
    `authorization = token ‹${random}›`,
    `"Authorization": "Bearer ‹${random}›",`,
    `Authorization:"‹${random}›"`,
    `Bearer ‹${random}+/=_.~-›, and on`,
  ].map((line) => ["authorization", line] as const),
  ...[
    "=",
    ":",
    ":=",
    "=>",
    "==",
    "|",
    " ->",
    " is",
    " was",
    " are",
    " ist",
    " is set to",
    " was changed to",
    " is now configured to",
  ].map((sign) => ["keyed-secret", `token${sign} ‹${random}›`] as const),
  ...[
    `token=‹${random}›`,
    `**token:** ‹${random}›`,
    `**token**: ‹${random}› and more`,
    `"token": ‹"${random}"›,`,
    `token: ‹'${random}'›.`,
    `token: ‹\`${random}\`›`,
    `token: ‹“${random}”› x`,
    `token: ‹"${random}›`,
    `token: ‹"two ${random}"›`,
    `token: ‹${random}›, and more`,
    `token: ‹(${random}›) x`,
    `tokenValue: ‹${random}›`,
    `token_value=‹${random}›`,
    `My API-Key: ‹${random}›`,
    `api key = ‹${random}›`,
    "token: ‹123e4567-e89b-12d3-a456-426614174000›",
    "token: ‹123E4567-E89B-12D3-A456-426614174000›",
    "token: ‹ab12ab34cd56›",
    "token: ‹x-ab12ab34cd56-x›",
    "token: ‹Ab1-Cd2-Ef3-Gh4-Ij5›",
    "token: ‹QwErTyUiOpAsDfGhJkLz›",
    `token: ‹/usr/Share/${random}›`,
    `https://x.org/cb?token=‹${random}›&next=/home`,
    `https://x.org/cb?amz-token=‹${random}›&X-Amz-Date=1`,
    `X-Amz-Security-Token=‹${random}›`,
    `https://x.org/a.png?X-Amz-Credential=ASIAQ3EGRIPUFDHTX7WM%2F20261120&X-Amz-Security-Token=‹${random}›&X-Amz-Date=1`,
    `${code(59)}token: ‹${random}›`,
    `${code(10)} ${code(58)}token: ‹${random}›`,
    `${"a".repeat(60)}token: ‹${random}›`,
    ...["/a.b", "~/a.bcdefg", "x/a.md", "1:/a.md", "C:a.md"].map((path) => `token: ‹${path}${random}›`),
  ].map((line) => ["keyed-secret", line] as const),
  ...[
    "password: ‹hunter2›",
    "password: ‹hunter2.›",
    "Password = ‹hunt€r2›",
    "passwd: ‹hunte*r›",
    "pwd=‹hunter2›",
    "passphrase: ‹hunter2›",
    "Passwort: ‹hunter2›",
    "pass=‹hunter2›",
    "password=‹correcthorse›",
    "password=‹correct-horse›",
    'password: ‹"correcthorse"›',
    "password=‹123456›",
    "password: ‹123456›",
    "password=‹settings.db.pass1›",
    "password: ‹ab**cd›",
    'password: ‹" hunter2"›',
    ...["credentials", "Creds", "db", "-ssh (new)", "ログイン"].map((name) => `${name}: root / ‹Tr0ub4dor!›`),
  ].map((line) => ["password", line] as const),
  ...[
    "the secret for staging, see ‹q7Zk2Lm9Xc4Vb8Nw3Qr5T›",
    "the secret, ‹aaaa/q7Zk2Lm9Xc4Vb8Nw›",
    "the secret, ‹aaaa-QwErTyUiOpAsDfGhJkLz›",
    "token: short ‹q7Zk2Lm9Xc4Vb8Nw3Qr5T›",
    `the secret ${"x ".repeat(28)}‹q7Zk2Lm9Xc4Vb8Nw3Qr5T›`,
    `the secret ${"x ".repeat(24)}‹${random.repeat(6)}›`,
    "https://x.org/token‹/q7Zk2Lm9Xc4Vb8Nw3Qr5T›",
    "https://x.org/?q=1 token q7 ‹q7Zk2Lm9Xc4Vb8Nw3Qr5T›",
    `https://x.org/?${"a".repeat(400)}&token‹/q7Zk2Lm9Xc4Vb8Nw3Qr5T›`,
    `token‹${code(59)}›`,
    `${code(30)}token‹${code(29)}›`,
  ].map((line) => ["high-entropy", line] as const),
];

test.each(goes)("as %s: %s", (kind, line) => {
  expect(redactSecrets(line.replace(/[‹›]/g, ""))).toBe(line.replace(/‹[^›]*›/, `[REDACTED:${kind}]`));
});

const stays: readonly string[] = [
  `Bearer${random}`,
  `Bearer your-${random}`,
  `Bearer ${random}xxxx`,
  "a bearer of good news",
  "authorization: required for everyone",
  ...["token_path:", "tokenPath:", "TOKEN_PATH=", "token-limit:", "tokens_used:"].map((name) => `${name} ${random}`),
  `token ${random.slice(0, 8)}`,
  `token this ${random}`,
  ...[`Authorization: (${random})`, 'token "state": "q7Zk2Lm9Xc4Vb8Nw3Qr5T"'],
  ...[
    `${code(60)}token: ${random}`,
    `token${code(60)}`,
    `${code(30)}token${code(30)}`,
    `token${"+/".repeat(20)}${code(20)}`,
  ],
  "https://x.org/?q=token/q7Zk2Lm9Xc4Vb8Nw3Qr5T",
  "https://x.org/a.png?X-Amz-Credential=ASIAQ3EGRIPUFDHTX7WM%2F20261120&X-Amz-Date=20261120T080000Z",
  `https://x.org/?a=b&${"c".repeat(300)}=token/q7Zk2Lm9Xc4Vb8Nw3Qr5T`,
  ...["/", "~/", "./", "../", "C:\\", "d:/"].map((root) => `token: ${root}${random}.json`),
  ...["blake2b", "blake2s", "blake2", "blake3", "md5"].map((digest) => `token: ${digest}:${random}`),
  `token: 0x${"0123456789abcdefABCD".repeat(2)}`,
  "token: x123e4567-e89b-12d3-a456-426614174000",
  ...["**a1b2**", "12-123456", "123456-12"].map((value) => `password: ${value}`),
  "password: hunt2",
  "password: hunter",
  "password: hunter.",
  "password = correcthorse",
  "password: correcthorse",
  "password=correct",
  "password=required",
  "password=myStringHere",
  "password=correct.horse.battery",
  "password=settings.db.password",
  "password=getPass(x2)",
  "password is 123456",
  "password is set to expire",
  "password is set to the default",
  "password | 123456",
  "password=12345",
  "password: two words2",
  'password: "two words2"',
  "password=11111111",
  ...["xdb", "dbadmin", "ssh_", "überssh", "𝐚ssh", "ssh𝐚"].map((name) => `${name}: root / Tr0ub4dor!`),
  "bypass=hunter2",
  "pass: hunter2",
  "passport: hunter2x",
  `token: sha1-${random}`,
  `token: sha256-${random}q7Zk`,
  `token: sha512:${random}`,
  `token: getToken(${random})`,
  "token: abcdefghij1",
  "token: aaaaaaaaaaa1",
  "token: abcdefghijkl",
  "token: 123456789012",
  "token: Ab1-Cd2-Ef3",
  "token: ./Ab1/Cd2/Ef3/Gh4",
  "token: https://Ab1.Cd2.Ef3/Gh4",
  "token: QwErTyUiOpAsDfGhJkL",
  "token: getTheValueOfThatThing",
  "token: HTTPSREADERWRITERLOG",
  "the secret, q7Zk2Lm9Xc4Vb8Nw3Qr",
  "the secret see abcdefghijklmnopqrstuvwxyz",
  "the secret see aaaaaaaaaaaaaaaaaaaaaaB1",
  `the secret ${"x ".repeat(40)}q7Zk2Lm9Xc4Vb8Nw3Qr5T`,
  "the secret\nq7Zk2Lm9Xc4Vb8Nw3Qr5T",
  `token: "a\n${random}"`,
  "token:",
];

test.each(stays)("let through: %s", (line) => {
  expect(redactSecrets(line)).toBe(line);
});

const openings =
  "$ % < { [ @ process.env. os.environ. env. env: env[ op:// vault: file: keychain: secretref PROCESS.ENV.".split(
    " ",
  );
const blanks =
  "... … *** •• xxxx XXXX your YOUR example change-me changeme placeholder dummy replace insert redacted sample";

test.each(openings)("a value that opens with %s is a reference", (opening) => {
  expect(redactSecrets(`token: ${opening}${random}`)).toBe(`token: ${opening}${random}`);
  expect(redactSecrets(`token: ${random}${opening}`)).not.toContain(random);
});

test.each(blanks.split(" "))("a value that holds %s is the blank of a document", (blank) => {
  for (const value of [`${blank}${random}`, `${random}${blank}`]) {
    expect(redactSecrets(`token: ${value}`)).toBe(`token: ${value}`);
  }
});

test("of a JSON value strings, keys and what a key makes secret are blanked, and nothing else changes", () => {
  const given = {
    token: random,
    tokenPath: random,
    list: [1, null, true, `Bearer ${random}`, { password: "correcthorse", pages: 3 }],
    [`ghp_${"a1B2".repeat(9)}`]: "a name",
  };
  expect(redactSecretsIn(given)).toEqual({
    token: "[REDACTED:keyed-secret]",
    tokenPath: random,
    list: [1, null, true, "Bearer [REDACTED:authorization]", { password: "[REDACTED:password]", pages: 3 }],
    "[REDACTED:github-token]": "a name",
  });
});
