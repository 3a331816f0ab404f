/** Notices: writes dist/NOTICES.md, the licenses of the packages that a build has put into our own files. */

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = new URL("../../..", import.meta.url).pathname;
const dist = join(root, "dist");

/** The bundler names the file that each part of a chunk came from; the last `node_modules` in it is the package's own. */
function bundled() {
  const folders = new Set();
  for (const name of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    if (!/\.[cm]?js$/.test(name)) continue;
    for (const [, path] of readFileSync(join(dist, name), "utf8").matchAll(/^[ \t]*\/\/#region (\S+)/gm)) {
      const parts = path.split("/");
      const at = parts.lastIndexOf("node_modules");
      if (at < 0) continue;
      const end = at + (parts[at + 1].startsWith("@") ? 3 : 2);
      folders.add(parts.slice(parts.indexOf("node_modules"), end).join("/"));
    }
  }
  return [...folders].sort();
}

function noticeOf(folder) {
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  // The second spelling is that of packages from before 2014.
  const id = license ?? licenses?.map(({ type }) => type).join(" OR ");
  const texts = textsIn(join(root, folder));
  if (typeof id !== "string" || texts.length === 0) throw new Error(`${folder} says nothing of its license.`);
  return `## ${name} ${version}\n\nLicense: ${id}\n${texts.map((text) => `\n\`\`\`\`text\n${text}\n\`\`\`\`\n`).join("")}`;
}

/** The files that are about nothing else; where there are none, what the readme says below that heading. */
function textsIn(folder) {
  const names = readdirSync(folder).sort();
  const read = (name) => readFileSync(join(folder, name), "utf8").trim();
  const files = names.filter((name) => /^(?:licen[cs]e|notice|copying)(?:[.-].*)?$/i.test(name));
  if (files.length > 0) return files.map(read);
  const readme = names.filter((name) => /^readme/i.test(name)).map(read);
  return readme.flatMap((text) => {
    const lines = text.split(/\r?\n/);
    const at = lines.findIndex((line) => /^(?:#+\s*)?licen[cs]e\s*$/i.test(line));
    return at < 0 ? [] : [lines.slice(at).join("\n")];
  });
}

if (!existsSync(dist)) throw new Error("There is no dist: this runs after the bundler.");
const marked = bundled();
if (marked.length === 0) throw new Error("No package was found in dist; the bundler marks its parts no longer.");
// Beside this file lies the vocabulary of the first, in another form; the page of the studio holds the others, without marks.
const unmarked = ["gpt-tokenizer", "preact", "htm"].map((name) => `node_modules/${name}`);
const folders = [...new Set([...marked, ...unmarked])].sort();
const head = `# Notices\n\nThe files beside this one hold parts of the ${folders.length} packages below, each under its own license.\n`;
writeFileSync(join(dist, "NOTICES.md"), [head, ...folders.map(noticeOf)].join("\n"));
