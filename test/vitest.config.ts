/** Vitest's configuration: lives here because the top level of the repository is fixed. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: "forks",
    maxWorkers: 2,
    // Files share a worker's modules: importing them anew for each file took a sixth of the whole run. None mocks a module.
    isolate: false,
  },
});
