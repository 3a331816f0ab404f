/** HookContent: what a hand edit may not bring into a page: secrets, text that stands for other text, an open conflict, a private scope. */

import type { Finding } from "../../page/page--finding.js";
import type { Scope } from "../../page/page--page.js";
import { findElisions } from "../../rules/elision.js";
import { findSecrets, redactSecrets } from "../../rules/secret-keys--secret.js";
import { isSameSecret } from "./hand--guard-writes.js";
import { type HookPage, lineAt } from "./hand--page.js";

/** `path` is the one to show. `before` is HEAD's version: what stood there already is not this commit's doing. */
export function contentFindings(
  path: string,
  page: HookPage,
  context: { readonly before: HookPage | null; readonly scope: Scope },
): readonly Finding[] {
  const { before, scope } = context;
  const open = openConflict(page.text);
  return [
    ...(before === null ? secretsInName(path) : []),
    ...secrets(path, page.text, before?.text ?? ""),
    ...elisions(path, page, before),
    ...(open === null || (before !== null && openConflict(before.text) !== null) ? [] : [conflict(path, open)]),
    ...(page.meta.scope === before?.meta.scope ? [] : privateScope(path, page, scope)),
  ];
}

/**
 * The line on which git's conflict marks begin; null where there are none. Outside fenced code, where somebody may show them.
 * A line of seven `<` or `>` with a name behind it is enough: half a conflict is left when the other half was deleted.
 */
export function openConflict(text: string): number | null {
  let fence: string | null = null;
  let parted = false;
  for (const [index, line] of text.split("\n").entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence !== null) {
      if (mark?.startsWith(fence) === true) fence = null;
    } else if (mark !== null) fence = mark;
    else if (/^<{7}(?:[ \t]|\r?$)/.test(line)) return index + 1;
    else if (/^>{7}[ \t]/.test(line) && parted) return index + 1;
    else if (/^={7}\r?$/.test(line)) parted = true;
  }
  return null;
}

function secrets(path: string, text: string, before: string): readonly Finding[] {
  const found = findSecrets(text);
  if (found.length === 0) return [];
  const known = findSecrets(before).map(({ start, end }) => before.slice(start, end));
  const fresh = found.filter(({ start, end }) => !known.some((old) => isSameSecret(old, text.slice(start, end))));
  return fresh.map(({ start, redacted }) =>
    secret(path, lineAt(text, start), `There is a secret here: ${redacted}.`),
  );
}

function secretsInName(path: string): readonly Finding[] {
  const found = findSecrets(path)[0];
  if (found === undefined) return [];
  return [secret(redactSecrets(path), 0, `The file's name holds a secret: ${found.redacted}.`)];
}

function secret(path: string, line: number, says: string): Finding {
  const hint =
    "Write where it is kept instead of the secret itself. What was staged stays in .git until `git gc --prune=now`; a secret that others may have seen has to be changed.";
  return { code: "secret_detected", severity: "error", path, line, says, hint };
}

/** In frontmatter a list of short words can read like an omission, so only blanks are looked for there. */
function elisions(path: string, page: HookPage, before: HookPage | null): readonly Finding[] {
  const found = elisionsIn(page);
  if (found.length === 0) return [];
  const known = new Set(before === null ? [] : elisionsIn(before).map(({ text }) => text));
  return found
    .filter(({ text }) => !known.has(text))
    .map(({ kind, line, text }) => {
      const omission = kind === "omission";
      const what = omission ? "stands for text that was left out" : "is a blank that redaction left";
      const hint = omission
        ? "Put the text itself back: a page is all there is. To write about such words, put them in `backticks`."
        : "Leave it out, or name where the value is kept. To write about such a blank, put it in `backticks`.";
      const says = `“${redactSecrets(text)}” ${what}.`;
      return { code: "elision_detected", severity: "error", path, line, says, hint };
    });
}

function elisionsIn({ text, bodyStart }: HookPage): ReturnType<typeof findElisions> {
  const above = lineAt(text, bodyStart) - 1;
  const head = findElisions(text.slice(0, bodyStart)).filter(({ kind }) => kind === "redaction");
  return [...head, ...findElisions(text.slice(bodyStart)).map((one) => ({ ...one, line: one.line + above }))];
}

function conflict(path: string, line: number): Finding {
  const says = "git's conflict marks stand in the page, and a prompt would show them.";
  const hint = "Keep what is right, delete the lines `<<<<<<<`, `=======` and `>>>>>>>`, and `git add` the page.";
  return { code: "conflict_marker", severity: "error", path, line, says, hint };
}

/** A memory may itself be somebody's private one; then its pages are where they belong. */
function privateScope(path: string, { text, meta }: HookPage, store: Scope): readonly Finding[] {
  const { scope } = meta;
  if ((scope !== "session" && scope !== "local") || scope === store) return [];
  const line = lineAt(text, Math.max(0, text.search(/^["']?scope["']?[ \t]*:/m)));
  const says = `Pages of scope ${scope} are not kept in the shared history, so they cannot be committed here.`;
  const hint = `Keep it out with \`git reset -q -- ${path}\`, or give it \`scope: project\` if others may read it.`;
  return [{ code: "scope_denied", severity: "error", path, line, says, hint }];
}
