/** Failing calls: the Nth file-system call of this whole process fails with a chosen errno; node's own modules are what is bent. */

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const names = [
  "openSync readSync writeSync writevSync writeFileSync readFileSync fsyncSync closeSync renameSync linkSync unlinkSync",
  "mkdirSync rmdirSync readdirSync lstatSync statSync fstatSync ftruncateSync fchmodSync chmodSync realpathSync readlinkSync",
]
  .join(" ")
  .split(" ");
const promised = "open rename unlink mkdir rm readFile writeFile readdir stat lstat realpath readlink".split(" ");

export interface FailingCalls {
  /** Names of the calls made, in order; the failed one is among them. */
  readonly calls: readonly string[];
  /** The file system is itself again. */
  restore(): void;
}

/** The `failAt`th call from now on fails (from 1; 0 for none). A file that fails to close is closed nevertheless, as the system does it. */
export function failCalls(failAt: number, errno: string): FailingCalls {
  const calls: string[] = [];
  const originals: [Record<string, unknown>, string, unknown][] = [];
  const failure = (name: string): Error | null => {
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
  bend(fs, "fsync", (real) => (...args) => {
    const failed = failure("fsync");
    return failed === null ? real(...args) : queueMicrotask(() => (args[1] as Call)(failed));
  });
  for (const name of promised) {
    bend(fs.promises, name, (real) => async (...args) => {
      const failed = failure(name);
      if (failed !== null) throw failed;
      return real(...args);
    });
  }
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
