/** FailingFs: the real file system, whose Nth call fails with a chosen errno. */

import * as fs from "node:fs";
import { type FsCalls, realFs } from "../../src/state/fs-calls.js";

export interface FailingFs {
  readonly fs: FsCalls;
  /** Names of the calls made so far, in order; the failed one is among them. */
  readonly calls: string[];
}

/** The `failAt`th call (from 1) fails; 0 lets all pass. `lasting` keeps every later call of the same name failing too. */
export function failingFs(failAt: number, errno: string, lasting: "once" | "lasting" = "once"): FailingFs {
  const calls: string[] = [];
  let failing: string | null = null;
  const wrap = (name: keyof FsCalls): unknown => {
    const real = realFs[name] as (...args: unknown[]) => unknown;
    return (...args: unknown[]): unknown => {
      calls.push(name);
      if (calls.length === failAt) failing = name;
      const fails = calls.length === failAt || (lasting === "lasting" && failing === name);
      if (fails) throw Object.assign(new Error(`${errno}: injected, ${name}`), { code: errno });
      return real(...args);
    };
  };
  const names: readonly (keyof FsCalls)[] = [
    "readdirSync",
    "lstatSync",
    "statSync",
    "openSync",
    "fstatSync",
    "readSync",
    "writeSync",
    "fsync",
    "fchmodSync",
    "closeSync",
    "renameSync",
    "unlinkSync",
    "mkdirSync",
    "rmdirSync",
  ];
  return { fs: Object.fromEntries(names.map((name) => [name, wrap(name)])) as unknown as FsCalls, calls };
}

/** Every path below a folder, sorted, with the text of files; temp files and all. */
export function treeOf(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  const entries = fs.readdirSync(root, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const full = `${entry.path}/${entry.name}`;
    if (entry.isFile()) found[full.slice(root.length + 1)] = fs.readFileSync(full, "utf8");
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}
