/** HookQuiet: the hooks that every commit waits for, without the command line around them, for as long as they have nothing to say. */

import { openCommitHost } from "../hooks/commit.js";
import { commitMessage, preCommit } from "../hooks/message.js";
import { canaryAnswer, hookNames } from "../hooks/staged.js";
import { folderHere, readInput } from "../state/machine.js";

/**
 * `passed` and `idle` let the commit pass; `idle` had no page to judge. Anything else (a refusal, a failure, another hook, an
 * option) is for the whole program to run anew and put into words: both hooks write nothing where they do not pass.
 */
export type Quiet = "passed" | "idle" | "asks";

export async function runQuietly(words: readonly string[], env: NodeJS.ProcessEnv): Promise<Quiet> {
  const [name, file] = words;
  const nonce = env.PAGEFILE_HOOKS_CANARY ?? "";
  if (nonce !== "") return answersCanary(name, nonce) ? "idle" : "asks";
  if (words.some((word) => word.startsWith("-"))) return "asks";
  const isMessage = name === "commit-msg" && file !== undefined && words.length === 2;
  if (!isMessage && (name !== "pre-commit" || words.length !== 1)) return "asks";
  const told = env.PAGEFILE_HOOKS_STAGED === "input" ? await readInput() : null;
  const host = openCommitHost(folderHere().path, env, told);
  if (!host.ok) return "asks";
  const answer = isMessage
    ? await commitMessage(host.value, file)
    : await preCommit(host.value, env.PAGEFILE_HOOKS_GIT ?? null);
  if (!answer.ok || answer.value.findings.length > 0) return "asks";
  return answer.value.pages.length === 0 ? "idle" : "passed";
}

/** That this is printed at all is the proof: git ran the hook, and the hook found this program. */
function answersCanary(name: string | undefined, nonce: string): boolean {
  const known = hookNames.find((each) => each === name);
  if (known !== undefined) process.stdout.write(`${canaryAnswer(known, nonce)}\n`);
  return known !== undefined;
}
