/** CheckLinks: links and pointers to pages that are not there, and cold pages that the archive index does not name. */

import { archiveFolder, archiveIndexPath } from "../../memory/profile.js";
import { findPage, type PageTable } from "../../memory/table.js";
import type { AuditFinding, AuditPage } from "./checks--audit.js";

export interface LinkGround {
  readonly table: PageTable;
  /** Every file that a link may name, below the root. */
  readonly paths: ReadonlySet<string>;
  /** Whether a file that is no page lies there. */
  readonly isThere?: (path: string) => boolean;
  /** The text of the archive index; null where there is none. */
  readonly index: string | null;
}

export function checkLinks(
  pages: readonly AuditPage[],
  ground: LinkGround,
  linksOf: (page: AuditPage) => readonly PageLink[] = linksIn,
): readonly AuditFinding[] {
  const names = new Set([...ground.paths].map((path) => nameOf(path)));
  return [
    ...pages.flatMap((page) =>
      // A cold page is as it was; what it pointed to may be gone by now.
      page.entry.tier === "cold" ? [] : pageLinks(page.entry.path, linksOf(page), { ...ground, names }),
    ),
    ...provenance(pages, ground),
    ...archiveIndex(pages, ground),
  ];
}

/** Line (1-based), how it is written, and what stands between its brackets; a tuple, because it is kept by the thousand. */
export type PageLink = readonly [line: number, kind: "wiki" | "path", said: string];

/** Every link of a text that may lead to a page, wherever it leads. */
export function linksIn({ text, bodyStart }: Pick<AuditPage, "text" | "bodyStart">): readonly PageLink[] {
  if (!text.includes("[[", bodyStart) && !text.includes("](", bodyStart)) return [];
  return proseLines(text, bodyStart).flatMap(({ line, said }): readonly PageLink[] => [
    ...[...said.matchAll(/\[\[([^[\]]+)\]\]/g)].map(([, inner = ""]) => [line, "wiki", inner] as const),
    ...[...said.matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = ""]) => [line, "path", link] as const),
  ]);
}

function pageLinks(
  path: string,
  links: readonly PageLink[],
  ground: LinkGround & { readonly names: ReadonlySet<string> },
): readonly AuditFinding[] {
  const nowhere = links.filter(([, kind, said]) =>
    kind === "wiki" ? !leadsToPage(said, ground) : !leadsToFile(path, said, ground),
  );
  const wiki = nowhere.filter(([, kind]) => kind === "wiki");
  const paths = nowhere.filter(([, kind]) => kind === "path");
  return [...unwritten(path, wiki), ...paths.map(([line, , said]) => broken(path, line, said))];
}

function leadsToPage(inner: string, ground: LinkGround & { readonly names: ReadonlySet<string> }): boolean {
  const target = (inner.split("|")[0] ?? "").trim();
  const file = (target.split("#")[0] ?? "").trim();
  // An image or another file that is shown in a note is no page.
  if (/\.(?!md$)[a-z0-9]{2,5}$/i.test(file)) return true;
  if (file === "" || findPage(ground.table, target) !== null || findPage(ground.table, file) !== null) return true;
  return ground.paths.has(file) || ground.paths.has(`${file}.md`) || ground.names.has(nameOf(file));
}

/** A link that is no path of a page leads somewhere that is not looked at. */
function leadsToFile(from: string, link: string, { paths, isThere }: LinkGround): boolean {
  const target = decoded((link.split("#")[0] ?? "").replace(/^<|>$/g, ""));
  if (!target.endsWith(".md") || target.includes(":") || target.startsWith("/")) return true;
  const folder = from.slice(0, from.lastIndexOf("/") + 1);
  return [joined(folder, target), joined("", target)].some((path) => paths.has(path) || isThere?.(path) === true);
}

/** Vaults are full of links to pages that are to be written: that is for their owner to know, once a file, and nothing that is wrong. */
function unwritten(path: string, links: readonly PageLink[]): readonly AuditFinding[] {
  const named = [...new Set(links.map(([, , said]) => `[[${said}]]`))];
  if (named.length === 0) return [];
  const more = named.length > linksShown ? ` and ${named.length - linksShown} more` : "";
  const says = `${named.slice(0, linksShown).join(", ")}${more} ${named.length === 1 ? "leads" : "lead"} to no page yet. Was one renamed?`;
  const hint = "If it is still to be written, nothing is to be done.";
  return [{ check: "link_broken", severity: "note", path, line: links[0]?.[0] ?? 0, says, hint }];
}

const linksShown = 3;

function broken(path: string, line: number, link: string): AuditFinding {
  const says = `The link ${link} leads nowhere.`;
  const hint = "Correct it, or bring back what it meant: pagefile log tells where a page went.";
  return { check: "link_broken", severity: "warning", path, line, says, hint };
}

/** Lines outside fenced code, without their code spans; 1-based. */
function proseLines(text: string, bodyStart: number): readonly { readonly line: number; readonly said: string }[] {
  const lines: { line: number; said: string }[] = [];
  let fence: string | null = null;
  let at = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const start = at;
    at += line.length + 1;
    if (start < bodyStart) continue;
    const mark = /^ {0,3}(?:[-*+] {1,4}|> ?)?(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence !== null) {
      if (mark?.startsWith(fence) === true) fence = null;
    } else if (mark !== null) fence = mark;
    else lines.push({ line: index + 1, said: line.replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, "") });
  }
  return lines;
}

function nameOf(path: string): string {
  return path
    .slice(path.lastIndexOf("/") + 1)
    .replace(/\.md$/, "")
    .toLowerCase();
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}

function joined(folder: string, target: string): string {
  const parts: string[] = [];
  for (const part of `${folder}${target}`.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

function provenance(pages: readonly AuditPage[], { table }: LinkGround): readonly AuditFinding[] {
  return pages.flatMap(({ entry, meta }) =>
    (meta.provenance ?? []).flatMap((source): readonly AuditFinding[] => {
      const name = source.startsWith("page:") ? source.slice("page:".length) : null;
      if (name === null || findPage(table, name) !== null) return [];
      const says = `Its provenance names the page “${name}”, which is not there.`;
      const hint = "pagefile log tells where a page went.";
      return [{ check: "link_broken", severity: "warning", path: entry.path, line: 0, says, hint }];
    }),
  );
}

/** Both ways: a line without its page, and a page that nobody finds because it has no line. */
function archiveIndex(pages: readonly AuditPage[], { paths, index }: LinkGround): readonly AuditFinding[] {
  const listed = new Set<string>();
  const found: AuditFinding[] = [];
  for (const [at, line] of (index ?? "").split("\n").entries()) {
    const target = line.startsWith("- [") ? /\]\(([^()\s]+)\)/.exec(line)?.[1] : undefined;
    if (target === undefined) continue;
    const near = joined(`${archiveFolder}/`, decoded(target));
    const path = paths.has(near) ? near : joined("", decoded(target));
    listed.add(path);
    if (!paths.has(path)) found.push(broken(archiveIndexPath, at + 1, target));
  }
  return [...found, ...unlisted(pages, listed)];
}

/** Where a night or `archive` puts pages; what people keep in an archive of their own has no index to stand in. */
const ownArchive: RegExp = /^archive\/\d{4}\//;

function unlisted(pages: readonly AuditPage[], listed: ReadonlySet<string>): readonly AuditFinding[] {
  const lost = pages.filter(
    ({ entry: { tier, path } }) => tier === "cold" && !listed.has(path) && ownArchive.test(path),
  );
  const [first] = lost;
  if (first === undefined) return [];
  const says =
    lost.length === 1
      ? "This cold page has no line in the archive index, where it would be looked for."
      : `This cold page and ${lost.length - 1} more have no line in the archive index, where they would be looked for.`;
  const hint = `Bring it back and archive it again: pagefile restore ${first.entry.id}, pagefile archive ${first.entry.id}`;
  return [{ check: "archive_unlisted", severity: "warning", path: first.entry.path, line: 0, says, hint }];
}
