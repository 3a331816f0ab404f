/** MergeSetup: joins the merge driver to a repository's pages and takes it away again, in files that git never tracks. */

import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { parseConfig } from "../memory/config.js";
import { profileOf } from "../memory/profile.js";
import { blockIn, putBlock, takeBlock } from "../state/marked-block.js";
import type { MergeFilesState, MergeHost } from "./merge-driver--merge-hostx.js";
import { driverText, type HookTemplates } from "./merge-driver--template.js";

export interface MergeSetup {
  readonly did: "installed" | "updated" | "removed" | "nothing";
  /** The patterns that are merged by our driver, as they stand in `info/attributes`; empty where it is not installed. */
  readonly patterns: readonly string[];
  /** Whether the command in the configuration merged a page; null where none of ours is there, and where nothing was run. */
  readonly runs: boolean | null;
  /** What was seen instead; empty otherwise. */
  readonly says: string;
}

/** Idempotent; both files or none. Gives the state before too, for whoever must take it back. */
export async function installMerge(
  host: MergeHost,
  templates: HookTemplates,
): Promise<Outcome<{ readonly did: MergeSetup["did"]; undo(): Promise<Outcome<void>> }>> {
  const before = host.read();
  if (!before.ok) return before;
  const wanted = await linesFor(host, templates);
  if (!wanted.ok) return wanted;
  const { config, attributes } = before.value;
  const had = blockIn(config) !== null;
  const after: MergeFilesState = {
    config: putBlock(config, wanted.value.config, "end"),
    // At the top: what a person wrote there comes later and so wins.
    attributes: putBlock(attributes, wanted.value.attributes, "top"),
  };
  return change(host, before.value, after, had ? "updated" : "installed");
}

export async function uninstallMerge(
  host: MergeHost,
): Promise<Outcome<{ readonly did: MergeSetup["did"]; undo(): Promise<Outcome<void>> }>> {
  const before = host.read();
  if (!before.ok) return before;
  const { config, attributes } = before.value;
  // The configuration file was there before us, whatever is left of it.
  const after = { config: takeBlock(config) ?? new Uint8Array(), attributes: takeBlock(attributes) };
  return change(host, before.value, after, "removed");
}

/** `prove` is null where files are looked at and nothing is run. */
export type LookedAt = Omit<MergeHost, "prove"> & { readonly prove: MergeHost["prove"] | null };

/** Runs a command of the configuration only where it is the very one we would write. */
export async function describeMerge(
  host: LookedAt,
  templates: HookTemplates,
  did: MergeSetup["did"] = "nothing",
): Promise<Outcome<MergeSetup>> {
  const state = host.read();
  if (!state.ok) return state;
  const config = blockIn(state.value.config);
  const lines = blockIn(state.value.attributes) ?? "";
  const patterns = lines.split("\n").flatMap((line) => (line === "" ? [] : [line.slice(0, line.lastIndexOf(" "))]));
  if (config === null && patterns.length === 0) return ok({ did, patterns, runs: null, says: "" });
  const wanted = await linesFor(host, templates);
  if (!wanted.ok) return wanted;
  const stale = (says: string): Outcome<MergeSetup> => ok({ did, patterns, runs: false, says });
  if (config !== wanted.value.config) return stale("it leads to another program, or half of it is gone");
  if (lines !== wanted.value.attributes) return stale("its patterns are not those of the memory here");
  if (host.prove === null) return ok({ did, patterns, runs: null, says: "" });
  const proof = await host.prove(driverText(templates), sample);
  if (!proof.ok) return stale(proof.error.says);
  if (!["- ours\n", "- theirs\n"].every((entry) => proof.value.text.includes(entry))) {
    return stale(proof.value.says.split("\n")[0] || "it was run and did not merge");
  }
  for (const { prefix } of wanted.value.roots) {
    const found = await host.attribute(`${prefix}memory/a.md`);
    if (!found.ok) return found;
    if (found.value !== "pagefile") return stale(`a later line of info/attributes gives pages merge=${found.value}`);
  }
  return ok({ did, patterns, runs: true, says: "" });
}

const sample = { base: "- both\n", ours: "- both\n- ours\n", theirs: "- both\n- theirs\n" };

async function change(
  host: MergeHost,
  before: MergeFilesState,
  after: MergeFilesState,
  done: MergeSetup["did"],
): Promise<Outcome<{ readonly did: MergeSetup["did"]; undo(): Promise<Outcome<void>> }>> {
  if (isSame(before.config, after.config) && isSame(before.attributes, after.attributes)) {
    return ok({ did: "nothing", undo: async () => ok(undefined) });
  }
  const written = await host.write(before, after);
  return written.ok ? ok({ did: done, undo: () => host.write(after, before) }) : written;
}

function isSame(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a === null || b === null ? a === b : Buffer.compare(a, b) === 0;
}

interface Wanted {
  readonly config: string;
  readonly attributes: string;
  readonly roots: readonly { readonly prefix: string }[];
}

async function linesFor(host: Pick<MergeHost, "roots">, templates: HookTemplates): Promise<Outcome<Wanted>> {
  const roots = await host.roots();
  if (!roots.ok) return roots;
  const read = roots.value.flatMap(({ prefix, text }) => {
    const config = parseConfig(text);
    return config.ok ? [{ prefix, profile: profileOf(config.value.config.profile) }] : [];
  });
  const attributes = read.flatMap(({ prefix, profile }) =>
    profile.folders.map(({ path, recursive }) => {
      const folder = `${prefix}${path === "" ? "" : `${path}/`}`;
      return `${pattern(`/${escaped(folder)}${recursive ? "**/" : ""}*.md`)} merge=pagefile\n`;
    }),
  );
  const driver = driverText(templates);
  const config = `[merge "pagefile"]\n\tname = Pagefile merges pages entry by entry\n\tdriver = ${value(driver)}\n`;
  return ok({ config, attributes: [...new Set(attributes)].join(""), roots: read });
}

/** A name that is matched as it is. */
function escaped(path: string): string {
  return path.replace(/[\\*?[\]]/g, (mark) => `\\${mark}`);
}

/** git reads a pattern with spaces, or one that would start a comment or a macro, only in quotes. */
function pattern(text: string): string {
  return /[\s"]/.test(text) ? `"${text.replace(/["\\]/g, (mark) => `\\${mark}`)}"` : text;
}

/** One value of git's configuration, on one line. */
function value(text: string): string {
  return `"${text
    .replace(/["\\]/g, (mark) => `\\${mark}`)
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t")}"`;
}
