/** McpPages: pages as resources, which a client offers its user without asking a model. */

import { type Outcome, usage } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { pagesIn } from "../../memory/workspace.js";
import { show } from "../../prompt/parts--show.js";
import { type Asking, withMemory } from "./tools--asking.js";

const scheme = "pagefile://page/";
const listedMax = 200;

export const pageTemplate: string = `${scheme}{id}`;

export interface PageResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: "text/markdown";
}

/** The hot pages in the order of the table, some at a time; `cursor` is what the list before gave. */
export function listPages(
  cursor: string | undefined,
  { open, session }: Asking,
): Promise<Outcome<{ readonly resources: PageResource[]; readonly nextCursor?: string }>> {
  return withMemory(open, { session, how: "read" }, async (workspace) => {
    const rows = pagesIn(workspace).filter(({ entry }) => entry.tier === "hot");
    const start = cursor === undefined ? 0 : rows.findIndex(({ name }) => name === cursor);
    if (start < 0) {
      return err(
        usage(`There is no page “${cursor}” to go on from.`, "List again from the beginning, without a cursor."),
      );
    }
    const resources = rows.slice(start, start + listedMax).map(({ name, entry }) => ({
      uri: scheme + encodeURIComponent(name),
      name,
      title: entry.title,
      description: `${entry.type} of ${entry.path}`,
      mimeType: "text/markdown" as const,
    }));
    const next = rows[start + listedMax];
    return ok(next === undefined ? { resources } : { resources, nextCursor: next.name });
  });
}

export async function readPageAt(uri: string, { open, session }: Asking): Promise<Outcome<string>> {
  const name = nameIn(uri);
  if (name === null)
    return err({
      code: "page_missing",
      says: `“${uri}” names no page.`,
      hint: `Write ${scheme} and the id of a page, percent-encoded.`,
    });
  return withMemory(open, { session, how: "read" }, async (workspace) => {
    const shown = await show(workspace, { page: name, fidelity: null });
    return shown.ok ? ok(shown.value.text) : shown;
  });
}

function nameIn(uri: string): string | null {
  if (!uri.startsWith(scheme) || uri.length === scheme.length) return null;
  try {
    return decodeURIComponent(uri.slice(scheme.length));
  } catch {
    return null;
  }
}
