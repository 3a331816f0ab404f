/** ToolFileGuard: what a file would be once it stands there, and why it may not: its name, its id, its scope. */

import type { PageId, PagePath } from "../base/ids.js";
import { factsOf } from "../memory/facts.js";
import { isOwnPage } from "../memory/included.js";
import { profileOf, ruleFor } from "../memory/profile.js";
import { distinguish, foldedPath, idFromPath } from "../memory/table--name.js";
import { decodePage, encodePage } from "../page/decode.js";
import type { PageType, Pin } from "../page/page--page.js";
import type { Refusal } from "../rules/reason.js";
import type { Ground } from "./change--ground.js";
import { mistakes } from "./edit.js";
import { staysHome } from "./guard/hand--scope-guard.js";

/** The words of a patch that would make it. */
export interface FileNow {
  readonly id: PageId;
  readonly asked: {
    readonly page: string;
    readonly type: PageType;
    readonly title: string;
    readonly pin: Pin | null;
  };
}

export function fileNow(path: PagePath, bytes: Uint8Array, { table, config }: Ground): FileNow {
  const profile = profileOf(config.profile);
  const { meta, heading } = factsOf(path, bytes, profile);
  const rule = ruleFor(profile, path);
  const inferred = idFromPath(path);
  const holder = table.byId.get(inferred);
  const id = meta.id ?? (holder === undefined || holder.path === path ? inferred : distinguish(inferred, path));
  const pin = meta.pin ?? (meta.type === undefined ? rule.pin : meta.type === "constraint" ? "hard" : "none");
  return { id, asked: { page: id, type: meta.type ?? rule.type, title: meta.title ?? heading ?? path, pin } };
}

/**
 * `before` is the text that stood there, or where the file was. What makes a page invalid is found by the plan, which looks at every
 * text that it writes; a file that is only moved is written by nobody, so it is looked at here.
 */
export function guardNewFile(
  path: PagePath,
  text: string,
  before: string | { readonly moved: PagePath } | null,
  ground: Ground,
): Refusal | null {
  const bytes = encodePage(text);
  const decoded = decodePage(path, bytes);
  if (!decoded.ok || decoded.value !== text) {
    const says = decoded.ok ? "The text holds half of a character (a lone surrogate)." : decoded.error.says;
    return { reason: "MALFORMED", says, hint: "Send the text again as plain UTF-8." };
  }
  if (before === null || typeof before !== "string") {
    const taken = headOfRepository(path);
    if (taken !== null) return taken;
  }
  const from = before === null || typeof before === "string" ? path : before.moved;
  const clash = before !== null && typeof before === "string" ? null : nameTaken(path, from, ground);
  if (clash !== null || !isToolPage(path, ground)) return clash;
  const { meta, findings = [] } = factsOf(path, bytes, profileOf(ground.config.profile));
  // A page of the table keeps what other programs wrote into it; what becomes a page brings in nothing that is not read.
  const isPage = isOwnPage(from, ground.config) && ground.table.byPath.has(from);
  const broken =
    from === path
      ? undefined
      : findings.find(({ severity, code }) => severity === "error" || (!isPage && mistakes.has(code)));
  if (broken !== undefined)
    return { reason: "SCHEMA_INVALID", says: `It would be no valid page: ${broken.says}`, hint: broken.hint };
  const holder = meta.id == null ? undefined : ground.table.byId.get(meta.id);
  if (holder !== undefined && holder.path !== from && holder.path !== path) {
    return {
      reason: "DESTRUCTIVE_OP",
      says: `The id “${meta.id}” is taken by ${holder.path}; two pages cannot have it.`,
      hint: "Leave the id out of the frontmatter, or choose another.",
    };
  }
  if (meta.scope == null || !staysHome(meta.scope, ground.config.scope)) return null;
  return {
    reason: "SCOPE_DENIED",
    says: `A page of scope ${meta.scope} stays on this machine, and this tool commits what it writes.`,
    hint: "Leave the scope out of the frontmatter, or write scope: project.",
  };
}

/** Beside `objects` and `refs` it makes a folder a repository, whose configuration starts programs for whoever runs git there. */
function headOfRepository(path: PagePath): Refusal | null {
  if (path.slice(path.lastIndexOf("/") + 1).toLowerCase() !== "head") return null;
  return {
    reason: "POLICY_VIOLATION",
    says: `A file called ${path} would let git take its folder for a repository of its own.`,
    hint: "Choose another name.",
  };
}

/** Files of other kinds, and what lies in hidden folders, are kept and are no pages. */
export function isToolPage(path: PagePath, { config }: Ground): boolean {
  const isHidden = path.split("/").some((part) => part.startsWith(".") || part === "node_modules");
  return !isHidden && isOwnPage(path, config);
}

/** What leaves the memory by another ending would be forgotten without having been put away. */
export function guardStaysPage(from: PagePath, to: PagePath, ground: Ground): Refusal | null {
  if (!isToolPage(from, ground) || isToolPage(to, ground)) return null;
  return {
    reason: "POLICY_VIOLATION",
    says: `${from} is a page of the memory, and ${to} would be none.`,
    hint: "Keep the ending .md and choose no hidden folder, or delete the file if it is no longer needed.",
  };
}

/** Two names that differ in case, or in how letters are composed, are one file on some systems. */
function nameTaken(path: PagePath, from: PagePath, { table }: Ground): Refusal | null {
  const holder = table.byFoldedPath.get(foldedPath(path));
  if (holder === undefined || holder === from) return null;
  return {
    reason: "DESTRUCTIVE_OP",
    says: `${holder} exists already, and on some systems ${path} is the same file.`,
    hint: "Choose a name that differs in more than case.",
  };
}
