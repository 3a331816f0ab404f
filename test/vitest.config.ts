/** Vitest's configuration: lives here because the top level of the repository is fixed. */
import { statfsSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** Repositories of a test live in memory where the system has room for them: on a disk their fsyncs are half of the run. */
function tmpdirInMemory(): Readonly<Record<string, string>> {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize >= 2 ** 30 ? { TMPDIR: "/dev/shm" } : {};
  } catch {
    return {};
  }
}

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/support/seeds.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: "forks",
    // One more than the cores CI has: a fifth of the run waits for locks, disks and children.
    maxWorkers: 3,
    env: tmpdirInMemory(),
    // Files share a worker's modules: importing them anew for each file took a sixth of the whole run. None mocks a module.
    isolate: false,
  },
});
