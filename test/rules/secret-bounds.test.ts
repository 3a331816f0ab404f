/** SecretBounds: the shortest, the plainest and the most ordered value that is still taken for a secret, beside the next one that is not. */

import { describe, expect, test } from "vitest";
import { redactSecrets } from "../../src/rules/secret-keys.js";

const random = "q7Zk2Lm9Xc4Vb8Nw";

/** Values between ‹ and › go; all else stays. */
function goes(kind: string, lines: readonly string[]): void {
  test.each(lines)(`as ${kind}: %s`, (line) => {
    expect(redactSecrets(line.replace(/[‹›]/g, ""))).toBe(line.replace(/‹[^›]*›/, `[REDACTED:${kind}]`));
  });
}

function stays(lines: readonly string[]): void {
  test.each(lines)("let through: %s", (line) => {
    expect(redactSecrets(line)).toBe(line);
  });
}

describe("the name", () => {
  goes("authorization", [`Authorization: Basic  ‹${random}›`, `Bearer token   ‹${random}›`]);
  goes("keyed-secret", [`\`token\`  is ‹${random}›`, `"token" was ‹${random}›`, `tokenFile2: ‹${random}›`]);
  stays([`tokenFilePath: ${random}`, `secretScanRules_file: ${random}`, `password_Hash_Ref = ${random}`]);
});

describe("a password", () => {
  goes("password", ["password=‹correcth›", "password: ‹a1b(c3d›", "password: ‹hunter7!›"]);
  goes("password", [
    "The password of the desk is ‹hunter2hunter2›",
    "Das Passwort für den Drucker ist ‹Sommer2024!›",
    "password for admin on the staging box: ‹Tr0ub4dor&3›",
    "la contraseña de la base es ‹gato1234›",
    "let's use sa / ‹Tr0ub4dor!Tr0ub4dor› to connect",
    "connect as ada/‹Tr0ub4dor!› please",
    "para entrar usa ada / ‹Tr0ub4dor!›",
  ]);
  stays([
    "let's use sa / Tr0ub4dor! for the lanterns",
    "use harbor / lanterns4 to connect",
    "connect with tcp/ip2 and wait!",
    "reuse sa / Tr0ub4dor! to connect",
  ]);
  stays([
    "The password for the wiki is at https://wiki.example/4711",
    "The password for the wiki: https://wiki.example/4711",
    "The password of a user is base64-encoded",
    "The password for staging is the one of the box with 4711",
    "The token for the desk is hunter2hunter2",
  ]);
  stays([
    "password=correct",
    "password: hunter!",
    "password: hunter?!",
    'password: "correcthorse',
    "password=a.b.c.deeper",
  ]);
});

describe("a value", () => {
  goes("keyed-secret", [
    "token: ‹Ab1-Cd2-Ef3-Gh4x›",
    "token: ‹Ab1/Cd2-Ef3-Gh4-Ij5›",
    `token: ‹xsha1-${random}›`,
    `token: ‹-${random}(x›`,
    "token: ‹q7Zk2•Lm9Xc4Vb8Nw1›",
  ]);
  test("that is longer than what is read of it goes as far as a token in it does", () => {
    const token = `ghp_${"aB3dE5gH7jK9mN1pQ".repeat(30)}`;
    expect(redactSecrets(`token: --${token}, and on`)).toBe("token: [REDACTED:keyed-secret], and on");
  });
  stays(["token: Ab1-Cd2-Ef3-Gh4", "token: Aa1-Aa1-Aa1-Aa1-", "token: q7Zk2••Lm9Xc4Vb8Nw1"]);
});

describe("letters alone", () => {
  goes("keyed-secret", [
    "token: ‹abc-QwErTyUiOpAsDfGhJkLz›",
    // Three of ten, and eight of ten, are capitals.
    "token: ‹QwerTyuiOpasDfghJklZ›",
    "token: ‹QWeRTYuIOPaSDFgHJKLZ›",
    // The case changes as often as a quarter of the length, also by the first and the last letter of the alphabet alone.
    "token: ‹QWERtyuiOPASdfghJKLz›",
    "token: ‹QWERtyuiAdfghjkOPSLz›",
    "token: ‹QWERtyuiZdfghjkOPSLx›",
  ]);
  stays([
    "token: QwerTyuiOpasDfghJklz",
    "token: QWaRTYUbOPASDcGHJKLZ",
    "token: QWERtyuiOPASdfghJKLZ",
    "token: ABCDEFGHIJklmnopqrst",
    "token: AbAbAbAbAbAbAbAbAbAb",
  ]);
});

describe("further on in the line", () => {
  goes("high-entropy", [`the secret ${"x ".repeat(28)}‹${random.repeat(24)}›`]);
  stays([
    "the secret see aB1-cD2-eF3-gH4-iJ5-kL6",
    "the secret see abcdefghij0123456789klmn",
    "THE SECRET SEE ABCDEFGHIJ0123456789KLMN",
    "the secret see abcdefghijKLMNopqrstUVWX",
  ]);
});
