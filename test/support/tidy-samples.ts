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
  layerImports: {
    bad: [
      ["src/base/a.ts", 'import { x } from "../page/page.js";'],
      ["src/base/a.ts", 'import type { X } from "../page/page.js";'],
      ["src/base/a.ts", 'export * from "../page/page.js";'],
      ["src/base/a.ts", 'type X = import("../page/page.js").X;'],
      ["src/base/a.ts", 'const x = await import("../page/page.js");'],
      ["src/base/a.ts", 'import x = require("../page/page.js");'],
      ["src/base/a.ts", "const x = await import(name);"],
      ["src/base/a.ts", 'import { x } from "node:fs";'],
      ["src/base/deep/a.ts", 'import { x } from "../../page/page.js";'],
      ["src/page/a.ts", 'import { z } from "zod";'],
      ["src/page/a.ts", 'import { toString } from "mdast";'],
      ["src/writeback/a.ts", 'import { x } from "../residency/select.js";'],
      ["src/residency/a.ts", 'import { x } from "../writeback/plan.js";'],
      ["src/residency/a.ts", 'import { x } from "../rule/check.js";'],
      ["src/transcript/a.ts", 'import { x } from "../table/entry.js";'],
      ["src/prompt/a.ts", 'import { x } from "../writeback/plan.js";'],
      ["src/recall/a.ts", 'import { x } from "../prompt/fence.js";'],
      ["src/port/a.ts", 'import { x } from "../flow/open.js";'],
      ["src/port/a.ts", 'import { limits } from "../base/limits.js";'],
      ["src/flow/a.ts", 'import { x } from "../adapter/fs-page-store.js";'],
      ["src/flow/a.ts", 'import { x } from "node:fs";'],
      ["src/adapter/a.ts", 'import { x } from "../flow/open.js";'],
      ["src/entry/cli/a.ts", 'import { x } from "../../adapter/fs-page-store.js";'],
      ["src/table/a.ts", 'import { x } from "../page/page";'],
      ["src/table/a.ts", 'import { x } from "../../test/support/x.js";'],
      ["src/utils/a.ts", "export const x = 1;"],
    ],
    good: [
      ["src/base/a.ts", 'import { createHash } from "node:crypto";\nimport { x } from "./ids.js";'],
      ["src/base/a.ts", 'const text = \'import { x } from "../page/page.js"\'; // import "node:fs"'],
      ["src/page/a.ts", 'import type { Root } from "mdast";\nimport remarkParse from "remark-parse";'],
      ["src/page/a.ts", 'import { type Root } from "mdast";'],
      ["src/writeback/a.ts", 'import { z } from "zod";\nimport { x } from "../rule/check.js";'],
      ["src/trace/a.ts", 'import { x } from "../residency/a.js";\nimport { y } from "../writeback/b.js";'],
      ["src/port/a.ts", 'import type { Oid } from "../base/ids.js";'],
      ["src/adapter/a.ts", 'import git from "isomorphic-git";\nimport type { X } from "../port/history.js";'],
      ["src/entry/wire.ts", 'import { x } from "../adapter/fs-page-store.js";'],
      ["src/entry/cli/a.ts", 'import { x } from "../wire.js";\nimport { y } from "../../flow/open.js";'],
      ["test/a.ts", 'import { x } from "../src/page/page.js";'],
    ],
  },
  childProcess: {
    bad: [
      ["src/adapter/system.ts", 'import { spawn } from "node:child_process";'],
      ["src/entry/cli/a.ts", 'const { spawn } = await import("child_process");'],
    ],
    good: [["src/adapter/git/process.ts", 'import { spawn } from "node:child_process";']],
  },
  diskWrites: {
    bad: [
      ["src/entry/cli/a.ts", 'import { writeFileSync } from "node:fs";\nwriteFileSync("x", "y");'],
      ["src/adapter/tokenizers.ts", 'import * as fs from "node:fs";\nfs.renameSync("x", "y");'],
      ["src/adapter/watcher.ts", 'import fs from "node:fs/promises";\nawait fs.rm("x");'],
      ["src/adapter/watcher.ts", 'import * as fs from "fs";\nfs.openSync("x", "a");'],
      ["src/adapter/watcher.ts", 'import * as fs from "fs";\nfs.openSync("x", fs.constants.O_CREAT);'],
    ],
    good: [
      ["src/adapter/fs-page-store-replace.ts", 'import * as fs from "node:fs";\nfs.renameSync("x", "y");'],
      ["src/adapter/watcher.ts", 'import * as fs from "node:fs";\nfs.openSync("x", "r"); process.stdout.write("x");'],
      ["src/flow/a.ts", "plan.rename(x);"],
    ],
  },
  filesOpened: {
    bad: [
      ["src/adapter/a.ts", 'import { readFileSync } from "node:fs";\nreadFileSync(path);'],
      ["src/entry/a.ts", 'import { openSync } from "node:fs";\nopenSync(path, "r");'],
      ["src/adapter/git/a.ts", 'import { readFile } from "node:fs/promises";\nawait readFile(path);'],
      ["src/adapter/a.ts", 'import * as fs from "node:fs";\nfs.readFileSync(path);'],
    ],
    good: [
      ["src/adapter/a.ts", 'import { readFileSync } from "node:fs";\nreadFileSync(fd);'],
      ["src/adapter/a.ts", 'import { lstatSync } from "node:fs";\nlstatSync(path);'],
      ["src/adapter/a.ts", 'import type * as fs from "node:fs";\nplace.fs.openSync(path);'],
      ["src/adapter/plain-file.ts", 'import { openSync } from "node:fs";\nopenSync(path, flags);'],
    ],
  },
  noImpureWords: {
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
    ].map((text): Sample => ["src/trace/a.ts", text]),
    good: [
      ["src/trace/a.ts", "new Date(0); Date.parse(x); Math.max(1, 2); a.process; ({ console: 1 }); // Date.now()"],
      ["src/trace/a.ts", 'interface X { process: string }\nconst text = "Math.random()";'],
      ["src/base/a.ts", 'process.getBuiltinModule?.("node:crypto").hash;'],
      ["src/adapter/system.ts", "Date.now();"],
    ],
  },
  exportCount: {
    bad: [
      [
        "src/page/a.ts",
        "export const a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10;\nexport type K = 1;\nexport interface L {}\nexport function m() {}",
      ],
      ["src/page/a.ts", 'export { a, b, c, d, e, f, g, h, i, j, k, l, m } from "./b.js";'],
      ["src/page/page.ts", "export const a = 1;"],
    ],
    good: [
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
      ["src/page/a.ts", "/** Page: two sentences. Here is one more. */\n"],
      ["src/page/a.ts", "/** Page: no full stop */\n"],
      ["src/page/a.ts", 'import "./x.js";\n/** Page: comes too late. */\n'],
    ],
    good: [
      ["src/page/a.ts", head],
      ["src/page/a.ts", "/**\n * Page: on two lines,\n * e.g. like this.\n */\n"],
      ["src/entry/cli/bin.ts", `#!/usr/bin/env node\n${head}`],
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
    bad: ["/work/main", "/home/me/x", "/root/.ssh", "/Users/me"].map(
      (path): Sample => ["test/a.ts", `const x = "${path}";`],
    ),
    good: [["test/a.ts", 'import "../work/x.js"; const x = "./root/x" + "homework/x" + `$' + "{dir}/home/x`;"]],
  },
};
