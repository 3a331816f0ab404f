/** AuditViews: the files of a commit made ready for judging; each version is looked at once, and few are held at a time. */

import type { Oid } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import type { Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { type Config, parseConfig } from "../../memory/config.js";
import { type Chosen, isOwnPage, isPageOf } from "../../memory/included.js";
import { isPageFile, type Profile, profileOf } from "../../memory/profile.js";
import { configPath } from "../../memory/root--config-path.js";
import { idFromPath } from "../../memory/table--name.js";
import { bodyStartOf, outline } from "../../page/markdown/outline.js";
import type { AuditedCommit, AuditedFile, AuditHost } from "./attest--audit.js";
import type { CheckedCommit, CheckedFile } from "./check--check.js";
import { type KnownVersion, type PageView, viewOf } from "./check--view.js";
import type { KnownPages } from "./views--known-pages.js";

export interface HistoryViews {
  checked(commit: AuditedCommit): Promise<Outcome<CheckedCommit>>;
}

const heldBytesMax = 16 << 20;
/** What a view costs besides its bytes. */
const viewBytes = 1_024;

/** `config` holds for commits whose own configuration is missing or cannot be read. */
export function openHistoryViews(host: AuditHost, config: Config, pages?: KnownPages): HistoryViews {
  const held = new Map<string, { readonly view: PageView; readonly cost: number }>();
  // Of a commit that takes pages away: one that moved is in it twice with the same bytes.
  const parsed = new Map<Oid, KnownEntries>();
  let mayMove = false;
  let heldBytes = 0;
  const view = async (path: string, oid: Oid | null, profile: Profile): Promise<Outcome<PageView | null>> => {
    if (oid === null) return ok(null);
    const key = `${oid} ${profile.name} ${path}`;
    const found = held.get(key);
    if (found !== undefined) return ok(found.view);
    // What the table knows of a page it knows by the profile of today.
    const known = profile.name === config.profile ? (pages?.at(path, oid) ?? null) : null;
    const read = known === null ? await host.blob(oid) : ok(known.bytes);
    if (!read.ok) return read;
    const bytes = read.value;
    const before = known?.entries ?? parsed.get(oid);
    const entriesNow = (): KnownEntries => {
      const entries = before ?? entriesIn(bytes);
      if (mayMove) parsed.set(oid, entries);
      return entries;
    };
    const made = viewOf(path, { oid, bytes }, profile, readWhenAsked(bytes, known, entriesNow));
    // It may be read later, from these bytes.
    const cost = viewBytes + bytes.length;
    held.set(key, { view: made, cost });
    heldBytes += cost;
    for (const [old, { cost: freed }] of held) {
      if (heldBytes <= heldBytesMax) break;
      held.delete(old);
      heldBytes -= freed;
    }
    return ok(made);
  };
  const profileAt = openProfiles(host, config);
  return {
    async checked(commit) {
      const profile = await profileAt(commit.config);
      if (!profile.ok) return profile;
      const { name } = profile.value;
      const chosen = name === config.profile ? config : { ...config, profile: name };
      const files: CheckedFile[] = [];
      parsed.clear();
      mayMove = commit.files.some(({ mode }) => mode === "");
      for (const file of commit.files) {
        // Before a folder was a memory, its other files were none of ours to judge.
        if (commit.config === null ? !isPageOf(config, file.path) : !isPageFile(file.path)) continue;
        const checked = await checkedFile(file, chosen, (oid) => view(file.path, oid, profile.value));
        if (!checked.ok) return err(checked.error);
        files.push(checked.value);
      }
      const { message, replayed, outside } = commit;
      return ok({
        parents: commit.parents.length,
        message,
        replayed,
        outside,
        memory: memoryOf(commit),
        files,
      });
    },
  };
}

/** The profile that a commit's own configuration names; today's where it has none that can be read. */
function openProfiles(host: AuditHost, config: Config): (oid: Oid | null) => Promise<Outcome<Profile>> {
  const profiles = new Map<Oid, Profile>();
  return async (oid) => {
    const known = oid === null ? profileOf(config.profile) : profiles.get(oid);
    if (known !== undefined || oid === null) return ok(known ?? profileOf(config.profile));
    const read = await host.blob(oid);
    if (!read.ok) return read;
    const parsed = parseConfig(new TextDecoder().decode(read.value));
    const profile = profileOf(parsed.ok ? parsed.value.config.profile : config.profile);
    profiles.set(oid, profile);
    return ok(profile);
  };
}

function readWhenAsked(bytes: Uint8Array, known: KnownVersion | null, entries: () => KnownEntries): KnownVersion {
  return {
    bytes,
    ...(known?.facts === undefined ? {} : { facts: known.facts }),
    get entries() {
      return entries();
    },
  };
}

type KnownEntries = NonNullable<KnownVersion["entries"]>;

/** Of what may be read as a page. */
function entriesIn(bytes: Uint8Array): KnownEntries {
  if (bytes.length > limits.pageBytesMax) return [];
  const text = decoder.decode(bytes);
  return outline(text, bodyStartOf(text), "once").entries;
}

const decoder: { decode(bytes: Uint8Array): string } = new TextDecoder("utf-8", { ignoreBOM: true });

async function checkedFile(
  file: AuditedFile,
  chosen: Chosen,
  view: (oid: Oid | null) => Promise<Outcome<PageView | null>>,
): Promise<Outcome<CheckedFile>> {
  const views: (PageView | null)[] = [];
  for (const oid of [file.after, ...file.before, ...file.bases]) {
    const made = await view(oid);
    if (!made.ok) return made;
    views.push(made.value);
  }
  const [after = null, ...others] = views;
  const { path, mode } = file;
  const sides = file.before.length;
  return ok({
    get id() {
      return views.find((each) => each?.id != null)?.id ?? idFromPath(path);
    },
    path,
    mode,
    own: isOwnPage(path, chosen),
    after,
    before: others.slice(0, sides),
    bases: others.slice(sides),
  });
}

function memoryOf(commit: AuditedCommit): CheckedCommit["memory"] {
  const is = commit.config !== null;
  const changed = commit.files.find(({ path }) => path === configPath);
  return {
    was: changed === undefined ? is : changed.before.some((oid) => oid !== null),
    is,
  };
}
