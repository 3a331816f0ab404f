/** HookBin: what the hooks of every commit start first: exit 0 where all is well, 3 where the whole program has to be asked. */

import { runCode } from "./code.js";

/** What was compiled is kept by a run that has judged a page: one that ends early has compiled too little to be worth keeping. */
let keepCode = (): void => undefined;

/** At once, because a git child may still be open. What went wrong is put into words by the program itself. */
function end(how: import("./hook.js").Quiet): void {
  if (how === "passed") keepCode();
  process.exit(how === "asks" ? 3 : 0);
}

const { runQuietly } = runCode(`${import.meta.dirname}/hook`, "hook", process.env, {
  atEnd: (keep) => {
    keepCode = keep;
  },
}) as typeof import("./hook.js");
runQuietly(process.argv.slice(2), process.env).then(end, () => end("asks"));
