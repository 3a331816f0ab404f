/** Move: a page into the archive and back, with its line in the archive index; its bytes never change. */

import { type PagePath, parsePagePath } from "../../base/ids.js";
import { err, ok, type Result } from "../../base/result.js";
import { archiveFolder, archiveIndexPath } from "../../memory/profile.js";
import type { PageEntry } from "../../memory/table.js";
import { schema } from "../../page/page.js";
import type { Refusal } from "../../rules/reason.js";
import { type Drafted, type Ground, guardPage } from "../change.js";
import type { MovePatch } from "../patch.js";

export const indexHeader: string =
  "# Archive index\n\nOne line a cold page: id, title, where it came from, tags.\n\n";

export function moveChanges(patch: MovePatch, ground: Ground): Result<Drafted, Refusal> {
  const guarded = guardPage(patch, ground);
  if (!guarded.ok) return guarded;
  const page = guarded.value;
  if (page.slug !== null) return err(wholeFile(page));
  return patch.op === "archive" ? archive(page, patch, ground) : restore(page, patch, ground);
}

function archive(page: PageEntry, patch: MovePatch, ground: Ground): Result<Drafted, Refusal> {
  const to = placeIn(`${archiveFolder}/${ground.now.slice(0, 4)}/${page.id}`, page, ground);
  if (to === null || isTaken(to, ground)) return err(taken(to ?? page.path));
  return ok({
    targets: [{ op: patch.op, id: page.id, path: to }],
    envelope: patch,
    changes: [
      { kind: "move", from: page.path, to },
      {
        kind: "edit",
        path: archiveIndexPath as PagePath,
        edit: {
          kind: "add_line",
          header: indexHeader,
          line: indexLine(page, to),
        },
      },
    ],
    reason: "PRUNE_ARCHIVE",
    subject: `archive: ${page.title} (${page.id})`,
  });
}

/** A log that was written to after it had been archived goes beside what it was: `2026-11-20-2.md`. */
function placeIn(stem: string, page: PageEntry, ground: Ground): PagePath | null {
  const first = parsePagePath(`${stem}.md`);
  if (!page.implicit || page.type !== "conversation_segment") return first;
  let place = first;
  for (let part = 2; place !== null && isTaken(place, ground); part += 1) place = parsePagePath(`${stem}-${part}.md`);
  return place;
}

function isTaken(path: PagePath, ground: Ground): boolean {
  return ground.table.byPath.has(path) || ground.committed(path) !== null;
}

function restore(page: PageEntry, patch: MovePatch, ground: Ground): Result<Drafted, Refusal> {
  if (page.tier !== "cold") {
    return err({
      reason: "SCHEMA_INVALID",
      says: `“${page.id}” is not archived.`,
      hint: "List what is: pagefile pages --tier cold",
    });
  }
  const line = indexLineOf(ground.committed(archiveIndexPath as PagePath) ?? "", page.path);
  const to = (line === null ? null : cameFrom(line)) ?? parsePagePath(`${schema[page.type].folder}/${page.id}.md`);
  if (to === null || isTaken(to, ground)) return err(taken(to ?? page.path));
  const moved = { kind: "move", from: page.path, to } as const;
  const unlisted = {
    kind: "edit",
    path: archiveIndexPath as PagePath,
    edit: { kind: "remove_line", line: line ?? "" },
  } as const;
  return ok({
    targets: [{ op: patch.op, id: page.id, path: to }],
    envelope: patch,
    changes: line === null ? [moved] : [moved, unlisted],
    reason: "RESTORE",
    subject: `restore: ${page.title} (${page.id})`,
  });
}

/** `- [id](2026/id.md) — Title · from memory/x.md · tags` */
export function indexLine(page: PageEntry, to: string): string {
  const link = `- [${page.id}](${to.slice(archiveFolder.length + 1)})`;
  const title = page.title.replace(/[\r\n·]+/g, " ").trim();
  const time = page.updated ?? page.created;
  const parts = [
    title,
    `from ${page.path}`,
    ...(time === null ? [] : [time.slice(0, 10)]),
    ...page.tags.map((tag) => `#${tag}`),
  ];
  return `${link} — ${parts.join(" · ")}`;
}

function indexLineOf(index: string, path: string): string | null {
  const link = `](${path.slice(archiveFolder.length + 1)}) — `;
  const line = index.split(/\r?\n/).find((candidate) => candidate.startsWith("- [") && candidate.includes(link));
  return line ?? null;
}

function cameFrom(line: string): PagePath | null {
  const part = line.split(" · ").find((piece) => piece.startsWith("from "));
  return part === undefined ? null : parsePagePath(part.slice("from ".length));
}

function wholeFile(page: PageEntry): Refusal {
  return {
    reason: "POLICY_VIOLATION",
    says: `“${page.id}” is a section of ${page.path}; files are archived and restored whole.`,
    hint: `Name the file: pagefile archive ${page.path}`,
  };
}

function taken(path: string): Refusal {
  return {
    reason: "DESTRUCTIVE_OP",
    says: `${path} exists already; a move never replaces a file.`,
    hint: "Rename one of the two first.",
  };
}
