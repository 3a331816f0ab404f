/** The bundle of the torture runner, and of the writer that it kills. */

import type { UserConfig } from "tsdown";
import { runnerBundle } from "../support/runner-bundle.ts";

const config: UserConfig = runnerBundle("torture", { main: "main.ts", writer: "writer.ts" });

export default config;
