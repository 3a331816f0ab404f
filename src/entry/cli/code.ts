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
 * `late-…` holds what few commands need and is large: it is run when something of it is asked for.
 */
export function runCode(folder: string, name: string, env: NodeJS.ProcessEnv, atEnd: AtEnd = atExit): unknown {
  const entry = readdirSync(folder).find((file) => file.startsWith(`${name}.`) && file.endsWith(".cjs"));
  if (entry === undefined)
    throw new Error(`There is no ${name}.*.cjs in ${folder}: build or install Pagefile again.`);
  const place = join(folder, ".code");
  const isSafe = isOurs(folder) && (isOurs(place) || !existsSync(place));
  const kept = env.NODE_DISABLE_COMPILE_CACHE || !isSafe ? null : place;
  const outer = createRequire(join(folder, entry));
  const modules = new Map<string, { exports: unknown }>();
  const fresh: Fresh[] = [];
  const load = (file: string): unknown => {
    const known = modules.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(file, module);
    const path = join(folder, file);
    const script = compiled(path, kept === null ? null : join(kept, keptName(folder, file)), fresh);
    const inner = (id: string): unknown => {
      if (!id.startsWith("./")) return lateBuiltins.has(id) ? late(() => outer(id) as object) : outer(id);
      const name = id.slice(2);
      return name.startsWith("late-") ? late(() => load(name) as object) : load(name);
    };
    (script.runInThisContext() as Wrapped)(module.exports, inner, module, path, folder);
    return module.exports;
  };
  // At the end, because only what has run by then is compiled whole.
  if (kept !== null) atEnd(() => fresh.length > 0 && keep(kept, fresh));
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

interface Fresh {
  readonly script: Script;
  readonly file: string;
}

/** What wraps the file stands on its own first line, so that the lines in a stack trace are those of the file. */
function compiled(path: string, cache: string | null, fresh: Fresh[]): Script {
  const source = `(function (exports, require, module, __filename, __dirname) { ${readFileSync(path, "utf8")}\n})`;
  const cachedData = cache === null ? null : readOrNull(cache);
  const script = new Script(source, {
    filename: path,
    ...(cachedData === null ? {} : { cachedData }),
  });
  // V8 rejects what another V8, or one with other flags, has made.
  if (cache !== null && (cachedData === null || script.cachedDataRejected === true))
    fresh.push({ script, file: cache });
  return script;
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

/** Whole and on the disk before it has its name: V8 checks a version and a length, no more. A failure costs the next start its time. */
function keep(folder: string, fresh: readonly Fresh[]): void {
  let temp = "";
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isOurs(folder)) return;
    for (const { script, file } of fresh) {
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
  } catch {
    rmSync(temp, { force: true });
  }
}
