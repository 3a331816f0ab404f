/**
 * Machine: the clock, or the instant that the caller fixed, and what its zone shows; the folder this process works in, the home of its user,
 * where this package lies, and what stands on standard input.
 */

import { existsSync, readFileSync, readSync, realpathSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { basename, delimiter, dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { addDays, type Clock, type Instant, parseInstant, type Zone } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { assert, err, type Outcome, ok, usage } from "../base/result.js";
import { shellWord } from "../base/text.js";

// Here: the folder that this process works in and the home of its user, also where neither is what it should be.

/** Where the folder was deleted meanwhile, one below no folder at all: what is named from there is found nowhere, and nothing can be made there. */
export function folderHere(): { readonly path: string; readonly isGone: boolean } {
  try {
    return { path: process.cwd(), isGone: false };
  } catch {
    return { path: "/dev/null/deleted", isGone: true };
  }
}

/**
 * Of the user who runs us where the variable says nothing: a relative path would lead into whatever folder this is. On Windows it is the one that
 * Node takes, and each harness with it: shells there set a HOME of their own.
 */
export function homeOf(env: NodeJS.ProcessEnv): string {
  const named = process.platform === "win32" ? env.USERPROFILE : env.HOME;
  if (named !== undefined && isAbsolute(named)) return named;
  try {
    const own = named === undefined ? homedir() : "";
    return isAbsolute(own) ? own : userInfo().homedir;
  } catch {
    // A user without an entry in the system's list has no home.
    return "/";
  }
}

/** Where this user's programs keep what belongs to no folder; PAGEFILE_HOME names another place. Paths that are not absolute are nobody's. */
export function dataFolderOf(env: NodeJS.ProcessEnv): string {
  const { PAGEFILE_HOME: own, XDG_DATA_HOME: shared, LOCALAPPDATA: local } = env;
  if (own !== undefined && isAbsolute(own)) return own;
  if (process.platform === "win32")
    return join(local !== undefined && isAbsolute(local) ? local : join(homeOf(env), "AppData", "Local"), "pagefile");
  if (shared !== undefined && isAbsolute(shared)) return join(shared, "pagefile");
  const usual = process.platform === "darwin" ? ["Library", "Application Support"] : [".local", "share"];
  return join(homeOf(env), ...usual, "pagefile");
}

/** How a shell of this user's calls this program: by its name where it is on the path, else by the whole of where it lies. */
export function programCommand(argv: readonly string[] = process.argv): string {
  return programWords(argv).map(shellWord).join(" ");
}

/** The same from every start of one file: by whatever link that was found, and whatever npm puts on the path for as long as it runs. */
export function programWords([node, typed]: readonly string[] = process.argv): readonly string[] {
  const main = typed === undefined || !existsSync(typed) ? typed : realpathSync(typed);
  if (node === undefined || main === undefined || basename(main) !== "pagefile.cjs") return ["pagefile"];
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => !isNpms.test(folder));
  const isOnPath = folders.some((folder) => isAbsolute(folder) && existsSync(join(folder, "pagefile")));
  return isOnPath ? ["pagefile"] : [node, main];
}

const isNpms = /[\\/]node_modules[\\/]\.bin[\\/]?$/;

// SystemClock: the machine's clock, or the instant that the caller fixed.

/** The instant that somebody fixes; null where nobody does. `name` is what they fix it by. */
export function fixedNow(text: string | null, name: string): Outcome<Instant | null> {
  if (text === null) return ok(null);
  const [instant, day] = [parseInstant(text), text.slice(0, 10)];
  // No commit holds what was before 1970, and a day that no month has is another one than its writer meant.
  if (instant !== null && instant >= "1970" && addDays(day, 0) === day) return ok(instant);
  const says = `${name} is “${text}”; an ISO 8601 instant was expected.`;
  return err(usage(says, "For example: 2026-11-20T21:40:12Z"));
}

/** With `fixed`, every command that reads a clock reads this instant: for tests and for replays. */
export function systemClock(fixed: Instant | null): Clock {
  if (fixed !== null) return { now: () => fixed };
  return {
    now() {
      const instant = parseInstant(new Date().toISOString());
      assert(instant !== null, "the machine's clock prints as an instant");
      return instant;
    },
  };
}

/** Milliseconds of a clock that nobody sets. `performance` is a module of its own, whose loading whoever takes a lock would wait for. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

// Package: where this package lies on disk and which version it is, from source and from the built files alike.

/** Looked for once: a disk that fails later does not take the program's own folder away. */
let found: string | null = null;

/** The nearest folder above this file that holds a package.json: the layout of a clone and of an installed package. */
export function packageRoot(): string {
  found ??= nearest();
  return found;
}

function nearest(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) {
    const above = dirname(folder);
    assert(above !== folder, "a package.json lies above the program's own files");
    folder = above;
  }
  return folder;
}

export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8"));
  const version = (manifest as { version?: unknown }).version;
  assert(typeof version === "string", "package.json names a version");
  return version;
}

// Zone: what the clocks of a time zone show, by the tables that come with the machine.

/** The machine's own, or TZ's. A date knows them by itself, and the tables of all zones cost a start more than the rest of a small command. */
export function zoneHere(at: string): ReturnType<Zone> {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return { day, minute: date.getHours() * 60 + date.getMinutes() };
}

/** Standard input as a plain file: whole, but for what is longer than any event. Where the other end makes nobody wait (`EAGAIN`), or it is no plain file to this system, Node's own stream goes on. */
export async function readInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for (let got = 1; got > 0 && bytes <= limits.stdinBytesMax; bytes += got) {
      const chunk = Buffer.allocUnsafe(65_536);
      got = readSync(0, chunk);
      chunks.push(chunk.subarray(0, got));
    }
  } catch {
    for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > limits.stdinBytesMax) break;
    }
  }
  return Buffer.concat(chunks);
}
