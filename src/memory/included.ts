/** Included: which Markdown files below a root are pages, by the profile's folders and `pagefile.yaml`, and why another file is none. */

import { compileGlobs, folderOf } from "../base/glob.js";
import { parsePagePath } from "../base/ids.js";
import { getOrMake } from "../base/result.js";
import type { Config } from "./config.js";
import { archiveFolder, archiveIndexPath, isPageFile, type Profile, profileOf, ruleFor } from "./profile.js";

/** Whether a path below the root is a page of a memory with this configuration, and Pagefile may write it. */
export function isOwnPage(path: string, chosen: PageChoice): boolean {
  return path !== archiveIndexPath && ruleFor(profileOf(chosen.profile), path).writable && isPageOf(chosen, path);
}

/** What of a configuration says which files are pages. */
export type PageChoice = Pick<Config, "profile"> & Partial<Pick<Config, "include" | "exclude">>;

/** Code and copies, wherever they lie. */
const foreign: readonly string[] = [
  "**/{node_modules,bower_components,vendor,third_party,third-party,site-packages,dist-packages,venv,Pods}/**",
  "**/{backup,backups}/**",
  "**/*.{bak,backup,orig}.md",
  // What OpenClaw thinks over at night: copies of logs and of talks, with its counters.
  "**/memory/dreaming/{light,rem,deep}/**",
];

/** What is no memory by its name or folder, unless it was put among the memory's own pages. */
const unlike: readonly string[] = [
  "**/skills/*/**",
  "**/SKILL.md",
  "**/{template,templates,_templates}/**",
  "**/{template,*.template,*-template,*_template}.md",
  "**/{export,exports}/**",
  "**/{license,licence,licenses,third_party_notices,changelog,code_of_conduct}.md",
];

/** What a repository says of itself, at its root; in a folder such a file is one of its pages. */
const ofTheRepository = "{readme,license,licence,changelog,contributing,code_of_conduct,security}.md";

/** Left out where `pagefile.yaml` does not say otherwise; A and a are one letter here. */
export const defaultExcludes: readonly string[] = [...foreign, ...unlike];

/** What a walk for pages goes through, the folders that `include:` names among it, and what it leaves lying there. */
export function searchedIn(chosen: PageChoice): {
  readonly folders: Profile["folders"];
  readonly leaves: (path: string, stands: Stands) => boolean;
} {
  const { folders } = profileOf(chosen.profile);
  const named = (chosen.include ?? []).map((glob) => ({ path: folderOf(glob), recursive: true }));
  const leaves = (path: string, stands: Stands): boolean =>
    !isSearched(chosen, path) ||
    excludedBy(chosen, path, stands) !== null ||
    (!path.endsWith(".md") && excludedBy(chosen, `${path}/x`) !== null);
  return { folders: [...folders, ...named], leaves };
}

/** Whether there is a file at that path. */
export type Stands = (path: string) => boolean;

const nothing: Stands = () => false;

/** The pattern that keeps a path out; null for none. What `exclude:` says comes first, then `include:`, then the defaults, and copies of what `stands`. */
export function excludedBy(chosen: PageChoice, path: string, stands: Stands = nothing): string | null {
  const { include, exclude } = matchersOf(chosen);
  const asked = exclude?.(path) ?? null;
  if (asked !== null) return asked;
  if (include !== null && include(path) !== null) return null;
  // What holds for its folder was asked for all files there: of the defaults those alone are left that speak of names.
  const byDefault = placeOf(chosen, path).excluded ?? defaultsFor(path)(path.slice(path.lastIndexOf("/") + 1));
  const byName = byDefault ?? (path.includes("/") ? null : rootDocumentOf(path));
  if (byName !== null) return byName;
  const original = originalOf(path);
  return original === null || !stands(original) ? null : `${path}, a copy of ${original}`;
}

/** The page of which a sync client made this second version, by the words that clients write and nobody else; null for another name. */
export function originalOf(path: string): string | null {
  const mark = copyMark.exec(path);
  return mark === null || mark.index === 0 || path[mark.index - 1] === "/" ? null : `${path.slice(0, mark.index)}.md`;
}

// Dropbox, Nextcloud and ownCloud, Seafile, and Syncthing.
const copyMark =
  /(?: \((?:[^()/]{1,60}['’]s )?conflicted copy(?: [^()/]{1,60})?\)| \((?:in konflikt stehende kopie|copie en conflit|copia en conflicto) [^()/]{1,60}\d\)| \(SFConflict [^()/]{1,80}\d\)|_conflict-\d{8}-\d{6}|\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]{7})?)\.md$/iu;

function defaultsFor(path: string): (path: string) => string | null {
  return path.startsWith("memory/") || path.startsWith(`${archiveFolder}/`) ? foreignOf : defaultOf;
}

/** Whether a path is a page where it is Markdown at all: `status` and the hooks must mean the same files as the table. */
export function isPageOf(chosen: PageChoice, path: string, stands: Stands = nothing): boolean {
  return isPageFile(path) && isSearched(chosen, path) && excludedBy(chosen, path, stands) === null;
}

/** Whether a walk through the folders would come by. */
function isSearched(chosen: PageChoice, path: string): boolean {
  const { isHidden, isOfProfile } = placeOf(chosen, path);
  if (isHidden || path.charCodeAt(path.lastIndexOf("/") + 1) === dot) return false;
  return isOfProfile || (matchersOf(chosen).include?.(path) ?? null) !== null;
}

const dot = 0x2e;

/** What holds for all files of one folder, which is asked once: many files lie in few folders. */
interface FolderSays {
  readonly folder: string;
  /** Itself, or one above it, has a name that nobody looks at. */
  readonly isHidden: boolean;
  readonly isOfProfile: boolean;
  /** By the defaults. */
  readonly excluded: string | null;
}

function placeOf(chosen: PageChoice, path: string): FolderSays {
  const matchers = matchersOf(chosen);
  const { folders, last } = matchers;
  const length = Math.max(0, path.lastIndexOf("/"));
  if (length === last?.folder.length && path.startsWith(last.folder)) return last;
  const folder = path.slice(0, length);
  matchers.last = getOrMake(folders, folder, () => folderSays(chosen, folder));
  return matchers.last;
}

function folderSays({ profile }: PageChoice, folder: string): FolderSays {
  const some = `${folder}/x.md`;
  return {
    folder,
    isHidden: `/${folder}`.includes("/.") || `/${folder}/`.includes("/node_modules/"),
    isOfProfile: profileOf(profile).folders.some((each) => holds(each, folder)),
    excluded: folder === "" ? null : defaultsFor(some)(some),
  };
}

function holds({ path, recursive }: Profile["folders"][number], folder: string): boolean {
  return folder === path || (recursive && (path === "" || folder.startsWith(`${path}/`)));
}

interface Matchers {
  readonly include: ((path: string) => string | null) | null;
  readonly exclude: ((path: string) => string | null) | null;
  readonly folders: Map<string, FolderSays>;
  /** A walk asks for one file of a folder after the other. */
  last: FolderSays | null;
}

const compiled = new WeakMap<PageChoice, Matchers>();

function matchersOf(chosen: PageChoice): Matchers {
  const matcher = (globs: readonly string[] | undefined): Matchers["include"] =>
    globs === undefined || globs.length === 0 ? null : compileGlobs(globs, { foldsCase: false });
  return getOrMake(compiled, chosen, () => {
    return { include: matcher(chosen.include), exclude: matcher(chosen.exclude), folders: new Map(), last: null };
  });
}

const foreignOf = compileGlobs(foreign, { foldsCase: true });
const rootDocumentOf = compileGlobs([ofTheRepository], { foldsCase: true });
const defaultOf = compileGlobs(defaultExcludes, { foldsCase: true });

// LeftOut: why a Markdown file is no page of a memory, in the words of whoever could change that in `pagefile.yaml`.

interface LeftOut {
  readonly says: string;
  readonly hint: string;
}

/** null for a page, and for what no configuration could make one. */
export function leftOut(chosen: PageChoice, path: string, stands: Stands): LeftOut | null {
  const isHidden = path.split("/").some((part) => part.startsWith(".") || part === "node_modules");
  if (parsePagePath(path) === null || !isPageFile(path) || isHidden || isPageOf(chosen, path, stands)) return null;
  const pattern = excludedBy(chosen, path, stands);
  const original = originalOf(path);
  const take = `name it in pagefile.yaml, under include: [${JSON.stringify(path)}].`;
  if (pattern === null) {
    const says = `${path} is no page: a memory of the profile ${chosen.profile} has none in that folder.`;
    return { says, hint: `To take it in, ${take}` };
  }
  if (chosen.exclude?.includes(pattern) === true) {
    const says = `${path} is no page: “exclude:” in pagefile.yaml leaves it out, by ${pattern}.`;
    return { says, hint: "Take that pattern out of “exclude:”, or choose another page: pagefile pages" };
  }
  if (original !== null && stands(original)) {
    const says = `${path} is no page: it is a copy of ${original}, which stands beside it.`;
    return {
      says,
      hint: `Move what is new in it to ${original}, and delete it. To take it in all the same, ${take}`,
    };
  }
  const says = `${path} is no page: such files are left out by themselves, by ${pattern}.`;
  return { says, hint: `To take it in all the same, ${take}` };
}
