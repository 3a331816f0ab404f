/** ToolFilePage: the page behind a file of the memory tool, and whose word it takes to change it. */

import type { PagePath } from "../base/ids.js";
import { err, ok, type Result } from "../base/result--result.js";
import type { PageEntry } from "../memory/table--entry.js";
import type { Refusal } from "../rules/reason.js";
import type { Ground } from "./change--ground.js";
import { guardPage, guardProvenance } from "./change--policy.js";
import { guardText } from "./guard/hand.js";
import { guardScope } from "./guard/hand--scope-guard.js";
import { guardOrigin } from "./guard/origin.js";
import type { AppendPatch } from "./patch.js";
import { isToolPage } from "./tool-file--tool-file-guard.js";

/** The page of a file that is one of the memory's, with the word of every guard that an append to it passes; null for any other file; those that end in .md are named in the trailers all the same. */
export function guardedPage(draft: AppendPatch, path: PagePath, ground: Ground): Result<PageEntry | null, Refusal> {
  const refusal =
    guardText(draft) ??
    guardProvenance(draft, ground) ??
    guardOrigin(draft, ground, "own") ??
    guardScope(draft, ground);
  if (refusal !== null) return err(refusal);
  return isToolPage(path, ground) ? guardPage(draft, ground) : ok(null);
}
