/** The evaluation runner: `npm run eval -- recall|nights|real|loop|kernel`, see `-h` of each; without a name, the evaluation of the paper. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { weights } from "../../src/heard/weights.js";
import { loadTokenizer } from "../../src/memory/tokenizer.js";
import { reportJson } from "../bench/report.js";
import { evalKernel, type SessionFile, sessionsOf } from "./kernel/kernel.js";
import { goalsOf as kernelGoals, kernelRows, kernelText } from "./kernel/text.js";
import { fitting, lastsFrom, type Sample, samplesOf, scoresText, weightsFrom, weightsText } from "./loop/fit.js";
import { keptText, lastingSamples, readKept, readReal } from "./loop/kept.js";
import { evalKinds, kindRows, kindsText, missedGoals } from "./loop/kinds.js";
import { type Labeled, readLabeled } from "./loop/labeled.js";
import { evalLoop, loopRows, loopText, missedIn } from "./loop/loop.js";
import { evalReplay, replayRows, replayText } from "./loop/replay.js";
import { readTrain } from "./loop/train.js";
import { playWritten, promptsOf, readWritten, seenText, writtenSets } from "./loop/written.js";
import { evalNights, nightRows, nightText } from "./nights/nights.js";
import { evalPaper } from "./paper/paper.js";
import { evalWanted, wantedText } from "./real/prompt.js";
import { evalReal } from "./real/real.js";
import { rowsOf as realRows, sumsOf, tableOfOne } from "./real/text.js";
import { alsoText } from "./recall/also.js";
import { askedText, evalAsked } from "./recall/asked.js";
import { evalAnswers, evalOtherWords, evalRecall, evalSure, goalsOf, rowsOf, tableOf } from "./recall/recall.js";
import { shownTable } from "./recall/shown.js";
import { signsText, sureText } from "./recall/sure.js";

const usage = `Usage: npm run eval -- [--out DIR] [--quick] [--json] [--quiet] [--no-color]
       npm run eval -- recall [--data DIR] [--shown N] [--asked] [--also] [--sure [--fit]] [--program FILE] [--out FILE]
       npm run eval -- nights [--days N] [--seed S] [--out FILE]
       npm run eval -- real [--data DIR] [--only NAME,…] [--seconds N] [--program FILE] [--answers DIR] [--out FILE]
       npm run eval -- real --prompts [--data DIR] [--only NAME,…] [--program FILE]
       npm run eval -- loop --kinds [--out FILE]
       npm run eval -- loop --fit > src/heard/weights.ts
       npm run eval -- loop [--full] [--seed S] [--writes] [--report] [--misses N] [--program FILE] [--out FILE]
       npm run eval -- loop --written [quarters-]fit|[quarters-]held [--program FILE] [--misses N]
       npm run eval -- loop --transcripts DIR [--program FILE] [--out FILE]
       npm run eval -- kernel [--data DIR] [--only NAME,…] [--report] [--out FILE]

(none)  the evaluation of the paper: its tables, and report.html, report.md and results.json in --out; sessions
        come from PAGEFILE_EVAL_DATA/transcripts; --quick takes fewer budgets, tasks and lengths; exit 1 where a gate fails
recall  retrieval over the data sets below --data, else PAGEFILE_EVAL_DATA; exit 1 where a goal is missed; --shown: what of the
        answers to every Nth question stands in what the product prints at 400, 800 and 2,000 tokens; --asked: questions over real
        workspaces (sets/real-questions), what the library and the built program, or FILE, print of their answers, with the model for
        meaning that PAGEFILE_EMBEDDER_URL and _MODEL name, where they do; --also: questions over conversations, alone and in other
        words too (sets/also); --sure: whether confidence is the chance of being
        right; with --fit the weights of its signs are made anew
nights  so many days of a busy agent (365), killed, starved, twice at once and at the wrong time, with what has to hold
        on every morning; exit 1 where anything does not. The same seed (7) gives the same year.
real    the built program, or FILE, on a copy of every workspace below --data, else PAGEFILE_EVAL_DATA (test/eval/real.md):
        what it reads, finds, moves and puts into prompts, held against the judged entries; a command has N seconds (300);
        exit 1 where a goal is missed; with --prompts only how much of what owners would want at a start (sets/owner-prompts)
        stands in a prompt of 2,000, 8,000 and 32,000 tokens, beside other ways to fill as many
loop    a made-up person's days with the hook processes of the built program, or FILE: what of the person's words is kept and given
        back when it is needed, beside three rivals on the same events; six days, or thirty with --full; with --writes the model
        writes down one statement of four; exit 1 where a goal is missed, but not with --report; N misses are told (10)
        with --written weeks of people as others wrote them instead, the half that was looked at or the one that judges (four minutes
        each), or quarters of a year (ten to sixteen): of what later prompts need, how much is at hand
        with --transcripts the recorded sessions below DIR instead, a repository in the order of time: of what a session looks up
        again, how much stood in what it was given
        with --kinds only which kinds of words are heard in the labeled set, the half known to who wrote the classifier and the
        half that judges it apart; with --fit the weights of the classifier, made anew from what may be known
kernel  sessions recorded below --data, else PAGEFILE_EVAL_DATA, in transcripts: what the provider counted beside a simulation of its
        cache, and what they would have cost under the kernel and under rules of other programs, by three price tables; whether
        what later turns used is still there; exit 1 where a goal is missed, but not with --report; --only names parts of names
`;

async function main(args: readonly string[]): Promise<number> {
  const [name] = args;
  if (name !== "recall" && name !== "nights" && name !== "real" && name !== "loop" && name !== "kernel")
    return paper(args);
  const { values } = parseArgs({
    args: args.slice(1),
    options: {
      data: { type: "string" },
      days: { type: "string" },
      seed: { type: "string" },
      out: { type: "string" },
      only: { type: "string" },
      seconds: { type: "string" },
      program: { type: "string" },
      answers: { type: "string" },
      full: { type: "boolean" },
      shown: { type: "string" },
      asked: { type: "boolean" },
      also: { type: "boolean" },
      sure: { type: "boolean" },
      writes: { type: "boolean" },
      report: { type: "boolean" },
      misses: { type: "string" },
      transcripts: { type: "string" },
      written: { type: "string" },
      kinds: { type: "boolean" },
      prompts: { type: "boolean" },
      fit: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help === true) {
    process.stdout.write(usage);
    return 0;
  }
  return { recall, nights, real, loop, kernel }[name](values);
}

async function paper(args: readonly string[]): Promise<number> {
  if (args.includes("-h") || args.includes("--help")) {
    process.stdout.write(usage);
    return 0;
  }
  const { stdout, stderr } = process;
  const printed = await evalPaper(args, { cwd: process.cwd(), env: process.env, stdout, stderr });
  stdout.write(printed.stdout);
  stderr.write(printed.stderr);
  return printed.exit;
}

interface Values {
  readonly data?: string | undefined;
  readonly shown?: string | undefined;
  readonly asked?: boolean | undefined;
  readonly also?: boolean | undefined;
  readonly sure?: boolean | undefined;
  readonly days?: string | undefined;
  readonly seed?: string | undefined;
  readonly out?: string | undefined;
  readonly only?: string | undefined;
  readonly seconds?: string | undefined;
  readonly program?: string | undefined;
  readonly answers?: string | undefined;
  readonly full?: boolean | undefined;
  readonly writes?: boolean | undefined;
  readonly report?: boolean | undefined;
  readonly misses?: string | undefined;
  readonly transcripts?: string | undefined;
  readonly written?: string | undefined;
  readonly kinds?: boolean | undefined;
  readonly prompts?: boolean | undefined;
  readonly fit?: boolean | undefined;
}

async function recall(values: Values): Promise<number> {
  const data = dataOf(values);
  if (data === undefined) return 2;
  if (values.shown !== undefined) {
    process.stdout.write(shownTable(await evalAnswers(data, Math.max(1, Number(values.shown) || 1))));
    return 0;
  }
  if (values.also === true) {
    process.stdout.write(alsoText(await evalOtherWords(data)));
    return 0;
  }
  const program = resolve(values.program ?? "dist/pagefile.cjs");
  if (values.asked === true) {
    process.stdout.write(askedText(await evalAsked(data, program)));
    return 0;
  }
  if (values.sure === true) {
    const samples = await evalSure(data, program);
    process.stdout.write(sureText(samples));
    if (values.fit === true) process.stdout.write(`\n${signsText(samples)}`);
    return 0;
  }
  const lines = evalRecall(data);
  const { text, missed } = goalsOf(lines);
  process.stdout.write(`${tableOf(lines)}\n${text}`);
  if (values.out !== undefined) writeFileSync(values.out, reportJson("recall", 0, rowsOf(lines)));
  return missed > 0 ? 1 : 0;
}

async function real(values: Values): Promise<number> {
  const data = dataOf(values);
  const seconds = Number(values.seconds ?? 300);
  if (data === undefined || !(seconds > 0)) return 2;
  const program = resolve(values.program ?? "dist/pagefile.cjs");
  const run = { data, seconds, program, only: values.only?.split(",") ?? [] };
  if (values.prompts === true) {
    const tokenizer = await loadTokenizer("o200k_base", resolve("dist/o200k_base.table"));
    const tell = (name: string): void => void process.stderr.write(`${name}\n`);
    process.stdout.write(wantedText(evalWanted({ ...run, count: (text) => tokenizer.count(text) }, tell)));
    return 0;
  }
  const asked = { ...run, gold: "test/eval/real", answers: values.answers };
  const all = evalReal(asked, (told) => process.stdout.write(`${tableOfOne(told, seconds)}\n`));
  const { text, missed } = sumsOf(all);
  process.stdout.write(text);
  if (values.out !== undefined) writeFileSync(values.out, reportJson("real", 0, realRows(all)));
  return missed > 0 ? 1 : 0;
}

function dataOf(values: Values): string | undefined {
  const data = values.data ?? process.env.PAGEFILE_EVAL_DATA ?? "";
  if (data !== "") return data;
  process.stderr.write("PAGEFILE_EVAL_DATA is not set and no --data was given, so there is nothing to ask.\n");
  return undefined;
}

async function nights(values: Values): Promise<number> {
  const asked = { days: Number(values.days ?? 365), seed: Number(values.seed ?? 7) };
  if (!Number.isSafeInteger(asked.days) || asked.days < 3 || !Number.isSafeInteger(asked.seed)) {
    process.stderr.write(`--days is a whole number from 3 on, and --seed a whole number.\n${usage}`);
    return 2;
  }
  const year = await evalNights(asked);
  process.stdout.write(nightText(year, asked));
  if (values.out !== undefined) writeFileSync(values.out, reportJson("nights", asked.seed, nightRows(year, asked)));
  return year.broken.length > 0 ? 1 : 0;
}

async function loop(values: Values): Promise<number> {
  if (values.kinds === true) return kindsOfWords(values);
  if (values.fit === true) return weightsOfKinds();
  const [seed, missesMax] = [Number(values.seed ?? 7), Number(values.misses ?? 10)];
  if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(missesMax)) {
    process.stderr.write(`--seed and --misses are whole numbers.\n${usage}`);
    return 2;
  }
  const tokenizer = await loadTokenizer("o200k_base", resolve("dist/o200k_base.table"));
  const asked = {
    program: resolve(values.program ?? "dist/pagefile.cjs"),
    tokens: (text: string) => tokenizer.count(text),
    tell: (progress: string) => process.stderr.write(`${progress}\n`),
  };
  if (values.written !== undefined) return weeks(values.written, { ...asked, missesMax });
  if (values.transcripts !== undefined) {
    const replay = evalReplay({ ...asked, folder: values.transcripts });
    process.stdout.write(replayText(replay));
    if (values.out !== undefined) writeFileSync(values.out, reportJson("recorded", 0, replayRows(replay)));
    return 0;
  }
  const size = values.full === true ? "full" : "short";
  const done = await evalLoop({ ...asked, seed, size, writes: values.writes === true });
  process.stdout.write(loopText(done, missesMax));
  if (values.out !== undefined) writeFileSync(values.out, reportJson("loop", seed, loopRows(done)));
  return missedIn(done) > 0 && values.report !== true ? 1 : 0;
}

async function kernel(values: Values): Promise<number> {
  const data = dataOf(values);
  if (data === undefined) return 2;
  const tokenizer = await loadTokenizer("o200k_base", resolve("dist/o200k_base.table"));
  const known = new Map<string, number>();
  const count = (text: string): number => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const tokens = tokenizer.count(text);
    known.set(text, tokens);
    return tokens;
  };
  const only = values.only?.split(",") ?? [""];
  const files = sessionFiles(join(data, "transcripts")).filter(({ name }) =>
    only.some((part) => name.includes(part)),
  );
  const tell = (progress: string): void => void process.stderr.write(`${progress}\n`);
  const done = evalKernel(sessionsOf(files, count), { count, tell });
  process.stdout.write(kernelText(done));
  if (values.out !== undefined) writeFileSync(values.out, reportJson("kernel", 0, kernelRows(done)));
  return kernelGoals(done).some(({ reached }) => !reached) && values.report !== true ? 1 : 0;
}

function sessionFiles(folder: string): readonly SessionFile[] {
  const names = readdirSync(folder, { recursive: true }).map(String);
  const sessions = names.filter((name) => name.endsWith(".jsonl")).sort();
  return sessions.map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
}

const saidFolder = "test/eval/loop/said";

function weeks(
  asked: string,
  { program, tell, missesMax }: { program: string; tell: (progress: string) => void; missesMax: number },
): number {
  const set = writtenSets.find((each) => each === asked);
  if (set === undefined) {
    process.stderr.write(`--written is one of ${writtenSets.join(", ")}.\n${usage}`);
    return 2;
  }
  const seen = readWritten(`${saidFolder}/stories`, set).map((story) => {
    tell(story.name);
    return playWritten(story, program);
  });
  process.stdout.write(seenText(seen, missesMax));
  return 0;
}

function kindsOfWords(values: Values): number {
  const prompts = readLabeled(saidFolder);
  const reports = (["fit", "held"] as const).map((half) => evalKinds(prompts, half));
  for (const report of reports) process.stdout.write(`${kindsText(report)}\n`);
  const samples = knownSamples(prompts);
  process.stdout.write(`${scoresText(samples, weights)}\n`);
  const typed = readKept(`${saidFolder}/kept`);
  for (const half of ["fit", "held"] as const) {
    process.stdout.write(`${keptText("Typed", typed, half)}\n`);
    const real = readReal(process.env.PAGEFILE_EVAL_DATA, half);
    if (real.length > 0) process.stdout.write(`${keptText("Typed in real sessions", real, half)}\n`);
  }
  const missed = reports.filter(({ half }) => half === "held").flatMap(missedGoals);
  process.stdout.write(missed.length === 0 ? "Every goal is reached.\n" : `Missed goals:\n${missed.join("\n")}\n`);
  if (values.out !== undefined) writeFileSync(values.out, reportJson("kinds", 0, reports.flatMap(kindRows)));
  return missed.length > 0 && values.report !== true ? 1 : 0;
}

function knownSamples(prompts: readonly Labeled[]): readonly Sample[] {
  const known = prompts.filter(({ half }) => half === "fit");
  return samplesOf(readTrain(`${saidFolder}/train`, fitting.seed), known);
}

function weightsOfKinds(): number {
  const labeled = readLabeled(saidFolder).filter(({ half }) => half === "fit");
  const typed = readKept(`${saidFolder}/kept`).filter(({ half }) => half === "fit");
  const told = (["fit", "quarters-fit"] as const).flatMap((set) =>
    readWritten(`${saidFolder}/stories`, set).flatMap(promptsOf),
  );
  const real = readReal(process.env.PAGEFILE_EVAL_DATA, "fit");
  const trained = readTrain(`${saidFolder}/train`, fitting.seed);
  const lasting = lastingSamples({ typed: [...typed, ...told], real }, labeled, trained);
  process.stdout.write(weightsText(weightsFrom(knownSamples(labeled), fitting), lastsFrom(lasting, fitting)));
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
