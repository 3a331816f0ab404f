/** The tool read_evidence: the whole of a result in parts that fit together, whatever it is made of. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readEvidenceTool } from "../../src/agents/mcp/tools.js";
import { digest } from "../../src/base/digest.js";
import { openWorkspace } from "../../src/open.js";

import { cli } from "../support/cli.js";
import { here } from "../support/here.js";

interface Part {
  readonly chars: number | null;
  readonly next: number | null;
  readonly bytes: number;
  readonly from?: number;
  readonly to?: number;
  readonly lines?: number;
}

const fareBlob = "782965f7fbe3c2f15de32bb15edccd44417dc5634fdc705d7ffb00a604ccd0a7";
const sha256 = (content: string | Uint8Array): string => digest(content).slice("sha256:".length);

function desk(): {
  readonly memory: string;
  readonly blobs: string;
  /** The command line. */
  readonly run: ReturnType<typeof here>;
  readonly part: (input: object) => Promise<{ readonly text: string; readonly about: Part }>;
} {
  const program = cli();
  const memory = program.sample();
  const asking = {
    open: () => openWorkspace({ cwd: memory, repos: [], env: program.env, now: null }),
    session: null,
    actor: "agent:test",
  };
  return {
    memory,
    run: here(program),
    blobs: join(memory, "memory/evidence/blobs"),
    async part(input) {
      const answer = await readEvidenceTool.call(input, asking);
      if (!answer.ok) throw new Error(answer.error.says);
      return {
        text: answer.value.length === 1 ? "" : (answer.value[0] ?? ""),
        about: JSON.parse(answer.value.at(-1) ?? ""),
      };
    },
  };
}

test("a result is the one that was kept when a checkout gives its file the line ends of Windows, and no other is", async () => {
  const { blobs, run, memory } = desk();
  const file = join(blobs, fareBlob);
  const kept = readFileSync(file, "latin1");
  const read = () => run(["evidence", "lisbon-fares"], { cwd: memory });
  const before = await read();
  writeFileSync(file, kept.replaceAll("\n", "\r\n"), "latin1");
  expect(await read()).toEqual(before);
  writeFileSync(file, kept.replaceAll("\n", "\r\nand more\r\n"), "latin1");
  expect((await read()).exit).not.toBe(0);
});

test("a result is read to its end, by its page or its digest, in parts no longer than was asked for", async () => {
  const { blobs, part } = desk();
  const own = fareBlob;
  const line = `${"é😀 ".repeat(3_000)}end`;
  const made = sha256(line);
  writeFileSync(join(blobs, made), line);
  const cases = [
    ["lisbon-fares", 100, own],
    [`sha256:${own}`, 7, own],
    [`sha256:${made}`, 1_001, made],
  ] as const;
  for (const [evidence, limit, name] of cases) {
    const whole = readFileSync(join(blobs, name), "utf8");
    let read = "";
    for (let offset: number | null = 0; offset !== null; ) {
      const { text, about } = await part({ evidence, offset, limit });
      expect(text.length).toBeLessThanOrEqual(limit);
      // No character is cut in two.
      expect(Buffer.from(text).toString("utf8") === text).toBe(true);
      expect(about.chars).toBe(whole.length);
      read += text;
      offset = about.next;
    }
    expect(read).toBe(whole);
  }
});

test("what is no text is said to be none, and nothing has no part", async () => {
  const { blobs, part } = desk();
  mkdirSync(blobs, { recursive: true });
  for (const bytes of [Buffer.from([1, 0, 2]), Buffer.alloc(0)]) writeFileSync(join(blobs, sha256(bytes)), bytes);
  const binary = await part({ evidence: `sha256:${sha256(Buffer.from([1, 0, 2]))}` });
  expect(binary).toMatchObject({ text: expect.stringContaining("no text"), about: { chars: null, bytes: 3 } });
  const empty = await part({ evidence: `sha256:${sha256(Buffer.alloc(0))}` });
  expect(empty).toMatchObject({ text: "", about: { chars: 0, next: null } });
});

test("a month of a series is read row by row, and a text line by line, from where the part before ended", async () => {
  const { memory, run, part } = desk();
  mkdirSync(join(memory, "memory/perception"), { recursive: true });
  const rows = Array.from(
    { length: 500 },
    (_, i) => `2026-10-${10 + (i % 20)}T12:00:00,${i},${"calm ".repeat(10)}\n`,
  );
  writeFileSync(join(memory, "memory/perception/sleep.csv"), ["ts,hours,note\n", ...rows].join(""));
  expect((await run(["nightly"], { cwd: memory })).exit).toBe(0);
  const kept = (text: string): readonly string[] => text.split("\n").map((row) => `${row}\n`);
  const read: string[] = [];
  for (let from: number | null = 1; from !== null; ) {
    const { text, about } = await part(
      from === 1 ? { evidence: "sleep-2026-10" } : { evidence: "sleep-2026-10", from },
    );
    expect(about).toMatchObject({ from, lines: rows.length });
    expect(text.length).toBeLessThanOrEqual(16_000);
    read.push(...kept(text));
    from = about.next;
  }
  expect(read).toEqual(rows);
  const two = await part({ evidence: "sleep-2026-10", from: 7, to: 8 });
  expect(two).toMatchObject({ text: `${rows[6]}${rows[7]}`.slice(0, -1), about: { from: 7, to: 8, next: 9 } });
  const fares = readFileSync(join(memory, "memory/evidence/blobs", fareBlob), "utf8").split("\n");
  const line = await part({ evidence: "lisbon-fares", from: 2, to: 2 });
  expect(line).toMatchObject({ text: fares[1], about: { from: 2, to: 2 } });
  const bad: readonly (readonly [input: object, says: RegExp])[] = [
    [{ evidence: "sleep-2026-10", offset: 0 }, /read by rows/],
    [{ evidence: "sleep-2026-10", from: 501 }, /It has 500 rows/],
    [{ evidence: "lisbon-fares", from: 2, limit: 10 }, /Either characters are asked for or lines/],
    [{ evidence: "lisbon-fares", from: 2, to: 1 }, /before the first line/],
  ];
  for (const [input, says] of bad) await expect(part(input), JSON.stringify(input)).rejects.toThrow(says);
});

test("what cannot be read is refused with what to do", async () => {
  const { part } = desk();
  const bad: readonly (readonly [input: object, says: RegExp])[] = [
    [{ evidence: "memory" }, /“memory” is no page of evidence/],
    [{ evidence: "sha256:00" }, /“sha256:00” is no digest/],
    [{ evidence: `sha256:${"0".repeat(64)}` }, /No result sha256:0+ is kept here/],
    [{ evidence: "nope" }, /There is no page “nope”/],
    [{ evidence: "lisbon-fares", limit: 16_001 }, /“limit”: .*<=16000/],
    [{ evidence: "lisbon-fares", offset: -1 }, /“offset”: .*>=0/],
  ];
  for (const [input, says] of bad) await expect(part(input), JSON.stringify(input)).rejects.toThrow(says);
});
