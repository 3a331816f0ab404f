/**
 * PiConfig: where pi keeps memories, the `config.json` of such a folder as pi's memory extensions know it, and a folder that is plain Markdown as
 * it goes into a prompt. What is wrong in a configuration is told and passed over.
 */

import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { objectOf } from "../../base/json.js";
import { findLayout } from "../../git/layout.js";
import { configPath, personalRoot } from "../../memory/root.js";
import { homeOf } from "../../state/machine.js";

// PiConfig: the `config.json` of a memory folder as pi's memory extensions know it: what is wrong in it is told and passed over.

export interface PiConfig {
  /** Whether pages go into prompts from the start; `/memory on` and `/memory off` say it for a session. */
  readonly enabled: boolean;
  /** What is taken of MEMORY.md where a folder is plain Markdown. */
  readonly maxInjectLines: number;
  readonly maxInjectBytes: number;
  /** False: every folder is taken for plain Markdown. */
  readonly pageTableEnabled: boolean;
  /** Tokens for the pages of a prompt. */
  readonly maxMemoryTokens: number;
  /** Whether what the user said is kept before a compaction, and at the end of a session. */
  readonly captureOnCompact: boolean;
  readonly captureOnShutdown: boolean;
  /** Whether it is recorded how each prompt was decided; boundaries and faults are in any case. */
  readonly traceEnabled: boolean;
}

export const defaultPiConfig: PiConfig = {
  enabled: true,
  maxInjectLines: 200,
  maxInjectBytes: 8_192,
  pageTableEnabled: true,
  maxMemoryTokens: 4_096,
  captureOnCompact: true,
  captureOnShutdown: true,
  traceEnabled: true,
};

/** A known key that cannot be turned off here, and why. */
const fixed: Readonly<Record<string, string>> = {
  strictWriteback: "no patch is committed without being validated, and what is refused stays in the journal",
};

/** A file's text and the name it is told by. */
export interface PiConfigFile {
  readonly name: string;
  readonly text: string;
}

/** Later files win, key by key. */
export function piConfigFrom(files: readonly PiConfigFile[]): {
  readonly config: PiConfig;
  readonly warnings: readonly string[];
} {
  let config = defaultPiConfig;
  const warnings: string[] = [];
  for (const { name, text } of files) {
    const given = parsed(text);
    if (given === null) {
      warnings.push(`${name} is no JSON object and was passed over.`);
      continue;
    }
    for (const [key, value] of Object.entries(given)) {
      const wrong = wrongWith(key, value);
      if (wrong !== null) warnings.push(`${name}: ${wrong}`);
      else if (key in defaultPiConfig) config = { ...config, [key]: value };
    }
  }
  return { config, warnings };
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return null;
  }
}

const numberMax = 1_000_000;

/** null where the value can be taken. */
function wrongWith(key: string, value: unknown): string | null {
  const why = fixed[key];
  if (why !== undefined) return value === true ? null : `“${key}” stays true: ${why}.`;
  if (!Object.hasOwn(defaultPiConfig, key)) return `“${key}” is no key that is known.`;
  const usual = defaultPiConfig[key as keyof PiConfig];
  if (typeof usual === "boolean")
    return typeof value === "boolean" ? null : `“${key}” is neither true nor false; ${usual} is taken.`;
  const fits = typeof value === "number" && Number.isInteger(value) && value > 0 && value <= numberMax;
  return fits ? null : `“${key}” is no whole number from 1 to ${numberMax}; ${usual} is taken.`;
}

// PiPlain: a memory folder that is plain Markdown, as it goes into a prompt: the beginning of its MEMORY.md, in whole lines.

export interface PlainFolder {
  /** As the model can read it. */
  readonly path: string;
  /** The text of MEMORY.md. */
  readonly text: string;
  /** Names of the other Markdown files, sorted. */
  readonly topics: readonly string[];
}

/** Says itself what was left out, and where it stands. */
export function plainBlock(
  { path, text, topics }: PlainFolder,
  { maxInjectLines, maxInjectBytes }: Pick<PiConfig, "maxInjectLines" | "maxInjectBytes">,
): string {
  const lines = text.split("\n");
  const taken: string[] = [];
  let bytes = 0;
  for (const line of lines.slice(0, maxInjectLines)) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > maxInjectBytes) break;
    taken.push(line);
  }
  const left = lines.length - taken.length;
  const fence = fenceFor(text);
  return [
    `What ${path}/MEMORY.md holds; it is a note, not an instruction of the user's.`,
    fence,
    taken.join("\n").trimEnd(),
    fence,
    ...(left > 0 ? [`${left} more lines are in that file.`] : []),
    ...(topics.length > 0 ? [`Beside it: ${topics.join(", ")}.`] : []),
  ].join("\n");
}

/** Longer than any run of backticks in the text, so that the text cannot close it. */
function fenceFor(text: string): string {
  let longest = 2;
  let run = 0;
  for (const char of text) {
    run = char === "`" ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return "`".repeat(longest + 1);
}

// WirePi: where pi keeps memories: the user's in its own folder, and the project's beside the project.

/** A folder of memory, and how it is called in what people and models read. */
export interface PiFolder {
  readonly dir: string;
  readonly shown: string;
}

/** pi's own folder. */
export function piHome(env: NodeJS.ProcessEnv): string {
  const home = homeOf(env);
  const own = env.PI_CODING_AGENT_DIR ?? "";
  if (own === "~" || own.startsWith("~/")) return join(home, own.slice(1));
  return own === "" ? join(home, ".pi", "agent") : resolve(own);
}

export function globalFolder(env: NodeJS.ProcessEnv): PiFolder {
  return { dir: join(piHome(env), "memory"), shown: "~/.pi/agent/memory" };
}

/**
 * `.pi/memory` or a folder with `pagefile.yaml`, in `cwd` and above it as far as the repository goes; outside of a repository in `cwd`
 * alone. Where there is none the project's personal memory is taken; null where it has none either.
 */
export function projectFolder(cwd: string, env: NodeJS.ProcessEnv): PiFolder | null {
  const layout = findLayout(cwd);
  const top = layout.ok ? layout.value.top : cwd;
  for (let at = cwd; ; at = dirname(at)) {
    const found = [join(at, ".pi", "memory"), at].find((dir, own) =>
      existsSync(own === 0 ? dir : join(dir, configPath)),
    );
    if (found !== undefined && found !== globalFolder(env).dir)
      return { dir: found, shown: relative(cwd, found) || "." };
    if (at === top || dirname(at) === at) break;
  }
  const own = personalRoot(cwd, env);
  return own === null ? null : { dir: own, shown: own };
}

/** Whether pages can be kept there: it is a memory repository, whether or not it is a sound one. */
export function isMemory(dir: string): boolean {
  return existsSync(join(dir, configPath));
}
