/** The bundle of the evaluation runner. */

import type { UserConfig } from "tsdown";
import { runnerBundle } from "../support/runner-bundle.ts";

const config: UserConfig = runnerBundle("eval");

export default config;
