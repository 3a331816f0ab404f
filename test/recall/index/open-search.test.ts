/** The search: its contract by an index on disk and by one in memory, and what it does when somebody hurts the index. */

import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { afterAll, describe, expect, it } from "vitest";
import { currentGeneration } from "../../../src/recall/index/generation.js";
import { openSearch } from "../../../src/recall/index/open.js";
import type { Search } from "../../../src/recall/index/search.js";

import { ask, pathsOf, type Shelf, searchContract, shelfOf } from "../../contract/search.js";

const root = fs.mkdtempSync(`${tmpdir()}/pagefile-search-`);
let count = 0;
const opened: Search[] = [];

afterAll(() => {
  for (const search of opened) search.close();
  fs.rmSync(root, { recursive: true, force: true });
});

function open(dir: string, version = "1"): Search {
  const search = openSearch({ dir, version });
  opened.push(search);
  return search;
}

function folder(): string {
  return `${root}/${count++}`;
}

describe("by index", () => searchContract(() => open(folder()), "index"));
describe("by index in memory", () => searchContract(() => open(noFolder()), "memory"));

/** Where no index can be written. */
function noFolder(): string {
  const dir = folder();
  fs.writeFileSync(dir, "a file in the folder's place");
  return dir;
}

function zoo(): Shelf {
  const texts = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `memory/p${i}.md`,
      `# Page ${i}\n\nWord${i} stands here, and rain fell.\n`,
    ]),
  );
  return shelfOf({ ...texts, "memory/needle.md": "# Needle\n\nThe walrus is called Ottokar.\n" });
}

/** What somebody may do to the files of an index. */
const harms: Readonly<Record<string, (file: string, dir: string) => void>> = {
  "the folder is deleted": (_file, dir) => fs.rmSync(dir, { recursive: true }),
  "the file is deleted": (file) => fs.rmSync(file),
  "the file is emptied": (file) => fs.truncateSync(file, 0),
  "the file is cut in half": (file) => fs.truncateSync(file, Math.floor(fs.statSync(file).size / 2)),
  "the file is noise": (file) => fs.writeFileSync(file, Buffer.alloc(40_000, 0x5a)),
  "the pointer is noise": (_file, dir) => fs.writeFileSync(`${dir}/current`, "g-../../etc"),
  "the seal is gone": (file) => fs.rmSync(`${file}.seal`),
  "a folder stands in the file's place": (file) => {
    fs.rmSync(file);
    fs.mkdirSync(file);
  },
};

/** What SQLite would open, follow and write into, each beside a file that is sealed as ours. */
const foreign: Readonly<Record<string, (path: string, victim: string) => void>> = {
  "a link to a file": (path, victim) => fs.symlinkSync(victim, path),
  "a link to nothing": (path, victim) => fs.symlinkSync(`${victim}.none`, path),
  "a pipe": (path) => void execFileSync("mkfifo", [path]),
  "a folder": (path) => fs.mkdirSync(path),
};

describe("what is no plain file beside the index", () => {
  const ends = ["", "-wal", "-shm", "-journal"];
  for (const [kind, put] of Object.entries(foreign)) {
    it(`is not opened: ${kind}`, () => {
      for (const end of ends) {
        const dir = folder();
        const victim = `${dir}.victim`;
        fs.writeFileSync(victim, "precious");
        const shelf = zoo();
        const first = open(dir);
        ask(first, shelf, "walrus");
        first.close();
        const { file, name } = currentGeneration(dir)!;
        fs.rmSync(`${file}${end}`, { force: true });
        put(`${file}${end}`, victim);
        shelf.put("memory/new.md", "A narwhal came.");
        const found = ask(open(dir), shelf, "narwhal");
        expect([end, pathsOf(found), found.by]).toEqual([end, ["memory/new.md"], "index"]);
        expect([end, currentGeneration(dir)!.name === name]).toEqual([end, false]);
        expect([end, fs.readFileSync(victim, "utf8"), fs.existsSync(`${victim}.none`)]).toEqual([
          end,
          "precious",
          false,
        ]);
      }
    });
  }
});

describe("a hurt index", () => {
  for (const [name, harm] of Object.entries(harms)) {
    for (const when of ["while it is open", "between two processes"] as const) {
      it(`finds the needle after ${name} ${when}`, () => {
        const dir = folder();
        const shelf = zoo();
        const search = open(dir);
        expect(pathsOf(ask(search, shelf, "walrus"))).toEqual(["memory/needle.md"]);
        harm(currentGeneration(dir)!.file, dir);
        const after = when === "while it is open" ? search : open(dir);
        const found = ask(after, shelf, "walrus Ottokar");
        expect(pathsOf(found)).toEqual(["memory/needle.md"]);
        expect(found.by).toBe("index");
        // An open index goes by what it saw when it was opened; who comes later makes a new one.
        if (name !== "the seal is gone" || after !== search) expect(after.status().state).toBe("ready");
      });
    }
  }

  it("finds the needle wherever bytes were changed", () => {
    const dir = folder();
    const shelf = zoo();
    let search = open(dir);
    for (let round = 0; round < 12; round++) {
      ask(search, shelf, "walrus");
      const { file } = currentGeneration(dir)!;
      const bytes = fs.readFileSync(file);
      bytes.fill(0xa5, Math.floor((bytes.length * round) / 12), Math.floor((bytes.length * round) / 12) + 600);
      fs.writeFileSync(file, bytes);
      if (round % 2 === 0) search = open(dir);
      expect(pathsOf(ask(search, shelf, "walrus"))).toEqual(["memory/needle.md"]);
    }
  });

  it("makes a new index where somebody does not let go of the old one", () => {
    const dir = folder();
    const shelf = zoo();
    const search = open(dir);
    ask(search, shelf, "walrus");
    const Binding = createRequire(import.meta.url)("libsql") as new (
      file: string,
    ) => { exec(sql: string): void; close(): void };
    const other = new Binding(currentGeneration(dir)!.file);
    other.exec("BEGIN IMMEDIATE");
    shelf.put("memory/new.md", "A narwhal came.");
    const before = currentGeneration(dir)!.name;
    const found = ask(search, shelf, "narwhal");
    expect(pathsOf(found)).toEqual(["memory/new.md"]);
    expect(found.by).toBe("index");
    expect(currentGeneration(dir)!.name).not.toBe(before);
    other.exec("ROLLBACK");
    other.close();
  });

  it("makes one in memory where none can be written, says so, and writes one once it can", () => {
    const dir = noFolder();
    const shelf = zoo();
    const search = open(dir);
    const found = ask(search, shelf, "walrus");
    expect(pathsOf(found)).toEqual(["memory/needle.md"]);
    expect(found.by).toBe("memory");
    expect(found.skipped[0]).toContain("The index was not used");
    const read = shelf.reads.length;
    ask(search, shelf, "Ottokar");
    // Asked again, it reads what it shows.
    expect(shelf.reads.slice(read)).toEqual(["memory/needle.md"]);
    expect(open(dir).rebuild(zoo())).toMatchObject({ ok: false, error: { code: "io_failed" } });
    fs.rmSync(dir);
    shelf.put("memory/new.md", "A narwhal came.");
    expect(ask(search, shelf, "narwhal")).toMatchObject({ by: "index", skipped: [] });
  });

  it("makes none in memory before it is asked something", () => {
    const shelf = zoo();
    open(noFolder()).converge(shelf);
    expect(shelf.reads).toEqual([]);
  });

  it.each(["on disk", "in memory"])("tells no empty answer %s where no page can be read", (where) => {
    const search = open(where === "on disk" ? folder() : noFolder());
    search.converge({ ...zoo(), read: () => null });
    const found = search.query({ text: "walrus", tier: "hot", limit: 5, admits: () => true });
    expect(found).toMatchObject({
      ok: false,
      error: { code: "io_failed", says: expect.stringContaining("41 pages") },
    });
  });
});

describe("keeping in step", () => {
  it("reads what changed and nothing else", () => {
    const dir = folder();
    const shelf = zoo();
    ask(open(dir), shelf, "walrus");
    const other = open(dir);
    shelf.reads.length = 0;
    shelf.put("memory/p3.md", "Now a narwhal.");
    expect(other.converge(shelf)).toMatchObject({ added: 0, changed: 1, removed: 0, rebuilt: false });
    expect(shelf.reads).toEqual(["memory/p3.md"]);
    expect(other.converge(shelf)).toMatchObject({ changed: 0 });
  });

  it("takes what changes after it was opened in step, once, whichever process is first", () => {
    const dir = folder();
    const shelf = zoo();
    ask(open(dir), shelf, "walrus");
    const [one, other] = [open(dir), open(dir)];
    const nothing = { added: 0, changed: 0, removed: 0, rebuilt: false };
    for (const search of [one, other]) expect(search.converge(shelf)).toEqual(nothing);
    shelf.reads.length = 0;
    shelf.put("memory/p3.md", "Now a narwhal.");
    expect(one.converge(shelf)).toEqual({ ...nothing, changed: 1 });
    expect(other.converge(shelf)).toEqual(nothing);
    shelf.put("memory/p4.md", "And a dugong.");
    expect(other.converge(shelf)).toEqual({ ...nothing, changed: 1 });
    expect(shelf.reads).toEqual(["memory/p3.md", "memory/p4.md"]);
    for (const search of [one, other]) expect(pathsOf(ask(search, shelf, "dugong"))).toEqual(["memory/p4.md"]);
  });

  it("sees what another process has put in, and takes back what is not its own", () => {
    const dir = folder();
    const shelf = zoo();
    const one = open(dir);
    ask(one, shelf, "walrus");
    const theirs = zoo();
    theirs.put("memory/needle.md", "Nothing here any more.");
    expect(ask(open(dir), theirs, "walrus").hits).toEqual([]);
    expect(pathsOf(ask(one, shelf, "walrus"))).toEqual(["memory/needle.md"]);
  });

  it("does not take an index of another version", () => {
    const dir = folder();
    ask(open(dir), zoo(), "walrus");
    const newer = open(dir, "2");
    expect(newer.status().state).toBe("other_version");
    expect(newer.converge(zoo()).rebuilt).toBe(true);
    expect(newer.status()).toMatchObject({ state: "ready", pages: { hot: 41, cold: 0 } });
  });

  it("says which page moved under it, and shows no text of a page that was ranked as another", () => {
    const dir = folder();
    const shelf = zoo();
    shelf.put("memory/second.md", "Another walrus.");
    const search = open(dir);
    ask(search, shelf, "walrus");
    const moved = {
      ...shelf,
      read: (path: string) => (path === "memory/needle.md" ? "gone" : shelf.read(path as never)),
    };
    search.converge(moved);
    const found = search.query({ text: "walrus", tier: "hot", limit: 5, admits: () => true });
    expect(found).toMatchObject({
      ok: true,
      value: { skipped: ["memory/needle.md changed while it was searched."] },
    });
    expect(found.ok && pathsOf(found.value)).toEqual(["memory/second.md"]);
  });

  it("answers from the files as they are where all that was found moved under it", () => {
    const shelf = zoo();
    const search = open(folder());
    ask(search, shelf, "walrus");
    const read = (path: string) =>
      path === "memory/needle.md" ? "The walrus is called Bruno." : shelf.read(path as never);
    search.converge({ ...shelf, read });
    const found = search.query({ text: "walrus", tier: "hot", limit: 5, admits: () => true });
    if (!found.ok) throw new Error(found.error.says);
    expect(found.value.hits.map(({ text }) => text)).toEqual(["The walrus is called Bruno."]);
    expect([found.value.by, found.value.skipped]).toEqual(["memory", [expect.stringContaining("pages changed")]]);
    // The next change of the pages finds the index on disk again.
    shelf.put("memory/new.md", "A narwhal came.");
    expect(ask(search, shelf, "narwhal").by).toBe("index");
  });
});
