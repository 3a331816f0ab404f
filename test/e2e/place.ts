/** E2E, place: a home of its own for a run, the built program in it, and packages from the registry in the cache folder. */

import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const program: string = resolve("dist/pagefile.cjs");

export interface Place {
  readonly home: string;
  /** Where the sessions work. */
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  /** The built program; throws where it fails. */
  readonly pagefile: (words: readonly string[], input?: string) => string;
  readonly git: (words: readonly string[], cwd: string) => string;
  readonly remove: () => void;
}

/** Nothing of this user's reaches it: no settings, no keys. */
export function makePlace(name: string): Place {
  const folder = mkdtempSync(join(tmpdir(), `pagefile-e2e-${name}-`));
  const [home, project] = [join(folder, "home"), join(folder, "project")];
  for (const each of [home, project]) mkdirSync(each, { recursive: true });
  const env = { HOME: home, PATH: process.env.PATH, LANG: "C.UTF-8", NO_COLOR: "1", TERM: "dumb" };
  writeFileSync(join(home, ".gitconfig"), "[user]\n\tname = E2E\n\temail = e2e@example.org\n");
  const run = (command: string, words: readonly string[], cwd: string, input = ""): string => {
    const ran: SpawnSyncReturns<string> = spawnSync(command, words, { cwd, env, input, encoding: "utf8" });
    if (ran.status !== 0) throw new Error(`${words.join(" ")}: ${ran.stdout}${ran.stderr}`);
    return ran.stdout;
  };
  return {
    home,
    project,
    env,
    pagefile: (words, input) => run(process.execPath, [program, ...words], project, input),
    git: (words, cwd) => run("git", words, cwd),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Where the packages are installed, each once a version; null where the registry does not give them. */
export function installed(cache: string, name: string, packages: readonly string[]): string | null {
  const folder = join(cache, name);
  const done = join(folder, "node_modules", ".installed");
  if (existsSync(done)) return join(folder, "node_modules");
  mkdirSync(folder, { recursive: true });
  const words = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts", "--force"];
  const env = { ...process.env, npm_config_cache: join(cache, "npm") };
  const ran = spawnSync("npm", [...words, ...packages], { cwd: folder, env, encoding: "utf8", timeout: 600_000 });
  if (ran.status !== 0) {
    process.stdout.write(`${name}: skipped, ${packages.join(" and ")} cannot be installed here.\n`);
    return null;
  }
  writeFileSync(done, "");
  return join(folder, "node_modules");
}

/** What it printed; throws where it fails. The model it asks is in this process, so nothing here may wait without letting it answer. */
export function spawned(command: string, words: readonly string[], { project, env }: Place): Promise<string> {
  return new Promise((done, failed) => {
    const child = spawn(command, words, { cwd: project, env, stdio: ["ignore", "pipe", "pipe"], timeout: 300_000 });
    let out = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (part: Buffer) => {
        out += part.toString("utf8");
      });
    child.once("error", failed);
    child.once("exit", (code) => (code === 0 ? done(out) : failed(new Error(`exit ${code}: ${out}`))));
  });
}
