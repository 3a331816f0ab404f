/** ProfileLoad: what each version of a harness puts into its prompt by itself, and where it cuts; data with sources. */

import { compareText } from "../base/text--order.js";
import type { ProfileName } from "./profile.js";

/**
 * How much of one file is loaded. Shares are of the room that is left for text.
 * `middle`: head and tail stay. `policy`: head, the lines that look like rules, tail. `prefix`: what comes first, in whole lines.
 */
export type Cut =
  | { readonly kind: "whole" }
  | { readonly kind: "middle"; readonly max: number; readonly markerFirst: boolean; readonly shares: Shares }
  | { readonly kind: "policy"; readonly max: number }
  | { readonly kind: "prefix"; readonly lines: number; readonly bytes: number }
  | { readonly kind: "bytes"; readonly max: number };

interface Shares {
  readonly head: number;
  readonly tail: number;
}

export interface LoadRules {
  readonly profile: ProfileName;
  /** The first version the rules hold for. */
  readonly version: string;
  /** Where they were read. */
  readonly source: string;
  /** In the order in which they take from the total; a file with `unless` is passed over where that one is there. */
  readonly files: readonly {
    readonly path: string;
    readonly cut: Cut;
    readonly unless?: string;
    /** `memory`: only where it lies in the folder in which the harness keeps its own notes; absent, in the folder it works in. */
    readonly folder?: "memory";
  }[];
  /** `chars` are UTF-16 code units. A file that would get less than `least` is left out, with all behind it. */
  readonly total: { readonly max: number; readonly unit: "chars" | "bytes"; readonly least: number } | null;
}

const current: Shares = { head: 0.75, tail: 0.25 };
const former: Shares = { head: 0.7, tail: 0.2 };
const openclawNames = "AGENTS SOUL TOOLS IDENTITY USER HEARTBEAT BOOTSTRAP MEMORY".split(" ");
const leastChars = 64;

/** Within a harness the newest last. Files that are absent cost OpenClaw a notice of their path, which is not counted here. */
const rows: readonly LoadRules[] = [
  {
    profile: "openclaw",
    version: "2026.2",
    source: "openclaw src/agents/pi-embedded-helpers/bootstrap.ts @004e9131",
    files: openclawNames.map((name) => ({
      path: `${name}.md`,
      cut: { kind: "middle", max: 20_000, markerFirst: false, shares: former },
    })),
    total: { max: 150_000, unit: "chars", least: leastChars },
  },
  {
    profile: "openclaw",
    version: "2026.4",
    source: "openclaw issue 71782, pinchy issue 459; the cut by the source of that spring as third parties quote it",
    files: openclawNames.map((name) => ({
      path: `${name}.md`,
      cut: { kind: "middle", max: 12_000, markerFirst: true, shares: current },
    })),
    total: { max: 60_000, unit: "chars", least: leastChars },
  },
  {
    profile: "openclaw",
    version: "2026.8",
    source: "openclaw src/agents/embedded-agent-helpers/bootstrap.ts @04871316, docs/gateway/config-agents @2d026cc8",
    files: [
      { path: "AGENTS.md", cut: { kind: "policy", max: 20_000 } },
      ...["SOUL.md", "IDENTITY.md", "USER.md", "BOOTSTRAP.md", "MEMORY.md"].map((path) => ({
        path,
        cut: {
          kind: "middle" as const,
          max: path === "USER.md" ? 4_000 : 20_000,
          markerFirst: true,
          shares: current,
        },
      })),
    ],
    total: { max: 60_000, unit: "chars", least: leastChars },
  },
  {
    profile: "claude-code",
    version: "2.1",
    // Documented as "200 lines or 25 KB"; the smaller reading of a kilobyte, so that what passes here is loaded for certain.
    source: "Claude Code documentation, memory: auto memory loads a part of MEMORY.md, CLAUDE.md files load whole",
    files: [
      { path: "CLAUDE.md", cut: { kind: "whole" } },
      { path: "CLAUDE.local.md", cut: { kind: "whole" } },
      { path: "MEMORY.md", cut: { kind: "prefix", lines: 200, bytes: 25_000 }, folder: "memory" },
    ],
    total: null,
  },
  {
    profile: "pi",
    version: "0.74",
    source: "pi 0.74.2 and 0.87.1, contextFiles as run: one context file a folder",
    files: [
      { path: "AGENTS.md", cut: { kind: "whole" } },
      { path: "CLAUDE.md", cut: { kind: "whole" }, unless: "AGENTS.md" },
    ],
    total: null,
  },
  {
    profile: "codex",
    version: "0.169",
    source: "Codex documentation, guides/agents-md: project_doc_max_bytes is 32 KiB over all files",
    files: [
      { path: "AGENTS.override.md", cut: { kind: "bytes", max: 32_768 } },
      { path: "AGENTS.md", cut: { kind: "bytes", max: 32_768 }, unless: "AGENTS.override.md" },
    ],
    total: { max: 32_768, unit: "bytes", least: 1 },
  },
];

/** The newest rules not newer than `version`, or the newest; null for a harness that loads nothing, and for a version before all. */
export function loadRulesOf(profile: ProfileName, version: string | null): LoadRules | null {
  const own = rows.filter((row) => row.profile === profile);
  if (version === null) return own.at(-1) ?? null;
  return own.findLast((row) => compareVersions(row.version, version) <= 0) ?? null;
}

/** The versions that have rules of their own, oldest first. */
export function loadVersionsOf(profile: ProfileName): readonly string[] {
  return rows.filter((row) => row.profile === profile).map((row) => row.version);
}

/** Every name some harness loads; a quick first look for whoever has many files. */
export const loadedNames: ReadonlySet<string> = new Set(rows.flatMap((row) => row.files.map(({ path }) => path)));

/** By number where both parts are numbers: 2026.10 is later than 2026.9. */
function compareVersions(a: string, b: string): number {
  const left = a.split(".");
  const right = b.split(".");
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [x = "", y = ""] = [left[i], right[i]];
    const order = /^\d+$/.test(x) && /^\d+$/.test(y) ? Number(x) - Number(y) : compareText(x, y);
    if (order !== 0) return order;
  }
  return left.length > right.length ? 1 : 0;
}
