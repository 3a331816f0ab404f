/** E2E, MCP: the inspector of the protocol lists and calls every tool of the built server, well and badly. */

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const inspector = "@modelcontextprotocol/inspector@0.15.0";
const program: string = resolve("dist/pagefile.cjs");

type Inspect = (...words: readonly string[]) => string;

/** Prints what it did; throws where something is not as it should be. `cache` is where npm keeps what it installs. */
export function mcpStory(cache: string): void {
  const folder = mkdtempSync(join(tmpdir(), "pagefile-e2e-mcp-"));
  try {
    const env = { ...process.env, HOME: folder, npm_config_cache: cache, NO_COLOR: "1" };
    const run = (
      command: string,
      words: readonly string[],
    ): { readonly exit: number | null; readonly out: string } => {
      const ran = spawnSync(command, words, { cwd: folder, env, encoding: "utf8", timeout: 300_000 });
      return { exit: ran.status, out: ran.stdout + (ran.status === 0 ? "" : ran.stderr) };
    };
    const there = run("npx", ["-y", `--package=${inspector}`, "--", "node", "-e", "0"]);
    if (there.exit !== 0) {
      process.stdout.write(`mcp: skipped, ${inspector} cannot be installed here.\n`);
      return;
    }
    const mem = join(folder, "memory");
    for (const key of ["user.name", "user.email"]) run("git", ["config", "--global", key, "e2e@example.org"]);
    const made = run(process.execPath, [program, "init", "--profile", "plain", mem]);
    if (made.exit !== 0) throw new Error(made.out);
    const result = `${"fare ".repeat(4_000)}end`;
    const digest = createHash("sha256").update(result).digest("hex");
    mkdirSync(join(mem, "memory", "evidence", "blobs"), { recursive: true });
    writeFileSync(join(mem, "memory", "evidence", "blobs", digest), result);
    inspectAll(`evidence=sha256:${digest}`, (...words) => {
      const ran = run("npx", ["-y", inspector, "--cli", "node", program, "mcp", "--repo", mem, "--method", ...words]);
      if (ran.exit !== 0) throw new Error(`${words.join(" ")}: ${ran.out}`);
      return ran.out;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function inspectAll(evidence: string, inspect: Inspect): void {
  const patch = JSON.stringify({ op: "append", page: "memory", value: "- The inspector was here." });
  const steps: readonly (readonly [words: readonly string[], holds: readonly string[]])[] = [
    [
      ["tools/list"],
      ["recall", "remember", "write_page", "read_page", "read_evidence", "assemble", "status", "faults"],
    ],
    [callOf("write_page", `patch=${patch}`), ["Committed."]],
    [callOf("read_page", "page=memory"), ["The inspector was here."]],
    [callOf("read_evidence", evidence), ["fare fare", '\\"next\\":8000']],
    [callOf("read_evidence", evidence, "offset=16000"), ["fare end", '\\"next\\":null']],
    [callOf("recall", "query=inspector"), ["The inspector was here."]],
    [callOf("assemble", "budget=2000"), ["<memory fence="]],
    [callOf("status"), ["branch"]],
    [callOf("faults", "limit=3"), ["counts"]],
    [callOf("recall"), ['"isError": true', "For example"]],
    [
      callOf("write_page", 'patch={"op":"append","page":"nope","value":"x"}'),
      ['"isError": true', "recall finds pages"],
    ],
    [callOf("read_page", "page=nope"), ['"isError": true', "recall finds pages"]],
    [callOf("read_evidence", evidence, "offset=90000"), ['"isError": true', "Ask for an offset below 20003"]],
    [callOf("read_evidence", "evidence=sha256:00"), ['"isError": true', "Copy it whole"]],
    [callOf("read_evidence", `evidence=sha256:${"0".repeat(64)}`), ['"isError": true', "Call the tool again"]],
    [callOf("assemble", "budget=0"), ['"isError": true', "For example"]],
    [callOf("status", "verbose=true"), ['"isError": true', "For example"]],
    [callOf("faults", "kind=boredom"), ['"isError": true', "For example"]],
    [["resources/list"], ["pagefile://page/memory"]],
    [["resources/read", "--uri", "pagefile://page/memory"], ["The inspector was here."]],
    [["prompts/list"], ["bootstrap", "capture"]],
    [["prompts/get", "--prompt-name", "bootstrap", "--prompt-args", "goal=a trip"], ["a trip"]],
  ];
  for (const [words, holds] of steps) {
    const out = inspect(...words);
    const missing = holds.find((part) => !out.includes(part));
    if (missing !== undefined) throw new Error(`mcp: ${words.join(" ")} does not hold “${missing}”:\n${out}`);
    process.stdout.write(`mcp: ${words.join(" ")}\n`);
  }
}

function callOf(tool: string, ...given: readonly string[]): readonly string[] {
  return ["tools/call", "--tool-name", tool, ...given.flatMap((one) => ["--tool-arg", one])];
}
