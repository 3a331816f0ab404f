/** Model state: a memory as three maps from path to text, and what each patch makes of them by plain string work. */

import { type Ask, afterAsk } from "./against-git-steps.js";

export interface Places {
  readonly head: ReadonlyMap<string, string>;
  readonly index: ReadonlyMap<string, string>;
  readonly work: ReadonlyMap<string, string>;
  /** Files whose last commit left their version as it found it, as a commit by hand does: it names two texts; absent for none. */
  readonly kept?: ReadonlySet<string>;
}

/** An ask of the differential, or one more; `base` is the version that a title was set on. */
export type Wish =
  | (Ask & { readonly base?: string })
  | { readonly op: "merge"; readonly page: string; readonly entries: readonly string[]; readonly tag: string | null }
  | { readonly op: "restore"; readonly page: string };

/** null is a refusal. */
export type Foreseen = Places | null;

const archiveIndex = "archive/INDEX.md";
const indexHeader = "# Archive index\n\nOne line a cold page: id, title, where it came from, tags.\n\n";

/** `ground` is what a patch is validated on: the same places, or what they were when the round of a flush began. */
export function foresee(places: Places, wish: Wish, now: string, ground: Places = places): Foreseen {
  const after = afterPatch(places, wish, now, ground);
  return after === null ? null : withKept(places, after);
}

/** The places behind a commit, with the files that kept their version in it. */
export function withKept({ head, kept = new Set() }: Places, after: Places): Places {
  const left = new Set([...kept].filter((path) => after.head.get(path) === head.get(path)));
  for (const [path, text] of after.head) {
    const was = head.get(path);
    const version = lineOf(text, "version");
    if (was !== undefined && was !== text && version !== undefined && lineOf(was, "version") === version)
      left.add(path);
  }
  return { ...after, kept: left };
}

function afterPatch(places: Places, wish: Wish, now: string, ground: Places): Foreseen {
  const path = pathOfPage(ground.work, wish.page);
  if (wish.op === "create") return path === null ? create(places, wish, now) : null;
  if (path === null || !places.head.has(path)) return null;
  const isCold = path.startsWith("archive/");
  if (wish.op === "restore") return isCold ? restore(places, path, ground) : null;
  if (isCold) return null;
  if (wish.op === "archive") return archive(places, path, now, ground);
  if (wish.op === "title") {
    const committed = ground.head.get(path) ?? "";
    if (lineOf(committed, "version") !== wish.base || ground.kept?.has(path)) return null;
    const was = lineOf(places.head.get(path) ?? "", "title");
    // What only an earlier patch of the same round set counts as edited since; what the user edited counts too.
    if (was !== lineOf(committed, "title")) return null;
    const others = [places.index.get(path), places.work.get(path)];
    if (others.some((text) => text !== undefined && lineOf(text, "title") !== was)) return null;
  }
  const after = edited(places, path, (text) => afterWish(text, wish, now));
  // What HEAD has and a hand edit took from the disk stands there again, and nothing is committed.
  const onDisk = places.work.get(path);
  const isAdded = after === places && (wish.op === "append" || wish.op === "merge") && onDisk !== undefined;
  return isAdded ? { ...places, work: new Map(places.work).set(path, afterWish(onDisk, wish, now)) } : after;
}

/** Hot before cold; null where the work tree has none. */
export function pathOfPage(work: ReadonlyMap<string, string>, page: string): string | null {
  const named = [...work.keys()]
    .filter((path) => path.endsWith(`/${page}.md`) && isPage(work.get(path) ?? ""))
    .sort();
  return named.find((path) => !path.startsWith("archive/")) ?? named[0] ?? null;
}

/** The value of a frontmatter line. */
export function lineOf(text: string, key: string): string | undefined {
  return new RegExp(`^${key}: (.*)$`, "m").exec(text)?.[1];
}

export function sameTexts(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([path, text]) => b.get(path) === text);
}

/** By path; null where it went. */
export function changesBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Readonly<Record<string, string | null>> {
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  const changed = paths.filter((path) => before.get(path) !== after.get(path));
  return Object.fromEntries(changed.map((path) => [path, after.get(path) ?? null]));
}

/** What the model takes for readable: the one way it has of making a file that is not is frontmatter that is never closed. */
function isPage(text: string): boolean {
  return !text.includes("tags: [broken");
}

function afterWish(text: string, wish: Wish, now: string): string {
  if (wish.op !== "merge") return afterAsk(text, wish as Ask, now) ?? text;
  const tags = /^tags: \[(.*)\]$/m.exec(text)?.[1]?.split(", ") ?? [];
  const isNew = wish.tag !== null && !tags.includes(wish.tag);
  const list = `tags: [${[...tags, wish.tag].join(", ")}]`;
  const written = /^tags: /m.test(text)
    ? text.replace(/^tags: .*$/m, list)
    : text.replace("\n---\n", `\n${list}\n---\n`);
  const tagged = isNew ? written : text;
  const fresh = wish.entries.filter((entry, at) => !hasEntry(text, entry) && wish.entries.indexOf(entry) === at);
  const body = fresh.reduce((at, entry) => `${at}- ${entry}\n`, tagged);
  if (body === text) return text;
  const version = Number(lineOf(text, "version")) + 1;
  return body.replace(/^version: .*$/m, `version: ${version}`).replace(/^updated: .*$/m, `updated: ${now}`);
}

function hasEntry(text: string, entry: string): boolean {
  return text.split("\n").includes(`- ${entry}`);
}

/** HEAD's text changes; the index and the disk follow where they are HEAD's, and keep their own words where they are not. */
function edited(places: Places, path: string, edit: (text: string) => string): Places {
  const was = places.head.get(path) ?? "";
  const is = edit(was);
  if (is === was) return places;
  const follow = (map: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
    const text = map.get(path);
    return text === undefined ? map : new Map(map).set(path, text === was ? is : edit(text));
  };
  return { head: new Map(places.head).set(path, is), index: follow(places.index), work: follow(places.work) };
}

function create(places: Places, wish: Extract<Wish, { op: "create" }>, now: string): Foreseen {
  const path = `memory/decisions/${wish.page}.md`;
  if (places.head.has(path) || places.index.has(path) || places.work.has(path)) return null;
  const text = afterAsk(null, wish, now) ?? "";
  return onEach(places, (map) => new Map(map).set(path, text));
}

function archive(places: Places, path: string, now: string, ground: Places): Foreseen {
  const page = path.slice(path.lastIndexOf("/") + 1, -3);
  const to = `archive/${now.slice(0, 4)}/${page}.md`;
  if ([places.head, places.index, places.work].some((map) => map.has(to))) return null;
  const text = ground.work.get(path) ?? "";
  const tags = (/^tags: \[(.*)\]$/m.exec(text)?.[1] ?? "").split(", ").filter((tag) => tag !== "");
  const title = `${lineOf(text, "title")} · from ${path} · ${lineOf(text, "updated")?.slice(0, 10)}`;
  const line = `- [${page}](${to.slice("archive/".length)}) — ${[title, ...tags.map((tag) => `#${tag}`)].join(" · ")}\n`;
  return moved(places, [path, to], (index) => {
    const at = index ?? indexHeader;
    return at.includes(line) ? at : at + line;
  });
}

function restore(places: Places, path: string, ground: Places): Foreseen {
  const link = `](${path.slice("archive/".length)}) — `;
  const line = (ground.head.get(archiveIndex) ?? "").split("\n").find((one) => one.includes(link));
  const from = line?.split(" · ").find((part) => part.startsWith("from "));
  const to = from?.slice("from ".length) ?? `memory/evidence/${path.slice(path.lastIndexOf("/") + 1)}`;
  if ([places.head, places.index, places.work].some((map) => map.has(to))) return null;
  return moved(places, [path, to], (index) => {
    if (index === undefined || line === undefined) return index;
    return index
      .split("\n")
      .filter((one) => one !== line)
      .join("\n");
  });
}

function moved(
  places: Places,
  [from, to]: readonly [string, string],
  list: (index: string | undefined) => string | undefined,
): Places {
  return onEach(places, (map) => {
    const next = new Map(map);
    const text = next.get(from);
    next.delete(from);
    if (text !== undefined) next.set(to, text);
    const index = list(next.get(archiveIndex));
    if (index !== undefined) next.set(archiveIndex, index);
    return next;
  });
}

type Change = (map: ReadonlyMap<string, string>) => ReadonlyMap<string, string>;

function onEach({ head, index, work }: Places, change: Change): Places {
  return { head: change(head), index: change(index), work: change(work) };
}
