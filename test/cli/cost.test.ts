/** Cost: what the command prints of recorded sessions, its picture, its refusals, and that memory's words are known by how hooks begin them. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { memoryOpenings } from "../../src/cli/commands/trace.js";
import { type Cli, cli } from "../support/cli.js";
import { here } from "../support/here.js";
import { claudeCodeSession, codexSession, piSession } from "../support/recorded-sessions.js";

interface Scene {
  readonly program: Cli;
  readonly cost: (...args: readonly string[]) => Promise<string>;
}

function scene(): Scene {
  const program = cli();
  const run = here(program);
  mkdirSync(join(program.folder, "sessions/deep"), { recursive: true });
  writeFileSync(join(program.folder, "claude.jsonl"), claudeCodeSession());
  writeFileSync(join(program.folder, "sessions/codex.jsonl"), codexSession());
  writeFileSync(join(program.folder, "sessions/deep/pi.jsonl"), piSession());
  writeFileSync(join(program.folder, "sessions/notes.md"), "No session.\n");
  const cost: Scene["cost"] = async (...args) => {
    const { stdout, stderr, exit } = await run(["cost", ...args], { cwd: program.folder });
    return `\n${stdout}${stderr === "" ? "" : `-- stderr\n${stderr}`}${exit === 0 ? "" : `-- exit ${exit}\n`}`;
  };
  return { program, cost };
}

/** What the kernel would do is its own tests' to hold. */
function withoutKernel(text: string): string {
  const figures =
    /\$[\d.]+ for the input instead of \$[\d.]+ \([−+±][\d.]+ %\), [−+±][\d.]+ % tokens, [−+±][\d.]+ % of/g;
  return text.replace(figures, "FIGURES of").replace(/with the kernel [−+±][\d.]+ %/g, "with the kernel FIGURE");
}

test("a file that is not there is a bad command line", async () => {
  const { program, cost } = scene();
  const said = await cost("nofile");
  expect(said).toMatch(/There is no file .*nofile\.[\s\S]*-- exit 2\n$/);
  expect(said).not.toContain("workload");
  mkdirSync(join(program.folder, "none"));
  expect(await cost("none")).toMatch(/There is no session below none\.[\s\S]*-- exit 2\n$/);
});

test("one session: what was read and written, why, and what memory took", async () => {
  expect(withoutKernel(await scene().cost("claude.jsonl"))).toMatchInlineSnapshot(`
    "
    claude.jsonl  claude-code, 6 calls, 2026-11-20 09:00 to 09:15, claude-opus-4-6, claude-haiku-4-5
                            tokens   share  dollars
    read from a cache        35.0k  28.5 %   $0.011
    written or taken anew    87.6k  71.5 %   $0.434
      the first call         20.0k  22.8 %   $0.125
      the session grew        1.8k   2.1 %   $0.011
      after a pause          21.5k  24.5 %   $0.134
      after a compaction      1.0k   1.1 %   $0.001
      another model          21.7k  24.8 %   $0.027
      no cause in the file   21.6k  24.7 %   $0.135
    answers                    300           $0.006
    The largest request had 21.8k tokens; 4.0 times that was written.
    Memory itself: 1 block of 40 tokens, sent 200 in all, $0.001.
    With the kernel, by simulation: FIGURES of the conversation.
    -- stderr
    List prices of 2026-11-10; --prices FILE puts yours over them.
    "
  `);
});

test("a folder stands for all sessions below it, and their sum is told", async () => {
  const said = await scene().cost("sessions", "claude.jsonl", "--as", "claude-opus-5.5");
  expect(withoutKernel(said)).toMatchInlineSnapshot(`
    "
    sessions/codex.jsonl  codex, 3 calls, 2026-11-20 09:00 to 09:01, gpt-5.6-terra
                           tokens   share  dollars
    read from a cache       18.3k  66.0 %   $0.004
    written or taken anew    9.4k  34.0 %   $0.047
      the first call         9.0k  95.8 %   $0.045
      the session grew        190   2.0 %   $0.001
      after a compaction      200   2.1 %   $0.001
    answers                   200           $0.004
    The largest request had 9.5k tokens; 1.0 times that was written.
    With the kernel, by simulation: FIGURES of the conversation.

    sessions/deep/pi.jsonl  pi, 5 calls, 2026-11-20 09:01 to 09:10, claude-sonnet-4-5
                           tokens   share  dollars
    read from a cache       18.1k  58.7 %   $0.004
    written or taken anew   12.7k  41.3 %   $0.064
      the first call         6.0k  47.1 %   $0.030
      the session grew        209   1.6 %   $0.001
      after a compaction      403   3.2 %   $0.002
      other thinking         6.1k  48.1 %   $0.031
    answers                   100           $0.002
    The largest request had 6.4k tokens; 2.0 times that was written.
    With the kernel, by simulation: FIGURES of the conversation.

    claude.jsonl  claude-code, 6 calls, 2026-11-20 09:00 to 09:15, claude-opus-4-6, claude-haiku-4-5
                            tokens   share  dollars
    read from a cache        35.0k  28.5 %   $0.007
    written or taken anew    87.6k  71.5 %   $0.438
      the first call         20.0k  22.8 %   $0.100
      the session grew        1.8k   2.1 %   $0.009
      after a pause          21.5k  24.5 %   $0.107
      after a compaction      1.0k   1.1 %   $0.005
      another model          21.7k  24.8 %   $0.108
      no cause in the file   21.6k  24.7 %   $0.108
    answers                    300           $0.006
    The largest request had 21.8k tokens; 4.0 times that was written.
    Memory itself: 1 block of 40 tokens, sent 200 in all, $0.001.
    With the kernel, by simulation: FIGURES of the conversation.

    together  181.1k tokens, 39.4 % read from a cache, $0.563 for the input and $0.012 for the answers, with the kernel FIGURE by simulation
    -- stderr
    List prices of 2026-11-10; --prices FILE puts yours over them.
    "
  `);
});

test("a file of prices stands over the list, and a model without a price is told", async () => {
  const { program, cost } = scene();
  writeFileSync(join(program.folder, "odd.jsonl"), codexSession().replaceAll("gpt-5.6-terra", "odd-1"));
  expect(await cost("odd.jsonl")).toMatch(/No price is known for odd-1/);
  const prices = { generatedAt: "2026-12-24", models: [{ model: "odd-1", input: 100, output: 0, read: 10 }] };
  writeFileSync(join(program.folder, "prices.json"), JSON.stringify(prices));
  const own = await cost("odd.jsonl", "--prices", "prices.json");
  expect(own).toMatch(/List prices of 2026-12-24/);
  expect(own).not.toMatch(/No price/);
});

test("the picture is one SVG with every session, and no name of a file becomes markup", async () => {
  const { program, cost } = scene();
  writeFileSync(join(program.folder, "a<b&c.jsonl"), piSession());
  expect(await cost("a<b&c.jsonl", "claude.jsonl", "--svg", "cost.svg")).toMatch(/written {2}.*cost\.svg/);
  const svg = readFileSync(join(program.folder, "cost.svg"), "utf8");
  expect(svg.startsWith("<svg ")).toBe(true);
  expect(svg).toContain("a&lt;b&amp;c.jsonl");
  expect(svg).toContain("claude.jsonl");
  expect(svg.match(/<g /g)).toHaveLength(2);
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
});

test.each([
  ["a file that is no session", ["sessions/notes.md"]],
  ["a file that is not there", ["nowhere.jsonl"]],
  ["a model without a price", ["claude.jsonl", "--as", "somebody-7"]],
  ["a picture that is none", ["claude.jsonl", "--svg", "cost.png"]],
  ["a file that holds no prices", ["claude.jsonl", "--prices", "claude.jsonl"]],
  ["nothing", []],
])("refused with what is and what to do: %s", async (_what, args) => {
  const { program, cost } = scene();
  const said = await cost(...args);
  expect(said).toMatch(/error: .+\n(?:.*\n)*? *hint: .+/);
  expect(said).toMatch(/-- exit (?:1|2|74)\n$/);
  expect(existsSync(join(program.folder, "cost.png"))).toBe(false);
});

test("memory's words begin as the hooks begin them", () => {
  const sources = ["event-context", "prompt-entries", "capture"].map((name) =>
    readFileSync(new URL(`../../src/agents/${name}.ts`, import.meta.url), "utf8"),
  );
  for (const opening of memoryOpenings)
    expect(
      sources.some((source) => source.includes(opening)),
      opening,
    ).toBe(true);
});
