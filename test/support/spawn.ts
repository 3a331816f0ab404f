/** Spawn: runs a program by way of a small process: Node forks, and a test worker of some hundred megabytes is slow to fork. */

import { execFileSync, type SpawnSyncOptions, type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export type SpawnOptions = Pick<SpawnSyncOptions, "cwd" | "env" | "input" | "timeout" | "killSignal">;

interface Pipes {
  readonly ask: number;
  readonly answer: number;
}

/** Not there in the programs that the torture and the benches are bundled into; those are small. */
const server: string = fileURLToPath(new URL("spawner.mjs", import.meta.url));
const outputMax = 1 << 28;
let pipes: Pipes | undefined;

/** What the program printed, as UTF-8; `error` is set where it could not be started or was ended for its time, as Node sets it. */
export function spawnText(
  file: string,
  args: readonly string[],
  options: SpawnOptions = {},
): SpawnSyncReturns<string> {
  if (process.platform === "win32" || !existsSync(server))
    return spawnSync(file, args, { maxBuffer: outputMax, ...options, encoding: "utf8" });
  pipes ??= startSpawner();
  const { input, ...rest } = options;
  const asked = Buffer.from(
    JSON.stringify({ file, args, options: { maxBuffer: outputMax, cwd: process.cwd(), ...rest } }),
  );
  const given = typeof input === "string" ? Buffer.from(input) : Buffer.from((input as Uint8Array | undefined) ?? []);
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32LE(asked.length, 0);
  sizes.writeUInt32LE(given.length, 4);
  give(pipes, Buffer.concat([sizes, asked, given]));
  const told = take(pipes, 12);
  const { error, ...head } = JSON.parse(String(take(pipes, told.readUInt32LE(0))));
  const stdout = String(take(pipes, told.readUInt32LE(4)));
  const stderr = String(take(pipes, told.readUInt32LE(8)));
  const failed = error === undefined ? {} : { error: Object.assign(new Error(error.message), { code: error.code }) };
  return { ...head, ...failed, stdout, stderr, output: [null, stdout, stderr] };
}

/** The process ends when this one does, for its pipe ends then; the pipes have no names as soon as both ends hold them. */
function startSpawner(): Pipes {
  const folder = mkdtempSync(join(tmpdir(), "pagefile-spawner-"));
  const [asked, answers] = [join(folder, "asked"), join(folder, "answers")];
  execFileSync("mkfifo", [asked, answers]);
  spawn(process.execPath, [server, asked, answers], { stdio: "ignore", detached: true }).unref();
  const opened = { ask: openSync(asked, "w"), answer: openSync(answers, "r") };
  rmSync(folder, { recursive: true });
  return opened;
}

function give({ ask }: Pipes, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(ask, bytes, at);
}

function take({ answer }: Pipes, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  for (let at = 0; at < size; ) {
    const got = readSync(answer, bytes, at, size - at, null);
    if (got === 0) throw new Error("the spawner of the tests has ended");
    at += got;
  }
  return bytes;
}
