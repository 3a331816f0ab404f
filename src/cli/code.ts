/** Code: runs the built program's own files, beside which it keeps what V8 made of them, so that only a first start compiles. */

import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";

type Wrapped = (
  exports: unknown,
  require: (id: string) => unknown,
  module: { exports: unknown },
  file: string,
  folder: string,
) => void;

/**
 * Runs `NAME.HASH.cjs` of a folder and gives its exports. Every file there names its own content, so what was compiled of a file
 * of that name can be of no other. It is kept in `.code` of the same folder, where it is believed only if nobody else can write
 * there: who can change it could change the program. Whatever stands in the way of that, the file is compiled as ever. A file called
 * `late-…` holds what few commands need and is large: it is run when something of it is asked for. `task` is what the process is
 * there for: the first to do it with so many files add what they compiled to what is kept of them, as another task runs other functions; `rounds`
 * says how many do.
 * `flags` names those that V8 runs under where they are not its own: what it made under others it does not take. `outlives`: the process
 * may still run when the package is replaced under it, so all files of the folder are read at its start, whether or not they are ever run.
 */
export function runCode(
  folder: string,
  name: string,
  env: NodeJS.ProcessEnv,
  {
    task = null,
    rounds = 1,
    flags = "",
    outlives = false,
    atEnd = atExit,
  }: {
    readonly task?: string | null;
    readonly rounds?: number;
    readonly flags?: string;
    readonly outlives?: boolean;
    readonly atEnd?: AtEnd;
  } = {},
): unknown {
  const files = readdirSync(folder).filter((file) => file.endsWith(".cjs"));
  const entry = files.find((file) => file.startsWith(`${name}.`));
  if (entry === undefined)
    throw new Error(`There is no ${name}.*.cjs in ${folder}: build or install Pagefile again.`);
  const place = join(folder, ".code");
  const isSafe = isOurs(folder) && (isOurs(place) || !existsSync(place));
  const kept = env.NODE_DISABLE_COMPILE_CACHE || !isSafe ? null : place;
  const outer = createRequire(join(folder, entry));
  const read = (file: string): Source => ({
    text: readFileSync(join(folder, file), "utf8"),
    kept: kept === null ? null : join(kept, keptName(folder, file) + flags),
  });
  const held = new Map((outlives ? files : []).map((file) => [file, read(file)]));
  const modules = new Map<string, { exports: unknown }>();
  const run: Compiled[] = [];
  const load = (file: string): unknown => {
    const known = modules.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(file, module);
    const path = join(folder, file);
    const { script, ...about } = compiled(path, held.get(file) ?? read(file));
    run.push({ script, ...about });
    const inner = (id: string): unknown => {
      if (!id.startsWith("./")) return lateBuiltins.has(id) ? late(() => outer(id) as object) : outer(id);
      const name = id.slice(2);
      return name.startsWith("late-") ? late(() => load(name) as object) : load(name);
    };
    (script.runInThisContext() as Wrapped)(module.exports, inner, module, path, folder);
    return module.exports;
  };
  // At the end, because only what has run by then is compiled whole.
  const marks = (): readonly string[] =>
    task === null ? [] : Array.from({ length: rounds }, (_, at) => `did-${task}-${run.length}-${at + 1}.${entry}`);
  if (kept !== null) atEnd(() => keepRun(kept, run, marks()));
  return load(entry);
}

/** What of Node's own takes milliseconds to load, and few starts need. */
const lateBuiltins: ReadonlySet<string> = new Set(
  ["child_process", "crypto", "fs/promises", "os", "perf_hooks", "timers/promises", "zlib"].map(
    (name) => `node:${name}`,
  ),
);

/** Stands for what a file exports, or a module of Node's own: by name, or whole where a built file copies it. */
function late(load: () => object): object {
  return new Proxy(
    {},
    {
      get: (_, name) => Reflect.get(load(), name),
      has: (_, name) => Reflect.has(load(), name),
      ownKeys: () => Reflect.ownKeys(load()),
      getOwnPropertyDescriptor(_, name) {
        const found = Reflect.getOwnPropertyDescriptor(load(), name);
        // What the proxy stands for has no property of its own that could be fixed.
        return found && { ...found, configurable: true };
      },
    },
  );
}

/** With the time of the file too, for somebody who edits a built file in place. */
function keptName(folder: string, file: string): string {
  return `${file}.${Math.trunc(statSync(join(folder, file)).mtimeMs)}.${process.arch}-${process.version}`;
}

type AtEnd = (act: () => void) => void;

function atExit(act: () => void): void {
  process.once("exit", act);
}

interface Compiled {
  readonly script: Script;
  /** Where what V8 made of it is kept; null where nothing is. */
  readonly file: string | null;
  /** Whether it is not what was kept. */
  readonly isFresh: boolean;
}

interface Source {
  readonly text: string;
  /** Where what V8 makes of it is kept; null where nothing is. */
  readonly kept: string | null;
}

/** What wraps the file stands on its own first line, so that the lines in a stack trace are those of the file. */
function compiled(path: string, { text, kept: file }: Source): Compiled {
  const source = `(function (exports, require, module, __filename, __dirname) { ${text}\n})`;
  const cachedData = file === null ? null : readOrNull(file);
  const script = new Script(source, {
    filename: path,
    ...(cachedData === null ? {} : { cachedData }),
  });
  // V8 rejects what another V8, or one with other flags, has made.
  return { script, file, isFresh: cachedData === null || script.cachedDataRejected === true };
}

function readOrNull(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

/** A folder of this very user that nobody else may write. Where users have no numbers, it cannot be told. */
function isOurs(folder: string): boolean {
  const user = process.geteuid?.();
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return user !== undefined && stat?.isDirectory() === true && stat.uid === user && (stat.mode & 0o022) === 0;
}

/** Such tasks are counted: words that are mistyped are tasks too. */
const tasksMax = 200;

/** `marks` are the names of the files by which a later process knows that it does nothing new: each round leaves one. */
function keepRun(folder: string, run: readonly Compiled[], marks: readonly string[]): void {
  const mark = marks.find((name) => !existsSync(join(folder, name)));
  const isNew = mark !== undefined;
  const kept = run.filter(({ isFresh }) => isFresh || isNew);
  if (kept.length === 0) return;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isOurs(folder)) return;
    const tasks = isNew ? readdirSync(folder).filter((name) => name.startsWith("did-")).length : 0;
    keep(tasks < tasksMax ? kept : kept.filter(({ isFresh }) => isFresh));
    if (isNew && tasks < tasksMax) closeSync(openSync(join(folder, mark), "a", 0o600));
  } catch {
    // The next start takes its time.
  }
}

/** Whole and on the disk before it has its name: V8 checks a version and a length, no more. */
function keep(run: readonly Compiled[]): void {
  let temp = "";
  try {
    for (const { script, file } of run) {
      if (file === null) continue;
      temp = `${file}.${process.pid}`;
      const fd = openSync(temp, "wx", 0o600);
      try {
        writeFileSync(fd, script.createCachedData());
        fsyncSync(fd);
      } finally {
        closeSync(fd);
      }
      renameSync(temp, file);
    }
  } catch (error) {
    rmSync(temp, { force: true });
    throw error;
  }
}
