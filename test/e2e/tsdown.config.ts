/** The bundle of the end-to-end runner. */

import type { UserConfig } from "tsdown";
import { runnerBundle } from "../support/runner-bundle.ts";

const config: UserConfig = runnerBundle("e2e");

export default config;
