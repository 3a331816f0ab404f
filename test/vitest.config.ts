/** Vitest's configuration: lives here because the top level of the repository is fixed. */
import { readdirSync, readFileSync, statfsSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { slowestReporter } from "./support/slowest.js";

/** Repositories of a test live in memory where the system has room for them: on a disk their fsyncs are half of the run. */
function tmpdirInMemory(): Readonly<Record<string, string>> {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize >= 2 ** 30 ? { TMPDIR: "/dev/shm" } : {};
  } catch {
    return {};
  }
}

/** A run of so many files is taken for the whole suite. */
const wholeSuiteMin = 300;
const here = new URL(".", import.meta.url).pathname;

/** With `npm run draws` only those that draw: the rest would be what `npm test` has run. */
function testFiles(): string[] {
  if (process.env.PAGEFILE_DRAWS !== "full") return ["test/**/*.test.ts"];
  const all = readdirSync(here, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".test.ts"));
  const drawing = all.filter((path) => readFileSync(`${here}${path}`, "utf8").includes("support/draws.js"));
  return drawing.map((path) => `test/${path}`);
}

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: testFiles(),
    reporters: [slowestReporter(wholeSuiteMin), "default"],
    setupFiles: ["test/support/seeds.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: "forks",
    // One more than the cores CI has: some of the run waits for locks, disks and children, and each worker imports the program for itself.
    maxWorkers: 3,
    // V8 no longer optimizes regular expressions once a process holds 16 MB of machine code, and those of one test took 11 s
    // where they take half a second. Its baseline code is a third of what a worker holds in the end.
    execArgv: ["--no-sparkplug"],
    // Certificates that a machine asks every Node to load cost each program that a test starts more than the rest of its start.
    env: { ...tmpdirInMemory(), NODE_EXTRA_CA_CERTS: "" },
    // Files share a worker's modules: importing them anew for each file took a sixth of the whole run. None mocks a module.
    isolate: false,
  },
});
