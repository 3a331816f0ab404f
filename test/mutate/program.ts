/** Program: all chosen tests and what they import, mutants included, bundled into one program. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Rolldown } from "tsdown";
import type { Instrumented } from "./instrument.js";

/** Where the program finds what stands in for Vitest and fast-check; the child puts it there. */
export const deskName = "pagefileMutateDesk";

/** Writes `main.mjs` below `folder`: it exports `loads`, one for each test file, in order. */
export async function bundleProgram(
  root: string,
  folder: string,
  tests: readonly string[],
  { texts }: Instrumented,
): Promise<void> {
  const loads = tests.map((path) => `[${JSON.stringify(path)}, () => import(${JSON.stringify(join(root, path))})]`);
  const input = join(folder, "entry.mjs");
  writeFileSync(input, `export const loads = [\n${loads.join(",\n")}\n];\n`);
  const changed = new Map([...texts].map(([path, text]) => [join(root, path), text]));
  const bundle = await Rolldown.rolldown({
    input,
    platform: "node",
    cwd: root,
    logLevel: "silent",
    // A mutant in code that nothing seems to use counts as well.
    treeshake: false,
    plugins: [
      {
        name: "pagefile-mutate",
        resolveId(id) {
          if (id in standIns) return `\0${id}`;
          if (id.endsWith(clock)) return `\0${clock}`;
          return id.startsWith("node:") || /^[.\0/]/.test(id) ? null : { id, external: true };
        },
        load(id) {
          if (id.startsWith("\0")) return standIns[id.slice(1)] ?? null;
          const text = changed.get(id);
          return text === undefined ? null : { code: text, moduleType: "ts" };
        },
      },
    ],
  });
  await bundle.write({ dir: folder, format: "esm", entryFileNames: "main.mjs", chunkFileNames: "[name]-[hash].mjs" });
  await bundle.close();
}

const vitestNames =
  "afterAll afterEach beforeAll beforeEach describe expect expectTypeOf it onTestFinished test vi".split(" ");

/** How long a run takes is nothing to judge by on a machine that does other things; the stand-in finds every growth linear. */
const clock = "support/growth.js";

/** Modules in place of others, by the names they are imported by. */
const standIns: Readonly<Record<string, string>> = {
  vitest: `export const { ${vitestNames.join(", ")} } = globalThis.${deskName}.vitest;\n`,
  "fast-check": `const fc = globalThis.${deskName}.fastCheck;\nexport default fc;\n`,
  [clock]: "export const isSuperlinear = () => false;\n",
};
