#!/usr/bin/env node
/** Bin: the program's first file: answers `--version` before anything else is loaded. */

import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runCode } from "./code.js";

/** Commands that run for as long as a harness or a machine does. */
const servers: readonly string[] = ["mcp", "daemon", "studio"];

const first = process.argv[2];
if (process.argv.length === 3 && (first === "--version" || first === "-V")) {
  const manifest = readFileSync(`${import.meta.dirname}/../package.json`, "utf8");
  process.stdout.write(`${(JSON.parse(manifest) as { version: string }).version}\n`);
} else {
  const argv = process.argv.slice(2);
  const isEvent = argv.includes("harness");
  // An event is over before what V8 makes of its loops has paid for the making: what is called a few thousand times is left as it is.
  if (isEvent) setFlagsFromString("--interrupt-budget=2000000");
  // What an event makes of a memory mostly lives to its end: room for it is made at once, and not by copying it again and again.
  if (isEvent) setFlagsFromString("--semi-space-growth-factor=16");
  // Nor does a pattern that is asked a few times pay for machine code of its own.
  if (isEvent) setFlagsFromString("--regexp-tier-up-ticks=50");
  const { main } = runCode(`${import.meta.dirname}/program`, "main", process.env, {
    task: taskOf(argv),
    // A prompt that memory answers runs other functions than one that it has nothing for.
    rounds: isEvent ? 3 : 1,
    flags: isEvent ? "event" : "",
    outlives: servers.some((word) => argv.includes(word)),
  }) as typeof import("./main.js");
  void main(argv);
}

/** `recall`, or `harness-claude-code-Stop`: by its first words, where they are plain. */
function taskOf(argv: readonly string[]): string | null {
  const from = argv.indexOf("harness");
  const words = from < 0 ? argv.slice(0, 1) : argv.slice(from, from + 3);
  return words.length > 0 && words.every((word) => /^[a-z][a-z-]{0,30}$/i.test(word)) ? words.join("-") : null;
}
