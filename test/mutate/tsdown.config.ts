/** The bundle of the mutation runner, and of the child that lives with the mutants. */

import type { UserConfig } from "tsdown";
import { runnerBundle } from "../support/runner-bundle.ts";

const config: UserConfig = {
  ...runnerBundle("mutate", { main: "main.ts", child: "child.ts" }),
  deps: { neverBundle: ["fast-check", "tsdown", "vitest"] },
};

export default config;
