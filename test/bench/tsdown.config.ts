/** The bundle of the benchmark runner. */

import type { UserConfig } from "tsdown";
import { runnerBundle } from "../support/runner-bundle.ts";

const config: UserConfig = runnerBundle("bench");

export default config;
