/** Show: one page at one fidelity. */

import type { Outcome } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import { openFile } from "../memory/memory--open-file.js";
import { type Located, locate, type Workspace } from "../memory/workspace.js";
import { unreadNamed } from "../memory/workspace--unread.js";
import type { Fidelity } from "../page/page--page.js";
import { type PageRow, rowOf } from "./parts.js";
import { counted } from "./prices--counted.js";
import { representationsOf } from "./prices--parts.js";

export interface ShowAnswer {
  readonly page: PageRow;
  readonly fidelity: Fidelity;
  readonly text: string;
  readonly tokens: number;
}

/** `full`, the default, is what the fields say and the body as it stands; a gathering file is shown whole, sections included. */
export async function show(
  workspace: Workspace,
  query: { readonly page: string; readonly fidelity: Fidelity | null; readonly tokenizer?: string | null },
): Promise<Outcome<ShowAnswer>> {
  const located = locate(workspace, query.page);
  const unread = located.ok ? null : unreadNamed(workspace, query.page);
  if (!located.ok && unread === null) return located;
  const page = unread ?? (located as { readonly value: Located }).value;
  const { memory, entry } = page;
  const tokenizer = await workspace.tokenizer(query.tokenizer ?? null);
  if (!tokenizer.ok) return tokenizer;
  const file = openFile(memory, entry);
  if (!file.ok) return file;
  if (file.value === null) {
    return err({ code: "page_missing", says: `${entry.path} was changed or removed just now.`, hint: "Try again." });
  }
  const fidelity = query.fidelity ?? "full";
  const text = representationsOf(memory, entry, file.value, "whole")[fidelity];
  const tokens = counted(memory, tokenizer.value).count(text);
  memory.tokens.flush();
  return ok({ page: rowOf(page, tokenizer.value), fidelity, text, tokens });
}
