/** SeriesFiles: whole lines of files that grow, and cuts that lose nothing of what anybody appends, whenever and by whatever handle. */

import nodeFs, {
  appendFileSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { PagePath } from "../../../src/base/ids.js";
import { limits } from "../../../src/base/limits.js";
import { openSeriesFiles, type SeriesFiles } from "../../../src/memory/series-files.js";

const path = "memory/perception/pulse.jsonl" as PagePath;
const day = 86_400_000;
let root = "";
let kept = "";
let file = "";
let now = 0;
let files: SeriesFiles;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pagefile-series-"));
  const folder = root;
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(root, "memory/perception"), { recursive: true });
  kept = join(root, "state/perception");
  file = join(root, path);
  now = Date.now();
  files = openSeriesFiles(root, kept, () => now);
});

function value<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown },
): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function lines() {
  const found: (string | null)[] = [];
  const read = value(files.lines(path, (line) => found.push(line === null ? null : Buffer.from(line).toString())));
  return { found, read: read! };
}

/** Takes the lines out that begin with a letter. */
function cut(letter: string) {
  const drop: { start: number; end: number }[] = [];
  const read = value(
    files.lines(path, (line, start, end) => {
      if (line !== null && Buffer.from(line).toString().startsWith(letter)) drop.push({ start, end });
    }),
  )!;
  return () => files.cut(path, { drop, read });
}

const text = (): string => readFileSync(file, "utf8");
const leftovers = (): readonly string[] =>
  readdirSync(join(root, "memory/perception")).filter((name) => name.startsWith("."));

describe("lines", () => {
  test("are whole: one that is being written is left for the next time", () => {
    writeFileSync(file, "one\r\ntwo\nthr");
    const { found, read } = lines();
    expect(found).toEqual(["one\r\n", "two\n"]);
    expect(read).toMatchObject({ bytes: 9, unfinished: true });
    appendFileSync(file, "ee\n");
    expect(lines()).toMatchObject({ found: ["one\r\n", "two\n", "three\n"], read: { bytes: 15, unfinished: false } });
  });

  test("that are too long are told as such, and those behind them are read, over any chunk", () => {
    const long = "x".repeat(limits.perceptionLineBytesMax + 1);
    const many = "é".repeat(5_000);
    writeFileSync(file, `${long}\n${`${many}\n`.repeat(200)}last\n`);
    const { found } = lines();
    expect(found).toHaveLength(202);
    expect(found[0]).toBeNull();
    expect(found.slice(1, 201).every((line) => line === `${many}\n`)).toBe(true);
    expect(found.at(-1)).toBe("last\n");
  });

  test("of no file are none; a link, a pipe-like name and a file beyond the limit are refused", () => {
    expect(value(files.lines(path, () => undefined))).toBeNull();
    writeFileSync(join(root, "elsewhere.jsonl"), "secret\n");
    symlinkSync(join(root, "elsewhere.jsonl"), file);
    expect(files.lines(path, () => undefined)).toMatchObject({ ok: false, error: { code: "denied" } });
    expect(value(files.list())).toMatchObject({ hot: [], left: [{ path }] });
    rmSync(file);
    writeFileSync(file, Buffer.alloc(limits.perceptionFileBytesMax + 1));
    expect(files.lines(path, () => undefined)).toMatchObject({ ok: false, error: { reason: "series_too_large" } });
  });

  test("a folder that is a link is not followed", () => {
    mkdirSync(join(root, "elsewhere"));
    writeFileSync(join(root, "elsewhere/pulse.jsonl"), "secret\n");
    rmSync(join(root, "memory/perception"), { recursive: true });
    symlinkSync(join(root, "elsewhere"), join(root, "memory/perception"));
    expect(value(files.list()).hot).toEqual([]);
    expect(files.lines(path, () => undefined).ok).toBe(false);
  });
});

describe("a cut", () => {
  test("takes out what was chosen, keeps every other byte and the file's mode, and leaves nothing in the folder", () => {
    writeFileSync(file, "a1\nb1\r\na2\n\nb2\na3\n", { mode: 0o640 });
    value(cut("a")());
    expect(text()).toBe("b1\r\n\nb2\n");
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(leftovers()).toEqual([]);
  });

  test.runIf(existsSync("/proc/self/fd"))(
    "is made while nothing of ours is open in its place: Windows would refuse it",
    () => {
      writeFileSync(file, "a1\nb1\n");
      const { renameSync } = nodeFs;
      const open: (string | null)[] = [];
      const nameOf = (fd: string): string | null => {
        const at = `/proc/self/fd/${fd}`;
        return existsSync(at) ? readlinkSync(at) : null;
      };
      nodeFs.renameSync = (from, to) => {
        open.push(...readdirSync("/proc/self/fd").map(nameOf));
        renameSync(from, to);
      };
      syncBuiltinESMExports();
      try {
        value(cut("a")());
      } finally {
        Object.assign(nodeFs, { renameSync });
        syncBuiltinESMExports();
      }
      expect(open.length).toBeGreaterThan(0);
      expect(open).not.toContain(realpathSync(file));
      expect(text()).toBe("b1\n");
    },
  );

  test("keeps what came since it was planned, half a line too, whose other half may come by the same name", () => {
    writeFileSync(file, "a1\nb1\n");
    const go = cut("a");
    appendFileSync(file, "c1\nc2 is ha");
    value(go());
    appendFileSync(file, "lf\n");
    value(files.recover());
    expect(text()).toBe("b1\nc1\nc2 is half\n");
  });

  test("brings over what a program appends that holds the old file open, night after night, each once", () => {
    writeFileSync(file, "a1\nb1\n");
    const held = openSync(file, "a");
    writeSync(held, "c1 is ha");
    value(cut("a")());
    writeSync(held, "lf\nc2\nc3 is");
    value(files.recover());
    value(files.recover());
    expect(text()).toBe("b1\nc1 is half\nc2\n");
    appendFileSync(file, "d1\n");
    writeSync(held, " whole\n");
    closeSync(held);
    value(files.recover());
    value(files.recover());
    expect(text()).toBe("b1\nc1 is half\nc2\nd1\nc3 is whole\n");
  });

  test("forgets the old file when nobody wrote there for a month, and takes the end of its last line along", () => {
    writeFileSync(file, "a1\nb1\n");
    const held = openSync(file, "a");
    value(cut("a")());
    writeSync(held, "c1 has no end");
    closeSync(held);
    value(files.recover());
    expect(readdirSync(kept)).toHaveLength(1);
    expect(text()).toBe("b1\n");
    now += 31 * day;
    value(files.recover());
    expect(readdirSync(kept)).toEqual([]);
    expect(text()).toBe("b1\nc1 has no end");
  });

  test("waits while somebody else is in the middle of a line", () => {
    writeFileSync(file, "a1\nb1\n");
    const held = openSync(file, "a");
    value(cut("a")());
    appendFileSync(file, "d1 is ha");
    writeSync(held, "c1\n");
    closeSync(held);
    value(files.recover());
    expect(text()).toBe("b1\nd1 is ha");
    appendFileSync(file, "lf\n");
    value(files.recover());
    expect(text()).toBe("b1\nd1 is half\nc1\n");
  });

  test("of a file that was rewritten since is refused, and nothing moves", () => {
    writeFileSync(file, "a1\nb1\n");
    const go = cut("a");
    writeFileSync(file, "a9\nb1\n");
    expect(go()).toMatchObject({ ok: false, error: { code: "version_conflict" } });
    expect(text()).toBe("a9\nb1\n");
    rmSync(file);
    expect(go()).toMatchObject({ ok: false, error: { code: "version_conflict" } });
    expect(existsSync(file)).toBe(false);
    expect(leftovers()).toEqual([]);
    expect(existsSync(kept) ? readdirSync(kept) : []).toEqual([]);
  });

  test("that died before its rename leaves the file as it was, and the next one is made", () => {
    writeFileSync(file, "a1\nb1\n");
    mkdirSync(kept, { recursive: true });
    // What a death between the second name and the rename leaves: the file under both.
    const { ino } = statSync(file);
    writeFileSync(join(kept, "notes.txt"), "not ours");
    linkSync(file, join(kept, `${ino}-6-pulse.jsonl`));
    value(files.recover());
    expect(text()).toBe("a1\nb1\n");
    expect(readdirSync(kept)).toEqual(["notes.txt"]);
    value(cut("a")());
    expect(text()).toBe("b1\n");
  });
});
