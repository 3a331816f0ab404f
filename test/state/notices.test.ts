/** Notices: every package whose code is in our files is named there with the license that it came with. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../src/state/machine.js";

const dist = join(packageRoot(), "dist");

/** From the bundler's own marks. */
function bundled(): readonly string[] {
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) => /\.[cm]?js$/.test(name));
  const names = files.flatMap((name) =>
    readFileSync(join(dist, name), "utf8")
      .split("\n")
      .filter((line) => line.includes("//#region") && line.includes("node_modules/"))
      .map((line) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(line)?.[1] ?? ""),
  );
  // Of the tokenizer it is the vocabulary that is in a file of ours, and the script of the studio's page has no room for marks.
  return [...new Set([...names, "gpt-tokenizer", "htm", "preact"])].sort();
}

test("name every bundled package with its version and its license, and no other", () => {
  const notices = readFileSync(join(dist, "NOTICES.md"), "utf8");
  const names = bundled();
  expect(names).toEqual(expect.arrayContaining(["@modelcontextprotocol/sdk", "ajv", "unified", "zod"]));
  const heads = notices.split("\n").filter((line) => line.startsWith("## "));
  const packages = names.map((name) => {
    const folder = join(packageRoot(), "node_modules", name);
    const { version, license = "MIT" } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    return { name, version, license, text: file === undefined ? null : readFileSync(join(folder, file), "utf8") };
  });
  expect(heads.sort()).toEqual(packages.map(({ name, version }) => `## ${name} ${version}`).sort());
  for (const { name, license, text } of packages) {
    const own = notices.slice(notices.indexOf(`\n## ${name} `)).split("\n## ")[1] ?? "";
    expect(own).toContain(`License: ${license}\n`);
    expect([name, own.includes(text?.trim() ?? "Copyright")]).toEqual([name, true]);
  }
});
