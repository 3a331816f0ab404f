/** HookBin: what the hooks of every commit start first: exit 0 where all is well, 3 where the whole program has to be asked. */

import { runCode } from "./code.js";

/** At once, because a git child may still be open. What went wrong is put into words by the program itself. */
function end(passes: boolean): void {
  process.exit(passes ? 0 : 3);
}

const { passesQuietly } = runCode(
  `${import.meta.dirname}/hook`,
  "hook",
  process.env,
) as typeof import("./hook-quiet.js");
passesQuietly(process.argv.slice(2), process.env).then(end, () => end(false));
