/** Failing calls: the Nth file-system call or start of a process of this whole process fails with a chosen errno; node's own modules are bent. */

import childProcess, { type ChildProcess } from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const names = [
  "openSync readSync writeSync writevSync writeFileSync appendFileSync copyFileSync readFileSync fsyncSync closeSync",
  "renameSync linkSync unlinkSync rmSync mkdirSync mkdtempSync rmdirSync readdirSync lstatSync statSync fstatSync",
  "accessSync ftruncateSync fchmodSync chmodSync realpathSync readlinkSync",
]
  .join(" ")
  .split(" ");
const promised = "open rename unlink mkdir rm rmdir readFile writeFile readdir stat lstat realpath readlink".split(
  " ",
);
const ofHandles = "read readFile write writeFile sync datasync stat truncate chmod close".split(" ");

/** What a `spawn` that the system refused for it tells by an event; any other errno it throws. */
const toldByEvent: ReadonlySet<string> = new Set(["EACCES", "EAGAIN", "EMFILE", "ENFILE", "ENOENT"]);

export interface FailingCalls {
  /** Names of the calls that counted, in order; the failed one is among them. */
  readonly calls: readonly string[];
  /** The file system is itself again. */
  restore(): void;
}

/**
 * The `failAt`th call from now on fails (from 1; 0 for none); with `only`, the `failAt`th of those whose names it fits. A file that
 * fails to close is closed nevertheless, as the system does it.
 */
export function failCalls(failAt: number, errno: string, only: RegExp | null = null): FailingCalls {
  const calls: string[] = [];
  const originals: [Record<string, unknown>, string, unknown][] = [];
  const failure = (name: string): Error | null => {
    if (only !== null && !only.test(name)) return null;
    calls.push(name);
    if (calls.length !== failAt) return null;
    return Object.assign(new Error(`${errno}: injected, ${name}`), { code: errno });
  };
  const bend = (object: object, name: string, make: (real: Call) => Call): void => {
    const holder = object as Record<string, unknown>;
    const real = holder[name];
    originals.push([holder, name, real]);
    holder[name] = Object.assign(
      make((...args) => (real as Call).apply(object, args)),
      real,
    );
  };
  for (const name of names) {
    bend(fs, name, (real) => (...args) => {
      const failed = failure(name);
      if (failed !== null && name === "closeSync") real(...args);
      if (failed !== null) throw failed;
      return real(...args);
    });
  }
  // Whatever goes wrong, it says that nothing is there.
  bend(
    fs,
    "existsSync",
    (real) =>
      (...args) =>
        failure("existsSync") === null ? real(...args) : false,
  );
  bend(fs, "fsync", (real) => (...args) => {
    const failed = failure("fsync");
    return failed === null ? real(...args) : queueMicrotask(() => (args[1] as Call)(failed));
  });
  for (const name of promised) {
    bend(fs.promises, name, (real) => async (...args) => {
      const failed = failure(name);
      if (failed !== null) throw failed;
      const given = await real(...args);
      return name === "open" ? bentHandle(given as object, failure) : given;
    });
  }
  bend(childProcess, "spawn", (real) => (...args) => {
    const failed = failure("spawn");
    return failed === null ? real(...args) : refusedStart(real, args, { failed, errno });
  });
  syncBuiltinESMExports();
  return {
    calls,
    restore() {
      for (const [holder, name, real] of originals) holder[name] = real;
      syncBuiltinESMExports();
    },
  };
}

type Call = (...args: unknown[]) => unknown;

/** An open file whose own calls count, and may fail. */
function bentHandle(handle: object, failure: (name: string) => Error | null): object {
  const holder = handle as Record<string, Call>;
  for (const name of ofHandles) {
    const real = holder[name];
    if (real === undefined) continue;
    holder[name] = async (...args) => {
      const failed = failure(`handle.${name}`);
      if (failed !== null && name === "close") await real.apply(handle, args);
      if (failed !== null) throw failed;
      return real.apply(handle, args);
    };
  }
  return handle;
}

/** As node has it: a child that says it never was, or an error right away. */
function refusedStart(
  real: Call,
  args: readonly unknown[],
  { failed, errno }: { readonly failed: Error; readonly errno: string },
): unknown {
  if (!toldByEvent.has(errno)) throw failed;
  const child = real("/nowhere/at/all", [], args[2]) as ChildProcess;
  const emit = child.emit.bind(child) as (event: string, ...rest: unknown[]) => boolean;
  child.emit = ((event: string, ...rest: unknown[]) =>
    event === "error" ? emit(event, failed) : emit(event, ...rest)) as ChildProcess["emit"];
  return child;
}
