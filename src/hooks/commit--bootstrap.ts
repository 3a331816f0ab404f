/** HookBootstrap: entries pinned hard that a commit by hand would push out of what the harness loads. */

import type { Oid } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { StagedFile } from "../git/index/staged-diff--hook-host.js";
import { type Config, parseConfig } from "../memory/config.js";
import type { CutPin } from "../memory/truncate--load-pins.js";
import { loadedNames } from "../memory/truncate--profile-load.js";
import type { Finding } from "../page/page--finding.js";
import { pinsPushedOut, put, rulesOf } from "../write/commit/overflow.js";
import type { CommitHost } from "./commit--hook-commit.js";

/** Instruction files too: Pagefile never writes them, but what is cut off their end is a rule nobody follows. */
export async function overflowFindings(host: CommitHost): Promise<Outcome<readonly Finding[]>> {
  const staged = await host.staged();
  if (!staged.ok) return staged;
  const roots = new Map<string, Root>();
  for (const file of staged.value) {
    if (!loadedNames.has(file.path.slice(file.path.lastIndexOf("/") + 1))) continue;
    const found = host.config(file.path);
    if (!found.ok) return found;
    if (found.value === null) continue;
    const { prefix, text } = found.value;
    // A configuration that cannot be read stops the commit elsewhere, where there are pages in it.
    const parsed = parseConfig(text);
    if (!parsed.ok) continue;
    const root = roots.get(prefix) ?? { prefix, config: parsed.value.config, files: [] };
    root.files.push(file);
    roots.set(prefix, root);
  }
  const findings: Finding[] = [];
  for (const root of roots.values()) {
    const out = await pushedOutOf(root, host);
    if (!out.ok) return out;
    findings.push(...out.value.map((pin) => findingFor(pin, root)));
  }
  return ok(findings);
}

interface Root {
  readonly prefix: string;
  readonly config: Config;
  readonly files: StagedFile[];
}

/** What is staged, beside what the other files hold on disk: that is what the next session loads. */
async function pushedOutOf({ prefix, config, files }: Root, host: CommitHost): Promise<Outcome<readonly CutPin[]>> {
  const oids = files.flatMap(({ before, oid }) => [before, oid]).filter((oid): oid is Oid => oid !== null);
  const blobs = await host.blobs(oids);
  if (!blobs.ok) return blobs;
  const bytes = (oid: Oid | null): Uint8Array | null =>
    oid === null ? null : (blobs.value[oids.indexOf(oid)] ?? null);
  const before = new Map<string, string>();
  const after = new Map<string, string>();
  for (const { path } of rulesOf(config)?.files ?? []) {
    const file = files.find((each) => each.path === prefix + path);
    const disk = file === undefined ? host.onDisk(prefix + path) : ok(null);
    if (!disk.ok) return disk;
    put(before, path, file === undefined ? disk.value : bytes(file.before));
    put(after, path, file === undefined ? disk.value : bytes(file.oid));
  }
  return ok(await pinsPushedOut(config, before, after));
}

function findingFor({ path, line, text, entry }: CutPin, { prefix, config }: Root): Finding {
  return {
    code: "bootstrap_overflow",
    severity: "error",
    path: prefix + path,
    line,
    says: `${config.profile} would no longer load the pinned entry “${text}” (${entry}).`,
    hint: "Shorten what is loaded before it; `pagefile audit` shows what is cut.",
  };
}
