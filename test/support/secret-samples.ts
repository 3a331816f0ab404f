/** SecretSamples: made-up credentials of every kind, put together at run time so that no scanner takes this file for a leak. */

const letters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The same for the same seed; letters and digits, evenly mixed. */
export function randomText(length: number, seed: number, alphabet: string = letters): string {
  let state = (seed * 2654435761 + 12345) >>> 0;
  let text = "";
  while (text.length < length) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    text += alphabet[(state >>> 16) % alphabet.length];
  }
  return text;
}

const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const hex = "0123456789abcdef";

/** By kind: a line that holds a secret, and the part of it that must never be written anywhere. */
export function secretSamples(
  seed: number,
): Readonly<Record<string, { readonly line: string; readonly secret: string }>> {
  const made = (secret: string, line = `Noted: ${secret} for later.`): { line: string; secret: string } => ({
    line,
    secret,
  });
  const github = `ghp_${randomText(36, seed)}`;
  const base64 = Buffer.from(`token ${github}`).toString("base64");
  const password = `hunter2${randomText(6, seed + 1)}`;
  const pem = `${randomText(64, seed + 2)}\n${randomText(64, seed + 3)}\n${randomText(40, seed + 4)}=`;
  return {
    aws: made(`AKIA${randomText(16, seed + 5, upper)}`),
    awsSecret: keyed("aws_secret_access_key = ", randomText(40, seed + 6)),
    github: made(github),
    githubFine: made(`github_pat_${randomText(22, seed + 7)}_${randomText(59, seed + 8)}`),
    openai: made(`sk-${randomText(48, seed + 9)}`),
    anthropic: made(`sk-ant-api03-${randomText(93, seed + 10, `${letters}_-`)}AA`),
    slack: made(`xoxb-123456789012-${randomText(24, seed + 11)}`),
    google: made(`AIza${randomText(35, seed + 12)}`),
    npm: made(`npm_${randomText(36, seed + 13)}`),
    stripe: made(`sk_${"live"}_${randomText(24, seed + 14)}`),
    jwt: made(`eyJ${randomText(20, seed + 15)}.eyJ${randomText(60, seed + 16)}.${randomText(43, seed + 17)}`),
    pem: { line: `-----BEGIN RSA ${"PRIVATE"} KEY-----\n${pem}\n-----END RSA ${"PRIVATE"} KEY-----`, secret: pem },
    url: { line: `Use postgres://app:${password}@db.example.org/main here.`, secret: password },
    password: keyed("password=", password),
    passwordIs: keyed("The wifi password is ", password),
    passwordJson: { line: `{"password": "${password}"}`, secret: password },
    token: keyed("token: ", randomText(32, seed + 18, hex)),
    bearer: keyed("Authorization: Bearer ", randomText(32, seed + 19)),
    nearby: keyed("The api key of the staging host, 9 am: ", randomText(40, seed + 20)),
    base64: made(base64),
    base64Twice: made(Buffer.from(base64).toString("base64")),
    split: made(`${github.slice(0, 18)}\n${github.slice(18)}`),
    splitBullets: made(`${github.slice(0, 18)}\n- ${github.slice(18)}`),
    splitQuotes: made(`"${github.slice(0, 18)}" + "${github.slice(18)}"`),
    zeroWidth: made(`${github.slice(0, 9)}\u200b${github.slice(9, 20)}\u2060${github.slice(20)}`),
    fullWidth: made(`\uff47\uff48\uff50\uff3f${github.slice(4)}`),
    escaped: made(github.replace("_", "\\_")),
  };
}

function keyed(name: string, secret: string): { readonly line: string; readonly secret: string } {
  return { line: `${name}${secret}`, secret };
}
