/** EntryWords: what is looked at by its words is what a walk over every page would find, at the price of the pages that matter. */

import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openIndexCache } from "../../../src/memory/disk/facts-cache.js";
import { type Memory, textNow } from "../../../src/memory/memory.js";
import { entriesOf } from "../../../src/memory/table.js";
import { type Looked, type OldEntry, oldEntry, openHeld, sameShare } from "../../../src/night/keep/entry-words.js";
import { bare } from "../../../src/night/keep/promote.js";
import { coverage, wordsOf } from "../../../src/night/keep/similar.js";
import { plainTags } from "../../../src/page/markdown/blocks.js";
import { bodyStartOf, outline } from "../../../src/page/markdown/outline.js";
import { withoutSuperseded } from "../../../src/page/represent.js";
import { termsIn } from "../../../src/recall/words/terms.js";
import { packageVersion } from "../../../src/state/machine.js";
import { generateMemory } from "../../support/generate-memory.js";
import { type NightMemory, nightMemory } from "../../support/nights.js";

const generated = (pages: number): Record<string, string> =>
  Object.fromEntries(
    generateMemory({ seed: 3, pages }).flatMap(({ path, text }) => (path.endsWith(".md") ? [[path, text]] : [])),
  );

async function memoryOf(files: Readonly<Record<string, string>>): Promise<NightMemory> {
  const memory = await nightMemory(files);
  onTestFinished(() => memory.close());
  return memory;
}

/** Every entry of every page, each read: what needs no file. */
function walked(memory: Memory, heard: ReadonlySet<string>): readonly OldEntry[] {
  const pages = entriesOf(memory.table).filter(
    ({ type, tier, slug }) =>
      type !== "conversation_segment" && type !== "evidence" && tier === "hot" && slug === null,
  );
  return pages.flatMap(({ path, writable }) => {
    const text = textNow(memory, path)?.text ?? "";
    return outline(text, bodyStartOf(text)).entries.map(({ start, end, digest }) => {
      const holds = withoutSuperseded(text.slice(start, end));
      const isTagged = plainTags(holds).includes("human");
      const isHeard = isTagged || heard.has(digest);
      return oldEntry(bare(holds), { store: memory, path, digest, writable, isHeard, isTagged, waits: null });
    });
  });
}

const lookedFor = (said: string, more: Partial<Looked> = {}): Looked => ({
  words: wordsOf(bare(said)),
  terms: termsIn(said),
  repeated: null,
  speaks: { terms: termsIn(said), wrong: new Set(), least: 0.35 },
  changes: () => "all",
  waits: [],
  ...more,
});

/** As it was before there was a file: the same, what was heard, and what a statement speaks of. */
function matters(
  { words, terms, repeated, speaks }: Looked,
  all: readonly OldEntry[],
  heard: ReadonlySet<string>,
  worth: (term: string) => number,
): readonly OldEntry[] {
  const sumOf = (terms: Iterable<string>): number => [...terms].reduce((sum, term) => sum + worth(term), 0);
  return all.filter((each) => {
    if (heard.has(each.digest) || Math.min(coverage(words, each.words), coverage(each.words, words)) >= sameShare)
      return true;
    if (repeated !== null && [...repeated].every((term) => each.terms.has(term))) return true;
    const stated = [...each.terms].filter((term) => terms.has(term)).length;
    if (each.writable && each.isHeard && (stated >= 2 || (stated === 1 && each.terms.size <= 3))) return true;
    const shared = [...each.terms].filter((term) => speaks?.terms.has(term));
    if (speaks === null || !each.writable || (shared.length < 2 && !shared.some((term) => speaks.wrong.has(term))))
      return false;
    return sumOf(shared) / sumOf(each.terms) >= speaks.least;
  });
}

function worthAmong(all: readonly OldEntry[]): (term: string) => number {
  const counts = new Map<string, number>();
  for (const { terms } of all) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (term) => Math.log(1 + (all.length + 1) / (counts.get(term) ?? 1));
}

const nameOf = ({ path, digest }: OldEntry): string => `${path} ${digest}`;

function reads(memory: Memory): { readonly paths: string[] } {
  const paths: string[] = [];
  const { readEach } = memory.store;
  Object.assign(memory.store, {
    readEach(asked: readonly never[], use: never) {
      paths.push(...asked);
      readEach(asked, use);
    },
  });
  return { paths };
}

const saidFolder = (memory: Memory): string => join(memory.place.state, "index-said");
const saidFile = (memory: Memory): string => join(saidFolder(memory), "pages.json");
const saidOnDisk = (memory: Memory): ReadonlyMap<string, unknown> =>
  openIndexCache(saidFolder(memory), `said-3-${packageVersion()}`).load().records;
const bytesOnDisk = (memory: Memory): number =>
  readdirSync(saidFolder(memory)).reduce((sum, name) => sum + statSync(join(saidFolder(memory), name)).size, 0);

describe("what a statement is held against", () => {
  it("is what a walk over every page finds, and each word is worth what it is among all of them", async () => {
    const { workspace } = await memoryOf(generated(30));
    const { primary } = workspace;
    const every = walked(primary, new Set());
    const heard = new Set(every.filter((_, at) => at % 90 === 0).map(({ digest }) => digest));
    const all = walked(primary, heard);
    let found = 0;
    for (const [at, { said }] of all.entries()) {
      if (at % 9 !== 0 || said === "") continue;
      const words = said.split(" ");
      const [wrong] = termsIn(words.slice(-2).join(" "));
      for (const text of [
        said,
        `${said} now`,
        words.slice(1).join(" "),
        said.replace(/\d+/, "77"),
        words.slice(0, 4).join(" "),
      ]) {
        const waits = at % 14 === 0 ? [oldEntry("The ferry leaves at nine.", { ...all[0]!, isHeard: true })] : [];
        const looked = lookedFor(text, {
          waits,
          ...(at % 2 === 0 ? { repeated: termsIn(text) } : {}),
          ...(at % 3 === 0 ? { speaks: { terms: termsIn(text), wrong: new Set([wrong ?? ""]), least: 0.5 } } : {}),
          ...(at % 5 === 0 ? { speaks: null } : {}),
        });
        const worth = worthAmong([...all.filter(({ writable }) => writable), ...waits]);
        const { entries, worth: given } = openHeld(primary, null, heard)(looked);
        const names = new Set(entries.map(nameOf));
        const missed = matters(looked, all, heard, worth).filter((each) => !names.has(nameOf(each)));
        expect([text, missed.map(nameOf)]).toEqual([text, []]);
        expect([...termsIn(text)].map(given)).toEqual([...termsIn(text)].map(worth));
        found += entries.length;
      }
    }
    expect(found).toBeGreaterThan(0);
  });

  it("is in the order of pages, whichever of them was read before", async () => {
    const { workspace } = await memoryOf({
      "memory/a.md": "- The kiosk is red.\n",
      "memory/b.md": "- The kiosk is red.\n",
    });
    textNow(workspace.primary, "memory/b.md" as never);
    const { entries } = openHeld(workspace.primary, null, new Set())(lookedFor("The kiosk is red."));
    expect(entries.map(({ path }) => path)).toEqual(["memory/a.md", "memory/b.md"]);
  });
});

const pages: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 30 }, (_, at) => [
    `memory/p${at}.md`,
    `# Page ${at}\n\n- The host of service${at} is called cobalt${at}.\n`,
  ]),
);
const asked = lookedFor("The host of service7 is called umber.", {
  speaks: { terms: termsIn("service7 cobalt7"), wrong: new Set(termsIn("cobalt7")), least: 0.35 },
});

describe("what is kept of what entries say", () => {
  it("lets one page be read of thirty, once it stands", async () => {
    const { workspace } = await memoryOf(pages);
    const [first, again] = [reads(workspace.primary), reads(workspace.primary)];
    openHeld(workspace.primary, null, new Set())(asked);
    expect(first.paths.length).toBeGreaterThanOrEqual(30);
    again.paths.length = 0;
    const { entries } = openHeld(workspace.primary, null, new Set())(asked);
    expect(entries.map(({ path }) => path)).toEqual(["memory/p7.md"]);
    // A file so young that its stamp vouches for nothing is read again.
    expect(again.paths.filter((path) => path !== "memory/p7.md")).toEqual([]);
    expect(saidOnDisk(workspace.primary).size).toBe(30);
  });

  it("goes on where a harness stopped the first who read a large memory", async () => {
    const many = Array.from({ length: 600 }, (_, at) => [
      `memory/m${at}.md`,
      `- Pier ${at} opens at ${at} o'clock.\n`,
    ]);
    const { workspace } = await memoryOf(Object.fromEntries(many) as Record<string, string>);
    const { primary } = workspace;
    const { readEach } = primary.store;
    let left = 400;
    Object.assign(primary.store, {
      readEach(paths: readonly never[], use: (path: string, now: unknown) => void) {
        readEach(paths, (path, now) => {
          if (left === 0) throw new Error("stopped");
          left -= 1;
          use(path, now);
        });
      },
    });
    expect(() => openHeld(primary, null, new Set())(asked)).toThrow("stopped");
    expect(saidOnDisk(primary).size).toBe(256);
    Object.assign(primary.store, { readEach });
    openHeld(primary, null, new Set())(asked);
    expect(saidOnDisk(primary).size).toBe(600);
  });

  it.each([
    ["is gone", (file: string) => rmSync(file)],
    ["was cut short", (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 900))],
    ["is empty", (file: string) => writeFileSync(file, "")],
    ["was written by a process that died", (file: string) => writeFileSync(file, Buffer.alloc(4_096))],
    [
      "has one other byte",
      (file: string) => {
        const bytes = readFileSync(file);
        bytes[bytes.length >> 1]! ^= 1;
        writeFileSync(file, bytes);
      },
    ],
  ])("is made anew where it %s", async (_, harm) => {
    const { workspace } = await memoryOf(pages);
    const before = openHeld(workspace.primary, null, new Set())(asked).entries.map(nameOf);
    const file = saidFile(workspace.primary);
    const whole = readFileSync(file);
    harm(file);
    expect(openHeld(workspace.primary, null, new Set())(asked).entries.map(nameOf)).toEqual(before);
    expect(readFileSync(file).length).toBe(whole.length);
  });

  it("tells of a page what that says now: after a hand edit, on another branch, and back on the first", async () => {
    const memory = await memoryOf(pages);
    const { primary } = memory.workspace;
    const found = (): readonly string[] => {
      return openHeld(primary, null, new Set())(asked).entries.map(({ path }) => path);
    };
    expect(found()).toEqual(["memory/p7.md"]);
    const [seven, nine] = [memory.read("memory/p7.md"), memory.read("memory/p9.md")];
    memory.write({ "memory/p7.md": nine });
    expect(found()).toEqual([]);
    memory.write({ "memory/p9.md": seven });
    expect(found()).toEqual(["memory/p9.md"]);
    memory.write({ "memory/p7.md": seven });
    memory.write({ "memory/p9.md": nine });
    expect(found()).toEqual(["memory/p7.md"]);
  });

  it("is added to where one page changes, and not written anew", async () => {
    const memory = await memoryOf(pages);
    const { primary } = memory.workspace;
    openHeld(primary, null, new Set());
    const [before, bytes] = [readFileSync(saidFile(primary)), bytesOnDisk(primary)];
    memory.write({ "memory/p7.md": "- The host of service7 is called umber.\n" });
    openHeld(primary, null, new Set());
    expect(readFileSync(saidFile(primary)).equals(before)).toBe(true);
    expect(bytesOnDisk(primary) - bytes).toBeGreaterThan(0);
    expect(bytesOnDisk(primary) - bytes).toBeLessThan(1_000);
    expect(saidOnDisk(primary).size).toBe(31);
  });

  it("keeps no more of departed pages than there are pages", async () => {
    const memory = await memoryOf(pages);
    const { primary } = memory.workspace;
    openHeld(primary, null, new Set());
    for (let round = 0; round < 8; round++) {
      memory.write(
        Object.fromEntries(
          Object.entries(pages).map(([path, text]) => [path, `${text}- Round ${round} of ${path}.\n`]),
        ),
      );
      openHeld(primary, null, new Set());
    }
    expect(saidOnDisk(primary).size).toBeLessThanOrEqual(60);
    expect(openHeld(primary, null, new Set())(asked).entries.map(nameOf)).toContainEqual(
      nameOf(walked(primary, new Set()).find(({ said }) => said.includes("service7 "))!),
    );
  });
});
