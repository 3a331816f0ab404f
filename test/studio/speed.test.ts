/** Speed of the studio at 10,000 pages, beside an empty page in the same run: printed, never asserted, and only where PAGEFILE_SPEED asks for it. */

import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "vitest";
import { cli } from "../support/cli.js";
import { chromium, openBrowser } from "./browser.js";
import { served } from "./served.js";

const pages = 10_000;
const words =
  "harbor train ferry office budget invoice cache index garden recipe kitchen hotel team review release".split(" ");
const word = (n: number): string => words[n % words.length] ?? "";

/** How long each key takes until what it brings is drawn. */
const typing = `(async () => {
  const field = document.querySelector("#search");
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
  const times = [];
  for (const text of ["h", "ha", "har", "harb", "harbor", "harbor 1", "harbor 12", "n", "no", "note", ""]) {
    const began = performance.now();
    set.call(field, text);
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 0)));
    times.push(Math.round(performance.now() - began));
  }
  return times;
})()`;

test.skipIf(process.env.PAGEFILE_SPEED === undefined)("first view and search", { timeout: 300_000 }, async () => {
  const at = cli();
  const root = at.sample();
  for (let n = 0; n < pages; n += 1) {
    const folder = join(root, "memory", word(n));
    if (n < words.length) mkdirSync(folder, { recursive: true });
    const head = `id: note-${n}\ntype: preference\ntitle: ${word(n)} ${word(n * 7)} ${n}\nfields: { subject: ${word(n)}, prefers: ${n} }`;
    writeFileSync(join(folder, `note-${n}.md`), `---\n${head}\n---\n\n- The ${word(n)} is kept at ${n}. [human]\n`);
  }
  at.git(["add", "--all"], root);
  at.git(["commit", "--quiet", "--no-verify", "--message=Many pages"], root);
  const studio = await served(at, root);
  await studio.ask("api/overview");
  const browser = await openBrowser(chromium()!);
  const tab = await browser.tab();
  const empty = createServer((_asked, answer) => answer.end("<!doctype html><h1>Empty</h1>"));
  await new Promise<void>((done) => empty.listen(0, "127.0.0.1", done));
  const { port } = empty.address() as AddressInfo;
  const timed = async (url: string, seen: string): Promise<number> => {
    await tab.goto("about:blank");
    const began = performance.now();
    await tab.goto(url);
    await tab.until(`document.querySelector('${seen}') !== null`);
    return Math.round(performance.now() - began);
  };
  const views: string[] = [];
  for (let n = 0; n < 7; n += 1)
    views.push(`${await timed(`http://127.0.0.1:${port}/`, "h1")} / ${await timed(studio.url, ".row .name")}`);
  process.stdout.write(`ms, empty page / first view: ${views.join(", ")}\n`);
  process.stdout.write(`ms a key: ${(await tab.value<number[]>(typing)).join(", ")}\n`);
  empty.close();
  await browser.close();
});
