/** Replay session: fifty turns, every tenth by the built program, come out the same byte for byte, and another weight is told at its first turn. */

import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { ReplayAnswer, TurnAnswer } from "../../src/prompt/trace/read.js";
import { type Cli, cli, copyBuilt, type Ran, type RunOptions } from "../support/cli.js";
import { here } from "../support/here.js";

const root: string = fileURLToPath(new URL("../..", import.meta.url));
const demands = ["travel-mornings", "lisbon-fares:full", "memory#habits", "one-hotel", "lisbon-offsite:structured"];

/** Each turn at its own minute, whichever way it is run: the built program every tenth time, and in this process otherwise. */
async function takeTurns(at: Cli, cwd: string, turns: number): Promise<readonly TurnAnswer[]> {
  const inside = here(at);
  const taken: TurnAnswer[] = [];
  for (let turn = 1; turn <= turns; turn += 1) {
    const now = new Date(Date.UTC(2026, 10, 21, 9, turn)).toISOString();
    const run = async (args: readonly string[], options: RunOptions): Promise<Ran> => {
      const timed = { ...options, env: { PAGEFILE_NOW: now } };
      return turn % 10 === 0 ? at.run(args, timed) : inside(args, timed);
    };
    if (turn % 7 === 0) {
      const draft = { op: "append", page: "memory#lessons", value: `- Lesson ${turn}.`, session: "live" };
      expect((await run(["stage", "--patch", "-"], { cwd, input: JSON.stringify(draft) })).exit).toBe(0);
    }
    if (turn % 9 === 0) appendFileSync(join(cwd, "MEMORY.md"), `- By hand in turn ${turn}.\n`);
    if (turn % 18 === 0) at.git(["commit", "--quiet", "--all", "--message=By hand"], cwd);
    const args = [
      "turn",
      "--session",
      "live",
      "--turn",
      String(turn),
      "--budget",
      String(520 + 13 * (turn % 11)),
      "--tokenizer",
      "estimate",
      "--json",
    ];
    if (turn % 3 !== 0) args.push("--demand", demands[turn % demands.length] as string);
    if (turn % 4 === 0) args.push("--tool", `search:${turn % 8}`);
    if (turn % 10 === 0) args.push("--event", turn % 20 === 0 ? "reset" : "compaction-auto");
    const ran = await run(args, { cwd });
    expect([0, 1], ran.stderr).toContain(ran.exit);
    expect(ran.stdout, ran.stderr).not.toBe("");
    taken.push(JSON.parse(ran.stdout) as TurnAnswer);
  }
  return taken;
}

/** The built program with one weight of the policy changed. */
function withWeight(folder: string): string {
  const copy = join(folder, "copy");
  mkdirSync(copy);
  for (const name of ["dist", "templates", "hooks"]) copyBuilt(join(root, name), join(copy, name));
  copyFileSync(join(root, "package.json"), join(copy, "package.json"));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  let changed = 0;
  for (const name of readdirSync(join(copy, "dist", "program"))) {
    const file = join(copy, "dist", "program", name);
    const text = name.endsWith(".cjs") ? readFileSync(file, "utf8") : "";
    if (!/recency: ?0?\.6\b/.test(text)) continue;
    writeFileSync(file, text.replace(/recency: ?0?\.6\b/, "recency: 6"));
    changed += 1;
  }
  expect(changed).toBe(1);
  return join(copy, "dist", "pagefile.cjs");
}

test("50 turns with compactions and resets replay byte for byte; another weight shows at its first divergent turn", {
  timeout: 120_000,
}, async () => {
  const at = cli();
  const cwd = at.sample();
  const turns = await takeTurns(at, cwd, 50);
  expect(
    turns.flatMap(({ events }) => events.map(({ event }) => event)).filter((name) => name === "reset"),
  ).toHaveLength(2);
  expect(turns.some(({ boundaries }) => boundaries.some(({ committed }) => committed.length > 0))).toBe(true);
  expect(new Set(turns.flatMap(({ faults }) => faults.map(({ kind }) => kind)))).toContain(
    "duplicate_tool_signature",
  );
  const again = at.run(["replay", "--session", "live", "--json"], { cwd });
  const answer = JSON.parse(again.stdout) as ReplayAnswer;
  expect(answer.replayed.filter(({ outcome }) => outcome === "differs")).toEqual([]);
  const gone = answer.replayed.filter(({ outcome }) => outcome === "not_reproducible").map(({ turn }) => turn);
  // What was typed by hand and typed over before anybody committed it is nowhere; everything else is to be had.
  for (const turn of gone)
    expect([9, 27, 45].some((typed) => Number(turn) >= typed && Number(turn) < typed + 9)).toBe(true);
  expect(answer.equal).toBe(50 - gone.length);
  expect(answer.replayed.flatMap(({ differences }) => differences.map(({ what }) => what))).toEqual(
    gone.map(() => "pages"),
  );

  const other = withWeight(at.folder);
  const ran = at.run(["replay", "--session", "live", "--json"], { cwd, program: other });
  const { divergence, replayed } = JSON.parse(ran.stdout) as ReplayAnswer;
  expect(ran.exit).toBe(1);
  expect(divergence?.differences[0]).toMatchObject({ what: "weights" });
  expect(divergence?.differences.map(({ what }) => what)).toContain("text");
  expect(replayed.at(-1)).toEqual(divergence);
  expect(replayed.slice(0, -1).every(({ outcome }) => outcome !== "differs")).toBe(true);
  rmSync(other);
});
