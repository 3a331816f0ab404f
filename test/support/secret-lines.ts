/** SecretLines: 400 lines as people write them, half of which hold a made-up credential that a seed puts together at run time. */

import { benignLines } from "./benign-lines.js";
import { randomText } from "./secret-samples.js";

export interface LabeledLine {
  readonly line: string;
  /** null where the line holds none. */
  readonly secret: string | null;
}

const mixed = (length: number, seed: number): string => `a7Q${randomText(length - 3, seed)}`;
const word = (seed: number): string => ["Sommer", "Lisboa", "Gatto", "Perro", "Nuage"][seed % 5] ?? "";
const typed = (seed: number): string =>
  `${word(seed)}${randomText(2, seed, "0123456789")}${["!", "$", "#", "x", "?"][seed % 5]}${randomText(3, seed + 7)}`;
const lower = (seed: number): string =>
  `${randomText(5, seed, "bcdfghjkm")}${randomText(2, seed, "23456789")}${randomText(3, seed + 1, "aeiou")}`;

/** Each with its secret in the place of `@`. */
const holding: readonly (readonly [frame: string, make: (seed: number) => string])[] = [
  ["SSH: root / @", typed],
  ["- **SSH:** root / @", typed],
  ["- SSH (staging): deploy / @", lower],
  ["Login: ada@example.org / @", typed],
  ["FTP login: web01 | @", typed],
  ["Zugangsdaten: ada / @", typed],
  ["Acceso: ana / @", typed],
  ["账号: admin / @", typed],
  ["VPN: ada / `@`", typed],
  ["Admin panel: admin/@", typed],
  ["- Key: @", (seed) => mixed(40, seed)],
  ["- Key: @", (seed) => hex(40, seed)],
  ["- **Key:** `@`", (seed) => mixed(40, seed)],
  ["Key = @", (seed) => mixed(32, seed)],
  ["Key (production): @", (seed) => mixed(36, seed)],
  ["Schlüssel: @", (seed) => mixed(40, seed)],
  ["密钥：@", (seed) => mixed(40, seed)],
  ["the mollie key is @", (seed) => `${["live", "test"][seed % 2]}_${mixed(30, seed)}`],
  ["The stripe key is @.", (seed) => `sk_${"live"}_${randomText(24, seed)}`],
  ["Use the key @ for maps", (seed) => `AIza${randomText(35, seed)}`],
  ["password: @", typed],
  ["Passwort ist @", typed],
  ["Contraseña: @", typed],
  ["mot de passe : @", typed],
  ["senha: @", typed],
  ["密码是 @", typed],
  ["パスワードは @", typed],
  ["pw: @", typed],
  ["user: root, pass=@", typed],
  ["DB_PASSWORD=@", lower],
  ["wifi password is @", typed],
  ["API_KEY=@", (seed) => mixed(32, seed)],
  ["- api key → @", (seed) => mixed(40, seed)],
  ["token: @", (seed) => randomText(40, seed, "0123456789abcdef")],
  ["Authorization: Bearer @", (seed) => mixed(40, seed)],
  ["gh token @ (expires in May)", (seed) => `ghp_${randomText(36, seed)}`],
  ["OPENAI: @", (seed) => `sk-proj-${mixed(44, seed)}`],
  ["postgres://app:@@db.example.org/main", lower],
  ["client_secret: '@'", (seed) => mixed(30, seed)],
  ["The signing key was @ until May", (seed) => mixed(40, seed)],
  ["aws_secret_access_key = @", (seed) => randomText(40, seed)],
];

/** What documentation and notes write where a credential would stand, or that only looks like one. */
const plain: readonly string[] = [
  "SSH: root / see the safe",
  "SSH: root / <password>",
  "SSH: root / 10.0.0.12",
  "SSH: deploy / staging.example.org",
  "Login: ada / ask Ben",
  "Login: `admin` / `YOUR_PASSWORD`",
  "DB: postgres / mysql8",
  "Admin: docs / v1.24.3",
  "Account: premium / claude-3-5-sonnet-20241022",
  "User: ada / ben",
  "Login: 2026-11-20 / 2026-11-21",
  "Key: value",
  "Key: YOUR_API_KEY",
  "Key: `process.env.MAPS_KEY`",
  "Key: sk-...",
  "Key: src/flow/history/verify-history.ts",
  "Key: agent:main:telegram:group:12345",
  "Public key: ssh-ed25519",
  "Keys: ada, ben and the neighbor",
  "The key is under the mat.",
  "The key is to answer within a day.",
  "the mollie key is in 1Password",
  "the mollie key is live_...",
  "live_update_of_all_settings_pages",
  "test_that_a_user_can_log_in_twice_a_day",
  "OPENAI_API_KEY=sk-...",
  "export GITHUB_TOKEN=$" + "{GITHUB_TOKEN}",
  "api_key: <your-api-key>",
  "token: op://vault/item/field",
  "password: changeme",
  "Passwort ist bei Ada.",
  "contraseña: pedir a Ana",
  "mot de passe : voir le coffre",
  "密码: 问小王",
  "Boarding pass: seat 14A",
  "pass: see the wallet",
  "The token budget is 32000.",
  "max_tokens: 4096",
  "secretRef: projects/app/secrets/mail",
  "- Rotate keys on the first Monday.",
];

const base64 = (length: number, seed: number): string =>
  randomText(length, seed, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
const hex = (length: number, seed: number): string => randomText(length, seed, "0123456789abcdef");

const address = (seed: number): string => randomText(40, seed, "0123456789abcdefABCDEF");

/** What documentation shows in full because it is public: images, digests, addresses, signatures, links with a state of their own. */
function published(seed: number): readonly string[] {
  return [
    `![token flow](data:image/png;base64,iVBORw0KGgo${base64(90, seed)}==)`,
    `"key": "data:font/woff2;base64,d09GMgABAAAA${base64(120, seed + 1)}"`,
    `<img alt="secret garden" src="data:image/svg+xml;base64,PHN2${base64(60, seed + 2)}" />`,
    `${base64(40, seed + 3)}pwd${base64(60, seed + 4)}`,
    `${base64(30, seed + 5)}token/${base64(70, seed + 6)}`,
    `signing key fingerprint: SHA256:${base64(43, seed + 7)}`,
    `The signing key has the fingerprint MD5:${hex(32, seed + 8)}.`,
    `"integrity": "sha512-${base64(86, seed + 9)}==", "token-types": "4.2.1"`,
    `"@app/token-store": { "version": "2.1.0", "integrity": "sha512-${base64(86, seed + 10)}==" }`,
    `js-tokens@^4.0.0: resolved with integrity sha384-${base64(64, seed + 11)}`,
    `image: registry.example.org/secret-manager@sha256:${hex(64, seed + 12)}`,
    `Token image digest: sha256:${hex(64, seed + 13)}`,
    `token_hash: ${hex(64, seed + 14)}`,
    `secret_sha256=${hex(64, seed + 15)}`,
    `password_hash_checksum: ${hex(40, seed + 16)}`,
    `Token address: 0x${address(seed + 17)}`,
    `The token is deployed (\`0x${address(seed + 18)}\`) and the site is up.`,
    `GOLD_TOKEN_ADDRESS=0x${address(seed + 19)}`,
    `<https://login.example.org/authorize?client_id=app_${hex(20, seed + 20)}&id_token_hint=true&state=${base64(
      43,
      seed + 21,
    )
      .replaceAll("/", "_")
      .replaceAll("+", "-")}>`,
    `https://id.example.org/cb?use_token=1&code_challenge=${base64(43, seed + 22)
      .replaceAll("/", "-")
      .replaceAll("+", "_")}&code_challenge_method=S256`,
    "The app password was **revoked** last week.",
    "- Token: `D:/mail/ada/token_mail2.json` (read and label)",
    "- Token: ~/.config/app/token-2026.json",
    "Credentials: `/srv/app/etc/credentials.d/mail01.json`",
    `Deploy key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5${base64(48, seed + 23)} ada@example.org`,
    `X-Signature of a token request: keyId="main",signature="${base64(86, seed + 24)}=="`,
  ];
}

export function labeledLines(seed: number): readonly LabeledLine[] {
  const secrets = Array.from({ length: 200 }, (_, at): LabeledLine => {
    const [frame, make] = holding[at % holding.length] ?? holding[0]!;
    const secret = make(seed * 1_000 + at);
    const place = frame.indexOf("@");
    const isUrl = frame.includes("@@");
    const isLogin = frame.startsWith("Login");
    const cut = isUrl ? place : isLogin ? frame.lastIndexOf("@") : place;
    return { line: `${frame.slice(0, cut)}${secret}${frame.slice(cut + 1)}`, secret };
  });
  const others = [...plain, ...published(seed), ...benignLines(seed), ...benignLines(seed + 1)].slice(0, 200);
  return [...secrets, ...others.map((line) => ({ line, secret: null }))];
}
