/** Installed: hooks and merge driver in one more plain repository, copied from the first that `pagefile hooks install` proved them in. */

import { appendFileSync, chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Cli } from "./cli.js";

interface Written {
  readonly hooks: readonly (readonly [name: string, text: string])[];
  readonly attributes: string;
  /** What came to the end of `.git/config`. */
  readonly config: string;
}

/** The same in every plain repository; proving that it runs starts the program nine times. */
let written: Written | null = null;

/** The first time in a file by the program itself. For repositories that have neither hooks nor attributes of their own. */
export function install(program: Cli, memory: string): void {
  const config = join(memory, ".git/config");
  const hooks = join(memory, ".git/hooks");
  const attributes = join(memory, ".git/info/attributes");
  if (written === null) {
    const before = readFileSync(config, "utf8");
    const ran = program.run(["hooks", "install"], { cwd: memory });
    if (ran.exit !== 0) throw new Error(ran.stdout + ran.stderr);
    const after = readFileSync(config, "utf8");
    if (!after.startsWith(before)) throw new Error("`hooks install` changed what stood in the configuration.");
    const names = readdirSync(hooks).filter((name) => !name.endsWith(".sample"));
    written = {
      hooks: names.map((name) => [name, readFileSync(join(hooks, name), "utf8")]),
      attributes: readFileSync(attributes, "utf8"),
      config: after.slice(before.length),
    };
    return;
  }
  for (const folder of [hooks, join(memory, ".git/info")]) mkdirSync(folder, { recursive: true });
  for (const [name, text] of written.hooks) {
    writeFileSync(join(hooks, name), text, { flag: "wx" });
    chmodSync(join(hooks, name), 0o755);
  }
  writeFileSync(attributes, written.attributes, { flag: "wx" });
  appendFileSync(config, written.config);
}
