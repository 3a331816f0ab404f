/** Open: the page table of 10,000 pages, cold and warm, beside reading the bytes and scanning frontmatter. */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { openWorkspace } from "../../src/open.js";
import { decodePage } from "../../src/page/decode.js";
import { scanFrontmatter } from "../../src/page/frontmatter/scan.js";

import { generateMemory, writeMemory } from "../support/generate-memory.js";
import type { Bench, Row, Setting } from "./bench.js";
import { paired, rowsOf } from "./paired.js";

const pages = 10_000;

export const open: Bench = {
  name: "open",
  says: "open 10,000 pages: cold beside read + scan, warm beside cold",
  run: measure,
};

async function measure({ seed, folder }: Setting): Promise<readonly Row[]> {
  const root = `${folder}/memory`;
  execFileSync("git", ["init", "--quiet", "--initial-branch=main", root]);
  writeMemory(root, generateMemory({ seed, pages }));
  // A file as young as the index that remembers it is read again; a memory in use is older than that.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const cold = await paired({
    pairs: 10,
    warmups: 2,
    ours: async () => {
      rmSync(`${root}/.git/pagefile`, { recursive: true, force: true });
      await openOnce(root);
    },
    rival: () => readAndScan(root),
  });
  const warm = await paired({
    pairs: 10,
    warmups: 2,
    ours: () => openOnce(root),
    rival: async () => {
      rmSync(`${root}/.git/pagefile`, { recursive: true, force: true });
      await openOnce(root);
    },
  });
  return [
    ...rowsOf(cold, { case: "cold, 10000 pages", metric: "ms an open", rival: "read bytes + scan frontmatter" }),
    ...rowsOf(warm, { case: "warm, 10000 pages", metric: "ms an open", rival: "cold open" }),
  ];
}

async function openOnce(root: string): Promise<void> {
  const opened = await openWorkspace({ cwd: root, repos: [], env: process.env, now: null });
  if (!opened.ok) throw new Error(opened.error.says);
  if (opened.value.primary.table.byPath.size !== pages)
    throw new Error(`opened ${opened.value.primary.table.byPath.size} pages`);
  await opened.value.close();
}

function readAndScan(root: string): void {
  let scanned = 0;
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".md") || name.startsWith(".git/")) continue;
    const text = decodePage(name, readFileSync(`${root}/${name}`));
    if (text.ok && scanFrontmatter(name, text.value).ok) scanned++;
  }
  if (scanned !== pages) throw new Error(`scanned ${scanned} pages`);
}
