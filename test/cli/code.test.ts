/** Code: what V8 made of a file is used again only where nobody else could have written it, and else the file itself speaks. */

import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runCode } from "../../src/cli/code.js";

import { cli } from "../support/cli.js";
import { story } from "../support/harness-events.js";

interface Ground {
  readonly folder: string;
  readonly kept: string;
  /** Puts a program there that answers with this number, of two digits. */
  put(number: number, file?: string): void;
  /** Runs it to its end and gives its answer. */
  run(env?: NodeJS.ProcessEnv, task?: string, rounds?: number): number;
}

function ground(): Ground {
  const folder = mkdtempSync(join(tmpdir(), "pagefile-code-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  return {
    folder,
    kept: join(folder, ".code"),
    put(number, file = "main.AAAAAAAA.cjs") {
      writeFileSync(join(folder, file), `exports.answer = function () { return ${number}; };\n`);
      utimesSync(join(folder, file), 1_000, 1_000);
    },
    run(env = {}, task, rounds = 1) {
      let end = (): void => undefined;
      const atEnd = (act: () => void): void => {
        end = act;
      };
      const { answer } = runCode(folder, "main", env, { ...(task === undefined ? {} : { task }), rounds, atEnd }) as {
        answer: () => number;
      };
      const said = answer();
      end();
      return said;
    },
  };
}

/**
 * A name stands for one content, so another content under the same name shows which of the two is run. It is a new one each time,
 * because a process compiles the same text only once.
 */
test("a late file is run when something of it is asked for, and once", () => {
  const one = ground();
  const ran = globalThis as { late?: string[] };
  ran.late = [];
  writeFileSync(join(one.folder, "late-x.cjs"), 'globalThis.late.push("late"); exports.one = () => 21;');
  writeFileSync(
    join(one.folder, "main.AAAAAAAA.cjs"),
    'const late = require("./late-x.cjs"), again = require("./late-x.cjs"); globalThis.late.push("main"); exports.answer = () => late.one() + again.one();',
  );
  expect(one.run()).toBe(42);
  expect(ran.late).toEqual(["main", "late"]);
  delete ran.late;
});

test.each([true, false])("a process that outlives its package (%s) has read what it runs later", (outlives) => {
  const one = ground();
  writeFileSync(join(one.folder, "late-x.cjs"), "exports.one = () => 21;");
  const entry = join(one.folder, "main.AAAAAAAA.cjs");
  writeFileSync(entry, 'const late = require("./late-x.cjs"); exports.answer = () => late.one();');
  const { answer } = runCode(one.folder, "main", {}, { outlives, atEnd: () => undefined }) as {
    answer: () => number;
  };
  for (const file of readdirSync(one.folder)) rmSync(join(one.folder, file), { recursive: true });
  if (outlives) expect(answer()).toBe(21);
  else expect(answer).toThrow("ENOENT");
});

let next = 10;
function changed(one: Ground): number {
  next += 1;
  one.put(next);
  return next;
}

function keptFor(one: Ground): void {
  one.put(10);
  expect(one.run()).toBe(10);
}

/** Whether what is kept was run, and not the file. */
function believes(one: Ground, env: NodeJS.ProcessEnv = {}): boolean {
  const now = changed(one);
  const said = one.run(env);
  expect([10, now]).toContain(said);
  return said === 10;
}

test("a second run uses what the first one compiled, in a folder and files that are the user's alone", () => {
  const one = ground();
  keptFor(one);
  expect(believes(one)).toBe(true);
  const [file = ""] = readdirSync(one.kept);
  expect(file).toBe(`main.AAAAAAAA.cjs.1000000.${process.arch}-${process.version}`);
  expect(statSync(one.kept).mode & 0o777).toBe(0o700);
  expect(statSync(join(one.kept, file)).mode & 0o777).toBe(0o600);
});

/** A program that runs forty functions where `globalThis.works` is set, and how much is kept of it. */
function idler(): { readonly one: Ground; readonly works: { works?: boolean }; readonly size: () => number } {
  const one = ground();
  const functions = Array.from(
    { length: 40 },
    (_, at) => `one.f${at} = (x) => { let y = x; while (y > ${at}) y -= ${at + 1}; return y; };`,
  );
  const all = `for (const f of Object.values(one)) sum += f(3)`;
  writeFileSync(
    join(one.folder, "main.AAAAAAAA.cjs"),
    `const one = {};\n${functions.join("\n")}\nlet sum = 0;\nexports.answer = () => { if (globalThis.works) ${all}; return 7; };`,
  );
  const works = globalThis as { works?: boolean };
  onTestFinished(() => {
    delete works.works;
  });
  const size = (): number => {
    const [file = ""] = readdirSync(one.kept).filter((name) => name.startsWith("main."));
    return statSync(join(one.kept, file)).size;
  };
  return { one, works, size };
}

test("the first process of each task adds what it compiled to what is kept, and no later one", () => {
  const { one, works, size } = idler();
  one.run({}, "rests");
  const little = size();
  works.works = true;
  one.run({}, "rests");
  expect(size()).toBe(little);
  one.run({}, "works");
  const much = size();
  expect(much).toBeGreaterThan(1.5 * little);
  delete works.works;
  one.run({}, "rests-again");
  expect(size()).toBeGreaterThan(0.95 * much);
  const said = readdirSync(one.kept).filter((name) => name.startsWith("did-"));
  expect(said).toEqual(["rests", "rests-again", "works"].map((task) => `did-${task}-1-1.main.AAAAAAAA.cjs`));
});

test("a task may take more than one round to add all that it compiles, as a prompt with an answer and one without", () => {
  const { one, works, size } = idler();
  one.run({}, "turns", 2);
  const little = size();
  works.works = true;
  one.run({}, "turns", 2);
  expect(size()).toBeGreaterThan(1.5 * little);
  one.run({}, "turns", 2);
  expect(readdirSync(one.kept).filter((name) => name.startsWith("did-"))).toHaveLength(2);
});

test("a file of another name or another time is compiled anew", () => {
  const one = ground();
  keptFor(one);
  const now = changed(one);
  renameSync(join(one.folder, "main.AAAAAAAA.cjs"), join(one.folder, "main.BBBBBBBB.cjs"));
  expect(one.run()).toBe(now);
  const edited = ground();
  keptFor(edited);
  const later = changed(edited);
  utimesSync(join(edited.folder, "main.AAAAAAAA.cjs"), 1_001, 1_001);
  expect(edited.run()).toBe(later);
});

test("nothing is believed or kept where others can write, in a link, or against the user's word", () => {
  for (const mode of [0o775, 0o757]) {
    const one = ground();
    keptFor(one);
    chmodSync(one.kept, mode);
    expect(believes(one)).toBe(false);
    chmodSync(one.kept, 0o700);
    chmodSync(one.folder, mode);
    expect(believes(one)).toBe(false);
    rmSync(one.kept, { recursive: true });
    expect(believes(one)).toBe(false);
    expect(existsSync(one.kept)).toBe(false);
  }
  const linked = ground();
  keptFor(linked);
  renameSync(linked.kept, `${linked.folder}/elsewhere`);
  symlinkSync("elsewhere", linked.kept);
  expect(believes(linked)).toBe(false);
  const refused = ground();
  keptFor(refused);
  expect(believes(refused, { NODE_DISABLE_COMPILE_CACHE: "1" })).toBe(false);
  expect(believes(refused)).toBe(true);
});

test.runIf(process.geteuid?.() === 0)("nothing is believed that belongs to another user", () => {
  const one = ground();
  keptFor(one);
  chownSync(one.kept, 1, 1);
  expect(believes(one)).toBe(false);
  chownSync(one.kept, 0, 0);
  expect(believes(one)).toBe(true);
  chownSync(one.folder, 1, 1);
  expect(believes(one)).toBe(false);
});

test("what is damaged is compiled anew and kept again; what cannot be kept costs nothing but time", () => {
  for (const damage of [
    (whole: Buffer) => whole.subarray(0, 40),
    () => Buffer.alloc(0),
    (whole: Buffer) => Buffer.alloc(whole.length),
    () => Buffer.from("text"),
  ]) {
    const one = ground();
    keptFor(one);
    const file = join(one.kept, readdirSync(one.kept)[0] ?? "");
    writeFileSync(file, damage(readFileSync(file)));
    expect(believes(one)).toBe(false);
    expect(readFileSync(file).length).toBeGreaterThan(100);
  }
  const blocked = ground();
  blocked.put(10);
  writeFileSync(blocked.kept, "a file where the folder should be");
  expect(blocked.run()).toBe(10);
  const half = ground();
  keptFor(half);
  const [name = ""] = readdirSync(half.kept);
  rmSync(join(half.kept, name));
  mkdirSync(join(half.kept, name));
  expect(believes(half)).toBe(false);
  expect(readdirSync(half.kept)).toEqual([name]);
});

test("files of the folder are run once each, circles included, and all else is asked of node", () => {
  const one = ground();
  const put = (file: string, text: string): void => writeFileSync(join(one.folder, file), text);
  put(
    "main.AAAAAAAA.cjs",
    `const a = require("./a-1.cjs"); const b = require("./b-2.cjs");
    exports.answer = () => a.count + b.early * 10 + (require("node:path").sep.length * 100);
    exports.place = __filename;`,
  );
  put("a-1.cjs", `exports.count = 1; exports.b = require("./b-2.cjs"); exports.count += 1;`);
  put("b-2.cjs", `exports.early = require("./a-1.cjs").count;`);
  expect(one.run()).toBe(112);
  expect(one.run()).toBe(112);
  expect(() => runCode(one.folder, "other", {})).toThrow("There is no other.*.cjs");
});

test("a module of Node's own that loads late is the whole module, one by one and for who copies it", () => {
  const one = ground();
  const copied = "Object.defineProperties({}, Object.getOwnPropertyDescriptors(z))";
  const same = `[z, ${copied}].every((all) => all.inflateSync === require("zlib").inflateSync && "gzipSync" in all)`;
  writeFileSync(
    join(one.folder, "main.AAAAAAAA.cjs"),
    `const z = require("node:zlib");\nexports.answer = () => ${same};\n`,
  );
  expect(one.run()).toBe(true);
});

test("no event of a session opens Node's own output, whose streams take longer to load than much of what an event does", () => {
  const program = cli();
  const told = story(program.folder, "s-one", program.sample());
  const opened = join(program.folder, "opened");
  const probe = join(program.folder, "probe.cjs");
  // What is painted or not is asked of the environment first: it has to leave that open.
  const env = { NO_COLOR: "", NODE_OPTIONS: `--require=${probe}` };
  writeFileSync(
    probe,
    `const { get } = Object.getOwnPropertyDescriptor(process, "stdout");
    Object.defineProperty(process, "stdout", { configurable: true, get() {
      require("node:fs").appendFileSync(${JSON.stringify(opened)}, process.argv[4] + "\\n");
      return get.call(process);
    } });`,
  );
  const hook = (name: string, more: object = {}): void => {
    const ran = program.run(["harness", "claude-code", name, "--pid", String(process.pid)], {
      cwd: program.folder,
      input: told.event(name, { ...more }),
      env,
    });
    expect([name, ran.exit, ran.stderr]).toEqual([name, 0, ""]);
  };
  hook("SessionStart", { source: "startup" });
  hook("UserPromptSubmit", { prompt_id: "p1", prompt: "We deploy on Tuesdays, remember that." });
  hook("PostToolUse", { prompt_id: "p1", tool_name: "Read", tool_use_id: "t1", tool_input: {}, tool_response: {} });
  hook("Stop", { prompt_id: "p1", stop_hook_active: false });
  hook("UserPromptSubmit", { prompt_id: "p2", prompt: "When do we deploy?" });
  hook("Stop", { prompt_id: "p2", stop_hook_active: false });
  hook("SessionEnd", { reason: "other" });
  expect(existsSync(opened) ? readFileSync(opened, "utf8") : "").toBe("");
  program.run(["status"], { cwd: program.folder, env });
  expect(existsSync(opened)).toBe(true);
});
