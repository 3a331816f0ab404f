/**
 * What OpenClaw loads: the built plugin, required by Node itself from where it was installed. OpenClaw runs a copy of this file, beside which the
 * rest of the package does not lie; `source` is the file itself.
 */

import { createRequire } from "node:module";
import * as host from "openclaw/plugin-sdk/core";

export default {
  id: "pagefile",
  name: "Pagefile",
  description: "Memory that survives compaction, reset and restart, kept as Markdown files in git.",
  register: (api) => createRequire(api.source)("../../../dist/openclaw/openclaw.cjs").openclawPlugin(api, host),
};
