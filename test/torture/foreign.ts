/** Foreign: files of our own state replaced by links, pipes, folders, endless files and garbage, and a command run on that. */

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { everythingBelow, harmTo, makeVictim, replaceBy, replacements } from "../support/foreign-state.js";
import { environment, type Ground, makeGround, openGround, pathOf } from "./ground.js";
import { chance, type Setting, type Suffered, type Torment } from "./torment.js";

export const foreign: Torment = {
  name: "foreign",
  says: "state replaced by what an archive may bring, and a command on it; the control writes to the same path; rounds are replacements",
  rounds: 60,
  run,
};

const program: string = resolve("dist/pagefile.cjs");
const msMax = 10_000;
const kibMax = 300 * 1024;
/** Of the table in README; a bug (70) is none of them. */
const exits: ReadonlySet<number | null> = new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 74]);

const staged = JSON.stringify({ op: "append", page: "p1", value: "- Waits." });

/** Each with what is on its standard input. */
const commands: readonly (readonly [readonly string[], string?])[] = [
  [["status"]],
  [["append", "p0", "- Said beside foreign state."]],
  [["stage", "--patch", "-"], staged],
  [["flush"]],
  [["assemble", "--budget", "2000"]],
  [["turn", "--session", "s1", "--turn", "2", "--budget", "2000"]],
  [["recall", "line"]],
  [["index", "rebuild"]],
  [["audit"]],
  [["nightly"]],
  [["doctor"]],
  [["verify"]],
  [["session", "list"]],
  [["journal", "--rejected"]],
  [["faults"]],
  [["trace"]],
  [["purge", "--match-secret", "--yes"]],
];

async function run({ seed, rounds, isOver, folder }: Setting): Promise<Suffered> {
  if (!existsSync(program)) throw new Error("dist/pagefile.cjs is missing: run npm run build first.");
  const preload = join(folder, "tell.cjs");
  const tell =
    "process.on('exit',()=>{try{require('fs').writeFileSync(process.env.TOLD,String(process.resourceUsage().maxRSS))}catch{}})";
  writeFileSync(preload, tell);
  const lived = livedIn(join(folder, "lived"), preload);
  const places = [".", ...everythingBelow(join(lived.root, ".git/pagefile"))];
  const broken: string[] = [];
  let [done, caught, slowest, most] = [0, 0, 0, 0];
  for (; done < rounds && !isOver(); done += 1) {
    const random = chance(seed, done);
    const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
    const [kind, place, [args, input = ""]] = [pick(kinds), pick(places), pick(commands)];
    const here = join(folder, `round-${done}`);
    const root = join(here, "memory");
    cpSync(lived.root, root, { recursive: true });
    const victim = join(here, "victim");
    makeVictim(victim);
    const at = join(root, ".git/pagefile", place);
    put(kind, at, victim, random);
    const ran = runOn(root, preload, args, input);
    const told = `foreign, round ${done}: ${kind} for ${place}: ${args.join(" ")}`;
    broken.push(...judged(ran, openGround(root)).map((says) => `${told}: ${says}: ${ran.stderr.slice(0, 200)}`));
    broken.push(...harmTo(victim).map((harm) => `${told}: outside the memory: ${harm}`));
    slowest = Math.max(slowest, ran.ms);
    most = Math.max(most, ran.kib ?? 0);
    if (naiveFails(at, victim)) caught += 1;
    rmSync(here, { recursive: true, force: true });
  }
  const title = `foreign state, ${done} replacements`;
  return {
    rows: [
      {
        case: title,
        metric: "promises broken",
        ours: broken.length,
        n: done,
        rival: `plain writer: ${caught} of ${done} hang, fail or write elsewhere`,
      },
      { case: title, metric: "ms, the slowest", ours: slowest, n: done },
      { case: title, metric: "MiB, the largest", ours: most / 1024, n: done },
    ],
    broken,
  };
}

const kinds = [...Object.keys(replacements), "garbage", "an empty file", "deep JSON", "the beginning of itself"];

function put(kind: string, path: string, victim: string, random: () => number): void {
  if (replacements[kind] !== undefined) {
    replaceBy(kind, path, victim);
    return;
  }
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  const was = isFile ? readFileSync(path) : Buffer.from("{}\n");
  rmSync(path, { recursive: true, force: true });
  if (kind === "garbage")
    writeFileSync(path, Buffer.from(Array.from({ length: 4_000 }, () => Math.floor(random() * 256))));
  else if (kind === "deep JSON") writeFileSync(path, `${"[".repeat(200_000)}\n`);
  else writeFileSync(path, kind === "an empty file" ? "" : was.subarray(0, Math.floor(random() * was.length)));
}

interface Run {
  readonly exit: number | null;
  readonly stderr: string;
  readonly ms: number;
  readonly kib: number | null;
}

function runOn(root: string, preload: string, args: readonly string[], input: string): Run {
  const said = join(root, "..", "told");
  rmSync(said, { force: true });
  const env = { ...environment(join(root, "..")), TOLD: said, NO_COLOR: "1" };
  const from = performance.now();
  const words = ["--require", preload, program, ...args];
  const options = { cwd: root, env, input, encoding: "utf8", timeout: msMax, killSignal: "SIGKILL" } as const;
  const { status, stderr } = spawnSync(process.execPath, words, options);
  const kib = existsSync(said) ? Number(readFileSync(said, "utf8")) : null;
  return { exit: status, stderr, ms: performance.now() - from, kib };
}

function judged({ exit, ms, kib }: Run, ground: Ground): readonly string[] {
  const fsck = ground.tryGit("fsck", "--strict", "--no-dangling");
  return [
    ...(exits.has(exit) ? [] : [`it ended with ${exit} after ${Math.round(ms)} ms`]),
    ...(kib !== null && kib > kibMax ? [`it took ${Math.round(kib / 1024)} MiB`] : []),
    ...(fsck.status === 0 ? [] : [`git fsck says ${fsck.said.slice(0, 200)}`]),
    ...(ground.tryGit("show", `HEAD:${pathOf("p0")}`).status === 0 ? [] : ["a page of HEAD is gone"]),
  ];
}

/** What a program does that reads its file and writes it back, as if nobody else could have put something there. */
function naiveFails(path: string, victim: string): boolean {
  const script =
    "const fs=require('fs');const [p]=process.argv.slice(1);fs.writeFileSync(p,fs.readFileSync(p,'utf8')+'more\\n')";
  const ran = spawnSync(process.execPath, ["--max-old-space-size=200", "-e", script, path], {
    timeout: 1_500,
    killSignal: "SIGKILL",
  });
  return ran.status !== 0 || harmTo(victim).length > 0;
}

/** A memory in which something of most kinds was kept. */
function livedIn(root: string, preload: string): Ground {
  mkdirSync(root, { recursive: true });
  const ground = makeGround(root);
  for (const [args, input = ""] of commands) runOn(root, preload, args, input);
  runOn(root, preload, ["stage", "--patch", "-"], staged);
  return ground;
}
