/** Secrets: whatever field they come in, no byte of them reaches an object, a reference, a log or a file. */

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Cli, cli, type Ran } from "../support/cli.js";
import { here } from "../support/here.js";
import { randomText, secretSamples } from "../support/secret-samples.js";

type Field = (text: string, oneLine: string) => readonly string[];

const subject = ["--field", "subject=seats", "--field", "prefers=aisle"] as const;
const fresh = ["new", "--type", "preference", "--title"] as const;

/** How a text gets into each field; names and one-line fields take the line without its breaks. What follows `-` is the input. */
const fields: Readonly<Record<string, Field>> = {
  value: (text) => ["append", "travel-mornings", text],
  body: (text) => [...fresh, "Seats", ...subject, "--body", text],
  title: (_, line) => [...fresh, line.slice(0, 120), ...subject],
  field: (_, line) => [...fresh, "Seats", "--field", "subject=seats", "--field", `prefers=${line}`],
  setValue: (text) => ["set", "travel-mornings", "fields.prefers", text, "--base", "3", "--string"],
  actor: (_, line) => ["append", "travel-mornings", "Fine.", "--actor", line.slice(0, 120)],
  session: (_, line) => ["append", "travel-mornings", "Fine.", "--session", line.slice(0, 120)],
  evidence: (_, line) => ["append", "travel-mornings", "Fine.", "--evidence", `url:${line.slice(0, 400)}`],
  page: (_, line) => ["append", line, "Fine."],
  staged: (text) => ["stage", "--patch", "-", JSON.stringify({ op: "append", page: "travel-mornings", value: text })],
};

/** All that the repository holds: every object, loose or packed, and every file of the folder, `.git` included. */
function everyByte(memory: string): string {
  const objects = spawnSync("git", ["cat-file", "--batch-all-objects", "--batch"], {
    cwd: memory,
    maxBuffer: 1 << 28,
  });
  expect(objects.status).toBe(0);
  const files = readdirSync(memory, { recursive: true, encoding: "utf8" });
  const bytes = files
    .filter((path) => statSync(join(memory, path)).isFile())
    .map((path) => readFileSync(join(memory, path), "latin1"));
  return [objects.stdout.toString("latin1"), ...files, ...bytes].join("\n");
}

/** Any stretch of 12 characters of a secret would be a leak. */
function leaks(bytes: string, secret: string): readonly string[] {
  const parts = secret.split("\n").map((part) => Buffer.from(part, "utf8").toString("latin1"));
  return parts.flatMap((part) => {
    const found: string[] = [];
    for (let at = 0; at + 12 <= part.length; at += 1)
      if (bytes.includes(part.slice(at, at + 12))) found.push(part.slice(at, at + 12));
    return found;
  });
}

function refusedFor(ran: Ran): string {
  const told = JSON.parse(ran.stdout) as Record<"rejected" | "error", { reason?: string } | undefined>;
  return (told.rejected ?? told.error)?.reason ?? ran.stdout;
}

test.each(Object.keys(fields))(
  "a secret of any kind in %s is refused and kept nowhere",
  async (name) => {
    const program = cli();
    const run = here(program);
    const memory = program.sample();
    const before = program.git(["rev-parse", "HEAD"], memory);
    const samples = Object.entries(secretSamples(11)).filter(([kind], at) => fits(name, kind) && isTurn(name, at));
    const shown: string[] = [];
    for (const [at, [kind, { line }]] of samples.entries()) {
      const typed = fields[name]!(line, line.replace(/\n/g, " "));
      const dash = typed.indexOf("-");
      const [args, input] = dash < 0 ? [typed, ""] : [typed.slice(0, dash + 1), typed[dash + 1] ?? ""];
      // The first of each field by the built program; the others are the same command line in this process.
      const way = at === 0 ? program.run : run;
      const ran = await way([...args, "--json"], { cwd: memory, input });
      expect([kind, refusedFor(ran)], ran.stdout + ran.stderr).toEqual([kind, "SECRET_DETECTED"]);
      expect(ran.exit).toBe(1);
      shown.push(ran.stdout, ran.stderr);
    }
    const bytes = everyByte(memory) + everyByteBut(memory, program) + shown.join("\n");
    for (const [kind, { secret }] of samples) expect([kind, leaks(bytes, secret)]).toEqual([kind, []]);
    expect(program.git(["rev-parse", "HEAD"], memory)).toBe(before);
    expect(program.git(["status", "--porcelain"], memory)).toBe("");
    if (name !== "page") expect(bytes).toContain("SECRET_DETECTED");
  },
  60_000,
);

/** Where a secret is a matter of lines, a field of one line cannot hold it; where one is longer than the field, neither. */
function fits(name: string, kind: string): boolean {
  if (["value", "body", "setValue", "staged"].includes(name)) return true;
  const long =
    ["title", "actor", "session"].includes(name) && ["jwt", "anthropic", "githubFine", "base64Twice"].includes(kind);
  return !long && !["pem", "split", "splitBullets"].includes(kind);
}

/** The texts get every kind; the other fields every third, each from another start. `test/session/secrets.test.ts` has them all. */
function isTurn(name: string, at: number): boolean {
  return name === "value" || (at + Object.keys(fields).indexOf(name)) % 3 === 0;
}

/** The home folder too: nothing is kept outside the repository either. */
function everyByteBut(memory: string, program: Cli): string {
  const home = join(program.folder, "home");
  expect(memory.startsWith(home)).toBe(false);
  return readdirSync(home, { recursive: true, encoding: "utf8" }).join("\n");
}

test("a secret in tags, names of fields and lists of a merge is refused and kept nowhere", async () => {
  const program = cli();
  const run = here(program);
  const memory = program.sample();
  const token = `ghp_${randomText(36, 21)}`;
  const patches: readonly object[] = [
    { entries: [`- ${token.slice(0, 20)}`, `- ${token.slice(20)}`] },
    { fields: { [token]: "x" } },
    { fields: { password: "correct7horse" } },
    { fields: { notes: { login: [token] } } },
    { fields: { parts: [token.slice(0, 20), token.slice(20)] } },
    { tags: [`sk-${randomText(40, 22).toLowerCase()}`.slice(0, 40)] },
  ];
  for (const patch of patches) {
    const ran = await run(["merge", "travel-mornings", "--patch", "-", "--json"], {
      cwd: memory,
      input: JSON.stringify(patch),
    });
    expect(refusedFor(ran), JSON.stringify(patch)).toBe("SECRET_DETECTED");
  }
  const bytes = everyByte(memory);
  expect(leaks(bytes, token)).toEqual([]);
  expect(bytes).not.toContain("correct7horse");
});

test("a draft that is refused for its shape is told without the secret in it", async () => {
  const program = cli();
  const run = here(program);
  const memory = program.sample();
  const token = `ghp_${randomText(36, 23)}`;
  const input = JSON.stringify({ fields: { [`${token} x`]: "y" } });
  const ran = await run(["merge", "travel-mornings", "--patch", "-", "--json"], { cwd: memory, input });
  expect(ran.exit).toBe(1);
  expect(leaks(everyByte(memory) + ran.stdout + ran.stderr, token)).toEqual([]);
});

test("a secret that somebody committed by hand does not lock its page, and is not brought anywhere else", async () => {
  const program = cli();
  const run = here(program);
  const memory = program.sample();
  const path = join(memory, "memory", "preferences", "travel-mornings.md");
  const token = `ghp_${randomText(36, 24)}`;
  writeFileSync(path, `${readFileSync(path, "utf8")}- ${token}\n`);
  program.git(["commit", "--quiet", "--all", "--message=By hand"], memory);
  const fine = await run(["append", "travel-mornings", "Window on night trains."], { cwd: memory });
  expect(fine.stderr).toBe("");
  expect(fine.exit).toBe(0);
  expect((await run(["archive", "travel-mornings"], { cwd: memory })).exit).toBe(0);
  const again = await run(["append", "one-hotel", token, "--json"], { cwd: memory });
  expect(refusedFor(again)).toBe("SECRET_DETECTED");
});

test("adopting skips the file with a secret in it, says its line, makes no object of it, and adopts the rest", async () => {
  const program = cli();
  const run = here(program);
  const memory = program.sample();
  const token = `ghp_${randomText(36, 25)}`;
  const keys = `# Keys\n\n- ${token}\n`;
  writeFileSync(join(memory, "memory", "keys.md"), keys);
  writeFileSync(join(memory, "memory", "fine.md"), "# Fine\n\n- A window seat.\n");
  const ran = await run(["adopt", "memory/keys.md", "memory/fine.md", "--json"], { cwd: memory });
  expect(ran.exit, ran.stdout + ran.stderr).toBe(0);
  const { adopted, commit, skipped } = JSON.parse(ran.stdout);
  expect(adopted.map(({ path }: { path: string }) => path)).toEqual(["memory/fine.md"]);
  expect(skipped.map(({ path }: { path: string }) => path)).toEqual(["memory/keys.md"]);
  expect(skipped[0].why).toContain("memory/keys.md, line 3");
  expect(commit).toBe(program.git(["rev-parse", "HEAD"], memory).trim());
  expect(program.git(["show", "--format=", "--name-only", "HEAD"], memory).trim()).toBe("memory/fine.md");
  expect(readFileSync(join(memory, "memory", "keys.md"), "utf8")).toBe(keys);
  rmSync(join(memory, "memory", "keys.md"));
  expect(leaks(everyByte(memory) + ran.stdout + ran.stderr, token)).toEqual([]);
  writeFileSync(join(memory, "memory", "keys.md"), keys);
  const alone = await run(["adopt", "memory/keys.md"], { cwd: memory });
  expect([alone.exit, alone.stdout.includes("skipped  memory/keys.md: ")]).toEqual([0, true]);
  expect(leaks(alone.stdout + alone.stderr, token)).toEqual([]);
});

test("text that stands for omitted text is refused as such, and a sentence about it is not", async () => {
  const program = cli();
  const run = here(program);
  const memory = program.sample();
  for (const text of [
    "- New.\n[rest unchanged]",
    "<!-- existing content -->",
    "The key is [REDACTED:github-token].",
  ]) {
    expect(refusedFor(await run(["append", "travel-mornings", text, "--json"], { cwd: memory }))).toBe(
      "ELISION_DETECTED",
    );
  }
  const set = await run(
    ["set", "travel-mornings", "fields.prefers", "[REDACTED]", "--base", "3", "--string", "--json"],
    { cwd: memory },
  );
  expect(refusedFor(set)).toBe("ELISION_DETECTED");
  expect(
    (await run(["append", "travel-mornings", "The rest… stays redacted in `[REDACTED]`."], { cwd: memory })).exit,
  ).toBe(0);
});
