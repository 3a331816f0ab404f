/** Recall with its index held by another process: the needle is found, never a bare empty list, and no page is touched. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  currentGeneration,
  type OpenDatabase,
  type Statement,
  sqliteBinding,
} from "../../../src/recall/index/generation.js";
import { openSearch, searchOf } from "../../../src/recall/index/open.js";
import type { Search } from "../../../src/recall/index/search.js";

import { withServices } from "../../support/open-memory.js";
import { ask, ids, type RecallSample, untouched } from "../../support/recall-sample.js";

/** Another process begins to write into the file, and does not end until the test does. */
async function holdForWriting(file: string): Promise<void> {
  const program = `const D = require("libsql"); const d = new D(process.argv[1]);
    d.exec("BEGIN IMMEDIATE"); process.stdout.write("held"); setInterval(() => d, 1e6);`;
  const child = spawn(process.execPath, ["-e", program, file], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const said = await Promise.race([once(child.stdout, "data"), ended]);
  expect(String(said[0])).toBe("held");
}

/** A binding to which some files are held whole by somebody: SQLite answers nothing but that it is busy. */
function bindingThatMeets(isHeld: (file: string) => boolean): OpenDatabase {
  const open = sqliteBinding()!;
  return (file) => {
    const database = open(file);
    const unlessHeld = <T>(act: () => T): T => {
      if (isHeld(file)) throw Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" });
      return act();
    };
    const guarded = (statement: Statement): Statement => ({
      run: (...values) => unlessHeld(() => statement.run(...values)),
      get: (...values) => unlessHeld(() => statement.get(...values)),
      all: (...values) => unlessHeld(() => statement.all(...values)),
      raw: (on) => guarded(statement.raw(on)),
    });
    return {
      prepare: (sql) => guarded(database.prepare(sql)),
      exec: (sql) => unlessHeld(() => database.exec(sql)),
      close: () => database.close(),
    };
  };
}

function withSearch({ workspace }: RecallSample, search: Search): RecallSample["workspace"] {
  const memory = withServices(workspace.primary, [[searchOf, search]]);
  return { ...workspace, primary: memory, memories: [memory] };
}

async function meetsTheNeedle(sample: RecallSample, search: Search): Promise<void> {
  const workspace = withSearch(sample, search);
  const page = join(sample.repo.dir, "memory/preferences/seats.md");
  const before = readFileSync(page, "utf8");
  const found = await ask(workspace, "aisle seat");
  expect([found.status, ids(found)[0]]).toEqual(["ok", "seats"]);
  const cold = await ask(workspace, "Zanzibar ferry people", { restore: false });
  expect(cold.pages[0]).toMatchObject({ id: "zanzibar", tier: "cold" });
  expect((await ask(workspace, "quinoa", { audience: "group" })).status).toBe("denied");
  const none = await ask(workspace, "xylophone quagmire");
  expect(none).toMatchObject({ status: "no_match", pages: [] });
  expect(none.reason).not.toBe("");
  expect(readFileSync(page, "utf8")).toBe(before);
}

/** An index that has answered once, and the file it lies in. */
async function answered(sample: RecallSample, binding?: OpenDatabase): Promise<{ open: () => Search; file: string }> {
  const dir = mkdtempSync(join(tmpdir(), "pagefile-locked-"));
  const opened: Search[] = [];
  onTestFinished(() => {
    for (const search of opened) search.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const open = (): Search => {
    const search = openSearch({ dir, version: "test", ...(binding === undefined ? {} : { binding: () => binding }) });
    opened.push(search);
    return search;
  };
  expect(ids(await ask(withSearch(sample, open()), "aisle seat"))[0]).toBe("seats");
  return { open, file: currentGeneration(dir)!.file };
}

test("another process that writes into the index and does not end keeps nothing from being found", async () => {
  const sample = await untouched();
  const { open, file } = await answered(sample);
  await holdForWriting(file);
  await meetsTheNeedle(sample, open());
});

test.each(["while it is open", "before it is opened"])(
  "an index that somebody keeps whole %s is passed by",
  async (when) => {
    const sample = await untouched();
    let held = "";
    const binding = bindingThatMeets((one) => one === held);
    const { open, file } = await answered(sample, binding);
    const search = open();
    if (when === "while it is open")
      expect(ids(await ask(withSearch(sample, search), "aisle seat"))[0]).toBe("seats");
    held = file;
    await meetsTheNeedle(sample, search);
  },
);

test("where a new index would be kept whole too, one in memory is made and the answer says so", async () => {
  const sample = await untouched();
  let [held, isMemoryHeld] = [false, false];
  const binding = bindingThatMeets((file) => (file === ":memory:" ? isMemoryHeld : held));
  const { open } = await answered(sample, binding);
  held = true;
  const search = open();
  await meetsTheNeedle(sample, search);
  const found = await ask(withSearch(sample, search), "aisle seat");
  expect(found.degraded.map(({ says }) => says).join(" ")).toContain("The index was not used");
  isMemoryHeld = true;
  const none = await ask(withSearch(sample, open()), "aisle seat");
  expect(none).toMatchObject({ status: "unavailable", reason: expect.stringContaining("nor in memory") });
});
