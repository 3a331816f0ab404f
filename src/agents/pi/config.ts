/** PiConfig: the `config.json` of a memory folder as pi's memory extensions know it: what is wrong in it is told and passed over. */

import { objectOf } from "../../base/json--json-line.js";

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
