/** TidySamples: for each rule of the house, files that break it and files that come close and do not. */

export const head: string = "/** Sample: one sentence. */\n";

/** Path and text of a file that was never written. */
type Sample = readonly [path: string, text: string];

interface Case {
  readonly bad: readonly Sample[];
  readonly good: readonly Sample[];
}

const body = (lines: number): string => `${"  1;\n".repeat(lines)}`;

const suite = `test.each([1])("x", () => {\n${body(60)}});\n`;

/** By the rule's name. */
export const cases: Readonly<Record<string, Case>> = {
  folderOrder: {
    bad: [
      ["src/base/a.ts", 'import { x } from "../page/page.js";'],
      ["src/base/a.ts", 'import type { X } from "../page/page.js";'],
      ["src/base/a.ts", 'export * from "../page/page.js";'],
      ["src/base/a.ts", 'type X = import("../page/page.js").X;'],
      ["src/base/a.ts", 'const x = await import("../page/page.js");'],
      ["src/base/a.ts", 'import x = require("../page/page.js");'],
      ["src/base/a.ts", "const x = await import(name);"],
      ["src/base/deep/a.ts", 'import { x } from "../../page/page.js";'],
      ["src/page/a.ts", 'import { z } from "zod";'],
      ["src/page/a.ts", 'import { toString } from "mdast";'],
      ["src/git/a.ts", 'import { x } from "../memory/memory.js";'],
      ["src/write/a.ts", 'import { x } from "../history/log.js";'],
      ["src/night/a.ts", 'import { x } from "../open.js";'],
      ["src/open.ts", 'import { x } from "./cli/main.js";'],
      ["src/agents/a.ts", 'const x = await import("../cli/execute.js");'],
      ["src/memory/a.ts", 'import { x } from "../page/page";'],
      ["src/memory/a.ts", 'import { x } from "../../test/support/x.js";'],
      ["src/utils/a.ts", "export const x = 1;"],
    ],
    good: [
      ["src/base/a.ts", 'import { createHash } from "node:crypto";\nimport { x } from "./ids.js";'],
      ["src/base/a.ts", 'const text = \'import { x } from "../page/page.js"\'; // import "../page/page.js"'],
      ["src/page/a.ts", 'import type { Root } from "mdast";\nimport remarkParse from "remark-parse";'],
      ["src/page/a.ts", 'import { type Root } from "mdast";'],
      ["src/write/a.ts", 'import { z } from "zod/mini";\nimport { x } from "../rules/secret.js";'],
      ["src/night/deep/a.ts", 'import { x } from "../../recall/plan.js";\nimport { y } from "../plan.js";'],
      ["src/open.ts", 'import { x } from "./night/night.js";'],
      ["src/agents/pi/extension.ts", 'const x = await import("../../cli/execute.js");'],
      ["test/a.ts", 'import { x } from "../src/page/page.js";'],
    ],
  },
  childProcess: {
    bad: [
      ["src/night/clock/run.ts", 'import { spawn } from "node:child_process";'],
      ["src/cli/a.ts", 'const { spawn } = await import("child_process");'],
    ],
    good: [["src/git/process.ts", 'import { spawn } from "node:child_process";']],
  },
  diskWrites: {
    bad: [
      ["src/cli/a.ts", 'import { writeFileSync } from "node:fs";\nwriteFileSync("x", "y");'],
      ["src/memory/tokenizer.ts", 'import * as fs from "node:fs";\nfs.renameSync("x", "y");'],
      ["src/page/a.ts", 'import fs from "node:fs/promises";\nawait fs.rm("x");'],
      ["src/page/a.ts", 'import * as fs from "fs";\nfs.openSync("x", "a");'],
      ["src/page/a.ts", 'import * as fs from "fs";\nfs.openSync("x", fs.constants.O_CREAT);'],
    ],
    good: [
      ["src/memory/disk/replace.ts", 'import * as fs from "node:fs";\nfs.renameSync("x", "y");'],
      ["src/page/a.ts", 'import * as fs from "node:fs";\nfs.openSync("x", "r"); process.stdout.write("x");'],
      ["src/write/a.ts", "plan.rename(x);"],
    ],
  },
  filesOpened: {
    bad: [
      ["src/memory/a.ts", 'import { readFileSync } from "node:fs";\nreadFileSync(path);'],
      ["src/doctor.ts", 'import { openSync } from "node:fs";\nopenSync(path, "r");'],
      ["src/git/a.ts", 'import { readFile } from "node:fs/promises";\nawait readFile(path);'],
      ["src/memory/a.ts", 'import * as fs from "node:fs";\nfs.readFileSync(path);'],
    ],
    good: [
      ["src/memory/a.ts", 'import { readFileSync } from "node:fs";\nreadFileSync(fd);'],
      ["src/memory/a.ts", 'import { lstatSync } from "node:fs";\nlstatSync(path);'],
      ["src/memory/a.ts", 'import type * as fs from "node:fs";\nplace.fs.openSync(path);'],
      ["src/state/plain-file.ts", 'import { openSync } from "node:fs";\nopenSync(path, flags);'],
    ],
  },
  pureButFor: {
    bad: [
      "Date.now();",
      "new Date();",
      "Date();",
      "Math.random();",
      "process.env.HOME;",
      "const { env } = process;",
      "console.log(1);",
      "a.localeCompare(b);",
      "a.toLocaleLowerCase();",
      "performance.now();",
      "globalThis.x;",
      'fetch("x");',
      "setTimeout(f, 1);",
      "import.meta.url;",
      'import { randomUUID } from "node:crypto";',
      'process.getBuiltinModule("node:fs");',
      'import { readFileSync } from "node:fs";',
    ].map((text): Sample => ["src/prompt/a.ts", text]),
    good: [
      ["src/prompt/a.ts", "new Date(0); Date.parse(x); Math.max(1, 2); a.process; ({ console: 1 }); // Date.now()"],
      ["src/prompt/a.ts", 'interface X { process: string }\nconst text = "Math.random()";'],
      ["src/base/a.ts", 'process.getBuiltinModule?.("node:crypto").hash;'],
      ["src/state/fs-calls.ts", "Date.now();"],
    ],
  },
  exportCount: {
    bad: [
      [
        "src/page/a.ts",
        "export const a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10;\nexport class K {}\nexport enum L {}\nexport function m() {}",
      ],
      ["src/page/a.ts", 'export { a, b, c, d, e, f, g, h, i, j, k, l, m } from "./b.js";'],
    ],
    good: [
      [
        "src/page/a.ts",
        "export const a = 1;\nexport type B = 1;\nexport interface C {}\nexport type { D, E, F, G, H, I, J, K, L, M, N } from './b.js';",
      ],
      [
        "src/page/a.ts",
        "export const a = 1, b = 2;\nexport type a = 1;\nexport class C {}\nexport { d, e };\nconst f = 1;",
      ],
    ],
  },
  noDefaultExport: {
    bad: [
      ["src/page/a.ts", "export default function f() {}"],
      ["src/page/a.ts", "const x = 1;\nexport default x;"],
      ["src/page/a.ts", "const x = 1;\nexport { x as default };"],
    ],
    good: [["src/page/a.ts", 'export function f() {}\nimport x from "y";']],
  },
  plainNames: {
    bad: [
      ["src/agents/known.ts", "export const notes = 1;"],
      ["src/agents/told-event.ts", "export const notes = 1;"],
      ["src/recall/field.ts", "export const notes = 1;"],
      ["src/recall/ground/rank.ts", "export const notes = 1;"],
      ["src/page/a.ts", "export interface Standing {}"],
      ["src/page/a.ts", "export type KnownPage = 1;"],
      ["src/page/a.ts", "export function openDesk(): void {}"],
      ["src/page/a.ts", "const a = 1;\nexport { a as standing };"],
      ["src/page/a.ts", 'export * as departures from "./b.js";'],
      ["src/page/a.ts", "export const a = 1, vouches = 2;"],
      ["src/page/a.ts", "export class Envelope {}"],
      ["src/page/a.ts", "export interface Held {}"],
    ],
    good: [
      ["src/agents/session-notes.ts", "const known = 1;\nexport const unknownNames = known;"],
      [
        "src/write/envelope-of.ts",
        "export const fieldItems = 1;\nexport type PatchEnvelope = 1;\nexport type KeptText = 1;",
      ],
    ],
  },
  fileLength: {
    bad: [["src/page/a.ts", "1;\n".repeat(601)]],
    good: [["src/page/a.ts", "1;\n".repeat(600)]],
  },
  functionLength: {
    bad: [
      ["src/page/a.ts", `function f() {\n${body(69)}}`],
      ["src/page/a.ts", `const f = () => {\n${body(69)}};`],
      ["src/page/a.ts", `class C {\n  m() {\n${body(69)}}\n}`],
      ["test/a.test.ts", `test("x", () => {\n${body(69)}});`],
      ["test/a.test.ts", `test("x", () => {\n  f(\`a\nb\`);\n${body(68)}});`],
      ["test/a.test.ts", `function suite() {\n${body(35)}${suite}${body(35)}}`],
    ],
    good: [
      ["src/page/a.ts", `function f() {\n${body(68)}}\nfunction g() {\n${body(68)}}`],
      ["test/a.test.ts", `describe("x", () => {\n${suite.repeat(3)}});`],
      ["test/a.test.ts", `function suite() {\n${suite.repeat(3)}}`],
      ["test/a.test.ts", `test("x", () => {\n  f(\`${"line\n".repeat(99)}\`);\n});`],
    ],
  },
  purpose: {
    bad: [
      ["src/page/a.ts", "export const x = 1;"],
      ["src/page/a.ts", "// Page: a line comment.\n"],
      ["src/page/a.ts", "/** Page: no full stop */\n"],
      ["src/page/a.ts", "/** Page: one sentence. And a second without an end */\n"],
      ["src/page/a.ts", "/** page: it opens without a name. */\n"],
      ["src/page/a.ts", "/** */\n"],
      ["src/page/a.ts", `/**\n * Page: 31 lines.\n${" * More of it.\n".repeat(28)} */\n`],
      ["src/page/a.ts", 'import "./x.js";\n/** Page: comes too late. */\n'],
    ],
    good: [
      ["src/page/a.ts", head],
      ["src/page/a.ts", "/** Page: two sentences. Here is one more. */\n"],
      ["src/page/a.ts", "/**\n * Page: on two lines,\n * e.g. like this.\n */\n"],
      ["src/page/a.ts", `/**\n * Page: 30 lines.\n${" * More of it.\n".repeat(27)} */\n`],
      ["src/cli/bin.ts", `#!/usr/bin/env node\n${head}`],
    ],
  },
  americanSpelling: {
    bad: [
      "// the colour",
      "const behaviour = 1;",
      "serialiseAll();",
      "// Normalised.",
      "const GREY = 1;",
      "let fooCentre;",
    ].map((text): Sample => ["src/page/a.ts", text]),
    good: [
      [
        "src/page/a.ts",
        "// color, behavior, serialize, gray, center; optimistic, promise, precise, analyses, parallelism",
      ],
    ],
  },
  noReminders: {
    bad: ["// TODO: later", "/* FIXME */", "// XXX"].map((text): Sample => ["src/page/a.ts", text]),
    good: [["src/page/a.ts", "const todo = 1; // TODOS, XXXL"]],
  },
  noMachinePaths: {
    bad: ["/work/x", "/home/me/x", "/root/.ssh", "/Users/me"].map(
      (path): Sample => ["test/a.ts", `const x = "${path}";`],
    ),
    good: [["test/a.ts", 'import "../work/x.js"; const x = "./root/x" + "homework/x" + `$' + "{dir}/home/x`;"]],
  },
};

/** Texts of files by path, as a tree of their own. */
interface TreeCase {
  readonly bad: readonly Readonly<Record<string, string>>[];
  readonly good: readonly Readonly<Record<string, string>>[];
}

const filesOf = (folder: string, count: number): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/f${at}.ts`, "export const x = 1;"]));

/** What a run of `status` reads of its own. */
const plainStatus: Readonly<Record<string, string>> = Object.fromEntries(
  ["cli/commands/status", "cli/main", "cli/execute", "cli/catalog/read"].map((name) => [`src/${name}.ts`, ""]),
);

const imports = (...names: readonly string[]): string =>
  names.map((name) => `import { x } from "./${name}.js";\n`).join("");

/** By the rule's name. */
export const treeCases: Readonly<Record<string, TreeCase>> = {
  noCircles: {
    bad: [
      { "src/page/a.ts": imports("b"), "src/page/b.ts": imports("a") },
      {
        "src/page/a.ts": imports("b"),
        "src/page/b.ts": imports("c"),
        "src/page/c.ts": 'import type { X } from "./a.js";',
      },
      { "src/page/a.ts": 'type X = import("../git/b.js").X;', "src/git/b.ts": 'export { x } from "../page/a.js";' },
    ],
    good: [
      { "src/page/a.ts": imports("b", "c"), "src/page/b.ts": imports("c"), "src/page/c.ts": "" },
      { "src/page/a.ts": imports("b"), "src/page/b.ts": 'const x = await import("./a.js");' },
    ],
  },
  folderSize: {
    bad: [filesOf("src/page", 21), { "src/a/b/c/d.ts": "" }],
    good: [{ ...filesOf("src/page", 19), ...filesOf("src/page/deep", 20) }],
  },
  smallFiles: {
    bad: [{ "src/page/a.ts": "1;\n", "src/page/b.ts": imports("a") + "1;\n".repeat(60) }],
    good: [
      { "src/cli/bin.ts": "1;\n" },
      {
        "src/page/a.ts": "1;\n",
        ...Object.fromEntries(
          ["b", "c", "d"].map((name) => [`src/page/${name}.ts`, imports("a") + "1;\n".repeat(60)]),
        ),
      },
    ],
  },
  moduleCaches: {
    bad: [
      { "src/page/a.ts": "const known = new Map<string, string>();" },
      { "src/page/a.ts": "export const known: WeakMap<object, string> = new WeakMap();" },
      Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`src/page/${at}-cache.ts`, "const m = new Map();"])),
    ],
    good: [
      { "src/page/a-cache.ts": "const known = new Map<string, string>();" },
      { "src/page/a.ts": 'const names = new Set(["a"]);\nfunction f() {\n  const seen = new Map();\n}' },
    ],
  },
  startSize: {
    bad: [
      { "src/cli/hook.ts": 'import { unified } from "unified";' },
      { "src/cli/hook.ts": 'export { x } from "./a.js";', "src/cli/a.ts": 'import { z } from "zod";' },
      {
        "src/cli/hook.ts": Array.from({ length: 45 }, (_, at) => `import "./f${at}.js";`).join("\n"),
        ...filesOf("src/cli", 45),
      },
      { ...plainStatus, "src/cli/execute.ts": "\n".repeat(30_000) },
      // A late file that a run asks for counts, and so does what lies in the same built file as one that it reads.
      {
        ...plainStatus,
        "src/cli/execute.ts": 'import "../night/status.js";',
        "src/night/status.ts": "\n".repeat(30_000),
      },
      {
        ...plainStatus,
        "src/cli/execute.ts": 'import "../open.js";',
        "src/open.ts": "",
        "src/git/walk.ts": "\n".repeat(30_000),
      },
      { "src/cli/commands/status.ts": "", "src/cli/main.ts": "" },
    ],
    good: [
      { ...plainStatus, "src/cli/execute.ts": "\n".repeat(9_000) },
      {
        ...plainStatus,
        "src/cli/execute.ts": 'import "../recall/plan.js";',
        "src/recall/plan.ts": "\n".repeat(30_000),
      },
      { "src/cli/hook.ts": 'import type { z } from "zod";\nconst { unified } = await import("unified");' },
      { "src/cli/hook.ts": 'import "./f0.js";\nimport "./f1.js";', ...filesOf("src/cli", 60) },
    ],
  },
  oneRoot: {
    bad: [{ "src/cli/a.ts": "const memory = openMemory(services);" }],
    good: [{ "src/open.ts": "const memory = openMemory(services);" }],
  },
};
