/** How the end-to-end runner is bundled: beside the product, never into it; paths are relative to this file. */

import type { UserConfig } from "tsdown";

const config: UserConfig = {
  entry: { main: "main.ts" },
  outDir: "../../node_modules/.cache/pagefile-e2e",
  format: "esm",
  fixedExtension: false,
  platform: "node",
  target: "node20",
  dts: false,
  clean: true,
  report: false,
};

export default config;
