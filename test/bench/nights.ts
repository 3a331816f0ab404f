/** Nights: a whole night of the real program over 10,000 pages, cold and with 20 pages changed, beside reading and parsing every file once. */

import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { decodePage } from "../../src/page/decode.js";
import { scanFrontmatter } from "../../src/page/frontmatter/scan.js";
import { bodyStartOf, outline } from "../../src/page/markdown/outline.js";

import { type GeneratedFile, generateMemory } from "../support/generate-memory.js";
import type { Bench, Row, Setting } from "./bench.js";
import { packedMemory } from "./memory.js";
import { median, paired, rowsOf } from "./paired.js";

const pages = 10_000;
const changed = 20;

export const nights: Bench = {
  name: "nights",
  says: "a night over 10,000 pages, cold and with 20 pages changed, beside reading and parsing every file once",
  run: measure,
};

/** Kilobytes, as the system counts the largest the process ever was. */
interface Night {
  readonly commits: number;
  readonly maxRss: number;
}

async function measure({ seed, project, folder }: Setting): Promise<readonly Row[]> {
  const files = generateMemory({ seed, pages });
  const root = `${folder}/memory`;
  const git = packedMemory(root, files);
  const tell = `${folder}/tell.cjs`;
  const told = `${folder}/max-rss`;
  writeFileSync(
    tell,
    `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(told)}, String(process.resourceUsage().maxRSS)));\n`,
  );
  const night = (day: number, min: number): Night => {
    const at = new Date(Date.UTC(2025, 11, 1 + day, 3)).toISOString();
    const args = ["--require", tell, `${project}/dist/pagefile.cjs`, "nightly", "--json", "--now", at];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
    if (status !== 0) throw new Error(`nightly ended with ${status}: ${stderr}`);
    const { commits } = JSON.parse(stdout) as { readonly commits: readonly unknown[] };
    if (commits.length < min) throw new Error(`the night of ${at} made ${commits.length} commits`);
    return { commits: commits.length, maxRss: Number(readFileSync(told, "utf8")) };
  };
  const sizes: { readonly cold: number[]; readonly warm: number[] } = { cold: [], warm: [] };
  const rival = (): void => readAndParse(root, files);
  const cold = await paired({
    pairs: 3,
    warmups: 1,
    ours() {
      rmSync(`${root}/.git/pagefile`, { recursive: true, force: true });
      git("update-ref", "-d", "refs/pagefile/audits");
      git("reset", "--quiet", "--hard", begin(root));
      sizes.cold.push(night(0, 1).maxRss);
    },
    rival,
  });
  let spent = 0;
  const timed = (act: () => void): void => {
    const start = performance.now();
    act();
    spent += performance.now() - start;
  };
  const warm = await paired({
    pairs: 10,
    warmups: 2,
    ours(round) {
      change(root, files, round);
      git("add", "--all");
      git("commit", "--quiet", "--message", `Day ${round}`);
      timed(() => sizes.warm.push(night(1 + round, 1).maxRss));
    },
    rival: () => timed(rival),
    now: () => spent,
  });
  git("fsck", "--strict", "--no-dangling");
  const beside = "read + parse every file";
  return [
    ...rowsOf(cold, { case: `cold, ${pages} pages`, metric: "ms a night", rival: beside }),
    ...rowsOf(warm, { case: `${changed} of ${pages} pages changed`, metric: "ms a night", rival: beside }),
    sizeRow(`cold, ${pages} pages`, sizes.cold),
    sizeRow(`${changed} of ${pages} pages changed`, sizes.warm),
  ];
}

function begin(root: string): string {
  return execFileSync("git", ["rev-list", "--max-parents=0", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
}

/** One log of the day before, and hand edits of the others. */
function change(root: string, files: readonly GeneratedFile[], round: number): void {
  const day = new Date(Date.UTC(2025, 11, 1 + round)).toISOString().slice(0, 10);
  const said = `- We decided to keep the garden route number ${round} open. [decision]\n`;
  writeFileSync(`${root}/memory/${day}.md`, `# ${day}\n\n${said}- Looked at the garden.\n`);
  const typed = files.filter(({ path }) => path.startsWith("memory/") && path.split("/").length === 3);
  for (let n = 1; n < changed; n++)
    appendFileSync(`${root}/${typed[(round * 7919 + n * 131) % typed.length]!.path}`, `- Learned on day ${round}.\n`);
}

function sizeRow(title: string, sizes: readonly number[]): Row {
  const megabytes = sizes.map((kilobytes) => kilobytes / 1024);
  return { case: title, metric: "MB at its largest, the whole process", ours: median(megabytes), n: sizes.length };
}

/** The least that anybody who looks at every page has to do. */
function readAndParse(root: string, files: readonly GeneratedFile[]): void {
  let entries = 0;
  for (const { path } of files) {
    if (!path.endsWith(".md")) continue;
    const text = decodePage(path, bytesOf(`${root}/${path}`));
    if (!text.ok || !scanFrontmatter(path, text.value).ok) throw new Error(`${path} does not read`);
    entries += outline(text.value, bodyStartOf(text.value)).entries.length;
  }
  if (entries < pages) throw new Error(`parsed ${entries} entries`);
}

/** A log that a night has archived is read where it was, as nothing. */
function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch {
    return new Uint8Array();
  }
}
