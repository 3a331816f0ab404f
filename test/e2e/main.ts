/** The end-to-end runner: `npm run e2e -- [NAME…] [loop [PROGRAM…]]`: real programs from the registry, against the built one. */

import { tmpdir } from "node:os";
import { join } from "node:path";
import { aiSdkStory } from "./ai-sdk.js";
import { claudeCodeStory } from "./claude-code.js";
import { codexStory } from "./codex.js";
import { loopStory } from "./loop.js";
import { mcpStory } from "./mcp.js";
import { openclawStory } from "./openclaw.js";
import { piStory } from "./pi.js";

/** By name; a story prints what it did, skips with a plain message, or throws. */
const stories: Readonly<Record<string, (cache: string, programs: readonly string[]) => void | Promise<void>>> = {
  pi: piStory,
  "ai-sdk": aiSdkStory,
  "claude-code": claudeCodeStory,
  codex: codexStory,
  openclaw: openclawStory,
  mcp: mcpStory,
  loop: loopStory,
};

/** Outside of the repository, so that nothing of what is installed is ever taken for the project's. */
const cache: string = process.env.PAGEFILE_E2E_CACHE ?? join(tmpdir(), "pagefile-e2e-cache");

async function main(words: readonly string[]): Promise<number> {
  const end = words.includes("loop") ? words.indexOf("loop") + 1 : words.length;
  const [names, programs] = [words.slice(0, end), words.slice(end)];
  const unknown = names.filter((name) => stories[name] === undefined);
  if (unknown.length > 0) {
    process.stderr.write(`There is no story ${unknown.join(", ")}. There are: ${Object.keys(stories).join(", ")}.\n`);
    return 2;
  }
  let failed = 0;
  for (const [name, story] of Object.entries(stories)) {
    if (names.length > 0 && !names.includes(name)) continue;
    try {
      await story(cache, programs);
      process.stdout.write(`${name}: done\n`);
    } catch (error) {
      failed += 1;
      process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
