/** Labeled secrets: of 400 lines, as people write them, those that hold a credential are found and the others are let be. */
import { expect, test } from "vitest";
import { findSecrets, redactSecrets } from "../../src/rules/secret-keys.js";
import { labeledLines } from "../support/secret-lines.js";

test.each([1, 2, 3])("at least 95 of 100 secrets are found whole, and what is found is one: seed %i", (seed) => {
  const lines = labeledLines(seed);
  expect(lines.length).toBe(400);
  const isFound = ({ line, secret }: (typeof lines)[number]): boolean => {
    const at = line.indexOf(secret ?? "");
    const end = at + (secret ?? "").length;
    return findSecrets(line).some((match) => match.start <= at && match.end >= end);
  };
  const holding = lines.filter(({ secret }) => secret !== null);
  const missed = holding.filter((line) => !isFound(line));
  const wrong = lines.filter(({ line, secret }) => secret === null && findSecrets(line).length > 0);
  const found = holding.length - missed.length;
  const [recall, precision] = [found / holding.length, found / (found + wrong.length)];
  console.log(`seed ${seed}: recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}`);
  const frames = [...missed, ...wrong].map(({ line, secret }) =>
    secret === null ? line : line.replace(secret, "@"),
  );
  expect(recall, frames.join("\n")).toBeGreaterThanOrEqual(0.95);
  expect(precision, frames.join("\n")).toBeGreaterThanOrEqual(0.98);
});

const typed = "Tr0ub4dor!";
const code = "q7Zk2Lm9Xc4Vb8Nw3Qr5T6Yu";
const hex = "0123456789abcdef0123456789abcdef";
const passwords = (list: string): readonly string[] => list.split(" ").map((value) => `ssh: root / ${value}`);

/** Values between ‹ and › go, of this kind; all else stays. */
test.each<[kind: string, line: string]>([
  ...[
    ...[`ssh ${"x".repeat(39)}: root / ‹${typed}›`, `ssh:root/‹${typed}›`, `ssh:  **root** | **‹${typed}›**`],
    ...[`The ssh: ada@example.org   /   ‹${typed}›.`, `ssh: \`root\` / \`‹${typed}›\``],
    ...passwords("‹aB3!xy› ‹a1b2@cd› ‹correct!horse› ‹€Qx7-Zk2Lm9› ‹Qx7-Zk2Lm9€› ‹Abcdefghi1› ‹Abcdef12› ‹abcdef12›"),
    ...passwords("‹abcd1234› ‹ab12345cd› ‹a1bcdef2› ‹Zk29ab›"),
    ...[`New server: 10.2.3.4 root/‹${typed}›`, `Old credentials: 10.2.3.4, ada / ‹${typed}› — off`],
    ...[`**10.2.3.4** – \`root\` / \`‹${typed}›\``, `Логин: root / ‹${typed}›`, `Доступ: root | ‹${typed}›`],
    ...[`Пароль: ‹${typed}›`, `Hasło: ‹${typed}›`],
  ].map((line): [string, string] => ["password", line]),
  ...[
    ...[
      "key: ",
      "**Key**: ",
      "key  = ",
      "key (new): ",
      "key (): ",
      "key(old) : ",
      "key is ",
      "key\twas\t",
      "Schlüssel ist ",
    ],
    ...["key是", "密钥: “", "key:`", "public the key: ", "the public-ish key: "],
  ].map((opening): [string, string] => ["keyed-secret", `${opening}‹${code}›`]),
  ...["key: ‹q7Zk2Lm9Xc4Vb8Nw-aaaaaaa›", "key: ‹aaa-q7Zk2Lm9Xc4Vb8Nw-aaa›", "key: ‹abc-QwErTyUiOpAsDfGhJkLz›"].map(
    (line): [string, string] => ["keyed-secret", line],
  ),
  ...[hex, "abcd012345".repeat(4).slice(0, 32), hex + hex].flatMap((value) =>
    ["key: ", "the gpg lost key: "].map((opening): [string, string] => ["keyed-secret", `${opening}‹${value}›`]),
  ),
])("as %s: %s", (kind, line) => {
  expect(redactSecrets(line.replace(/[‹›]/g, ""))).toBe(line.replace(/‹[^›]*›/, `[REDACTED:${kind}]`));
});

test.each([
  ...[`ssh ${"x".repeat(40)}: root / ${typed}`, `ssh: (ada root / ${typed}`, `ssh: root / ,${typed}`],
  ...passwords("aB1!.. your-Passw0rd! sha1-Passw0rd! Tr0ub4/dor! getPass(1! 123456! correcthorse db1.example.org"),
  ...passwords("Qx7-Zk2-Lm9 --Qx7..Zk2Lm9-- Abcdefgh1 abcde12 abcdefg1 1abcdef2 abcd12345 Zk29a"),
  ...["public ", "öffentlicher ", "publique_", "foreign-", "sort\t"].map((before) => `${before}key: ${code}`),
  ...["key:  (", "key isq", "key    : ", "keys, ", "key (new, of a name that is long): "].map(
    (open) => `${open}${code}`,
  ),
  ...[
    "q7Zk2Lm9Xc4Vb8Nw3Qr5T6Y",
    "q7Zk2Lm9Xc4Vb8N-q7Zk2Lm9Xc4Vb8N",
    "sha256-q7Zk2Lm9Xc4Vb8Nw3Qr5T",
    `your-${code}`,
  ].map((value) => `key: ${value}`),
  ...["aaaaaaaaaaaaaaaaaaaaaaB1", hex.slice(1), `${hex}${hex}0`, `x${hex}`, hex.toUpperCase()].map(
    (it) => `key: ${it}`,
  ),
  ...["0000000000000000000000000000000a", "0123456789".repeat(4), "abcdef".repeat(6)].map((value) => `key: ${value}`),
  ...["10.2.3.4:8080/Dashboard2026", "10.2.3.4 docs/Node20.md", "10.2.3.4 /srv/Ada2026/x", "10.2.3.4 - Ada / Bea"],
  ...["Логин: почта / телефон", "Пароль: см. сейф", "v1.2.3.4 release/build2026", "10.2.3.4 root/backups"],
  ...["gpg ", "PGP-", "signing\t", "host\t"].map((before) => `${before}key: ${hex}`),
])("let through: %s", (line) => {
  expect(redactSecrets(line)).toBe(line);
});

/** Values between ‹ and › are secrets that a person says in a sentence. */
test.each([
  ...[
    "wifi in the shop: CrumbGuest, password ‹butter4ever›",
    "guest wifi password ‹Butter!Croissant›",
    "Passwort ‹Sommer2024›",
  ],
  ...["mot de passe ‹croissant75›", "contraseña ‹gato1234›, por favor", 'log in with the password "‹butter4ever›"'],
  ...["my bank pin is ‹8812›", "my pin for the alarm is ‹4471› and the safe code is ‹19-32-7›, i always forget"],
  ...[
    "our door code ‹4471#›",
    "the code to the front door is ‹4711›",
    "our alarm code is now ‹4471›.",
    "my sim pin: ‹8812›",
  ],
  ...[
    "PIN der Alarmanlage: ‹4471›",
    "Der Tresorcode ist ‹19-32-7›",
    "Meine EC-Karten-PIN ist ‹8812›",
    "Geheimzahl ‹8812›",
  ],
  ...[
    "der Türcode lautet ‹4711#›",
    "die PIN für die Karte lautet ‹8812›",
    "Code vom Safe: ‹19-32-7›",
    "passcode is ‹4471›",
  ],
  ...[
    "El PIN de la tarjeta es ‹8812›",
    "el código de la alarma es ‹4471›",
    "la clave de la caja fuerte es ‹19-32-7›",
  ],
  ...[
    "le code du coffre est ‹19-32-7›",
    "le code de l'alarme : ‹4471›",
    "digicode ‹12B45›",
    "Le digicode c'est ‹45B12›",
    "le mot de passe du wifi c'est ‹tournesol22›",
    "PIN ‹8812› für die Bankkarte",
    "my pin's ‹8812›",
    "le code PIN de ma carte est ‹8812›",
  ],
])("as said without a colon: %s", (line) => {
  expect(redactSecrets(line.replace(/[‹›]/g, ""))).toBe(
    line.replace(/‹[^›]*›/g, (value) => `[REDACTED:${/[a-z]{2}/.test(value) ? "password" : "code"}]`),
  );
});

test.each([
  ...[
    "the password reset page",
    "Store a **password hash**, not more",
    "store the password argon2id.",
    "password sha256.",
  ],
  ...[
    "pin the version to 4.2",
    "PIN 13 of the ESP32",
    "GPIO pin 4471",
    "the reset pin is 4096 on the emulator",
    "it answers on GPIO pin: 1017 on the expander",
    "remember that the alarm code is 1001, that means overheating",
    "set pin = 21",
    "pin: hard",
    "PIN code 560001",
  ],
  ...[
    "The PIN is checked 3 times.",
    "the default PIN: 1234",
    "code 4471 in the log",
    "zip code 90210",
    "exit code 137",
  ],
  ...[
    "error code 4471",
    "Alarm code 12 of the pump",
    "the door code changed in 2024",
    "the code for the card: 3000 lines",
  ],
  ...[
    "the building code is 2021.",
    "bank code 37040044",
    "the phone code is 555",
    "status code of the gate: 4001 requests",
  ],
  ...["código postal 28013", "code postal 75011", "the door code: see file 4471", "Der Türcode steht in Zeile 4471."],
])("no secret of a person's: %s", (line) => {
  expect(redactSecrets(line)).toBe(line);
});
