#!/usr/bin/env node
/** Bin: the program's first file: answers `--version` before anything else is loaded. */

import { readFileSync } from "node:fs";
import { runCode } from "./code.js";

const first = process.argv[2];
if (process.argv.length === 3 && (first === "--version" || first === "-V")) {
  const manifest = readFileSync(`${import.meta.dirname}/../package.json`, "utf8");
  process.stdout.write(`${(JSON.parse(manifest) as { version: string }).version}\n`);
} else {
  const { main } = runCode(`${import.meta.dirname}/program`, "main", process.env) as typeof import("./main.js");
  void main(process.argv.slice(2));
}
