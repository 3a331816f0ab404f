/** BenignLines: lines of memory pages that look like secrets and are none: object ids, digests, paths, sessions, settings, prose. */

import { createHash } from "node:crypto";
import { randomText } from "./secret-samples.js";

const hash = (name: string, text: string): string => createHash(name).update(text).digest("hex");

/** About 120 lines; the same for the same seed. */
export function benignLines(seed: number): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at < 6; at += 1) {
    const text = `${seed}/${at}`;
    const oid = hash("sha1", text);
    const digest = hash("sha256", text);
    const uuid = [8, 4, 4, 4, 12]
      .map((length, part) => randomText(length, seed * 97 + at * 7 + part, "0123456789abcdef"))
      .join("-");
    lines.push(
      `- Fixed in commit ${oid}. [agent]`,
      `commit:${oid}`,
      oid,
      `sha256:${digest}`,
      digest,
      `Pagefile-Patch: sha256:${digest}`,
      `index ${oid.slice(0, 10)}..${hash("sha1", oid).slice(0, 10)} 100644`,
      `evidence: [session:${uuid.slice(0, 8)}#L${at * 40}, page:travel-mornings]`,
      `session: ${uuid}`,
      `Request ${uuid} failed with 502.`,
      `sql = "UPDATE users SET pass='" + form.newPass2 + "'"`,
      `$q = "UPDATE users SET pass='"$._POST['newPass${at}']."'";`,
      `![chart](blobs/${oid.slice(0, 2)}/${oid.slice(2)}.png)`,
      `resolves: file:memory/evidence/blobs/sha256/${digest.slice(0, 2)}/${digest}`,
      `sha512-${createHash("sha512").update(text).digest("base64")}`,
      `Updated 2026-11-2${at}T08:0${at}:00Z by agent:codex-${at}.`,
      `See https://example.org/a/b/${oid}?page=${at}#section-${at}`,
      `https://github.com/owner/name/blob/${oid}/src/flow/commit.ts#L${at}`,
      `id: trip-2026-1${at}-bern-to-zermatt-with-family`,
    );
  }
  return [...lines, ...prose];
}

const prose: readonly string[] = [
  "- Never store a password in the page; the token lives in the keychain.",
  "- The password is required at every login.",
  "- Password: ask Ada.",
  "- The secret is patience.",
  "- The secret of good bread is time, and 72 % water.",
  "- Token budget: 4096; tokens used 3977 of 4096.",
  "- token: Bitcoin",
  "budget: { tokens: 4096 }",
  "tokenizer: o200k_base",
  "- The tokenizer is cl100k_base or o200k_base.",
  "- Reset the password with `pagefile reset --user ada`.",
  "password: $" + "{DB_PASSWORD}",
  "password=$DB_PASSWORD",
  "api_key: <your-api-key>",
  "API_KEY=your_api_key_here",
  "export OPENAI_API_KEY=sk-...",
  "token = process.env.GITHUB_TOKEN",
  "const token = getToken(options);",
  "const secret = config.auth.secret;",
  "password: string;",
  "secret: { type: string, required: true }",
  "token_type: bearer",
  "Authorization: Bearer <token>",
  "- Bearer tokens expire after 3600 seconds.",
  "postgres://user:password@localhost:5432/app",
  "https://user:pass@example.org/",
  "redis://localhost:6379/0",
  "ssh://git@github.com/owner/name.git",
  "mailto:ada@example.org",
  "- Keys begin with sk- and tokens with ghp_ or xoxb-.",
  "sk-learn-models-for-travel-and-trains",
  "- ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx is what the page shows.",
  "-----BEGIN PRIVATE KEY-----",
  "- Files that open with `-----BEGIN RSA PRIVATE KEY-----` are refused.",
  "- Boarding pass: seat 14A, gate B22, LX1234.",
  "- Pass the salt; the rail pass costs 244 francs.",
  "- The PIN pad is broken since 2026-03-01.",
  "- Secret Santa is on 2026-12-18 at 18:30.",
  "- He is the secretary of the board: Jean-Luc Picard.",
  "- Antidisestablishmentarianism and Donaudampfschifffahrtsgesellschaft are long words.",
  "node_modules/.cache/pagefile-bench/main.js",
  "memory/preferences/travel-mornings.md",
  "/etc/pagefile/config.yaml",
  "- The access key is under the mat.",
  "- Public key: see the wiki.",
  "- Version 1.2.3-beta.4+build.5678 of the tool.",
  "- IBAN and phone are in the safe, box 42.",
  "- Wait… then take the 9:14 train, platform 7.",
  "| token | count |",
  "| secret | where |",
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
];
