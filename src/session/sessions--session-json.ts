/** SessionJson: the parts of our state files that tell of sessions, read back whatever the files hold. */

import type { Source } from "./sessions--source.js";

export function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** null for anything that is no source. */
export function sourceFrom(value: unknown): Source | null {
  if (typeof value !== "object" || value === null) return null;
  const { epoch, length, digest } = value as { readonly [key in keyof Source]?: unknown };
  if (!isCount(epoch)) return null;
  return { epoch, length: isCount(length) ? length : null, digest: textOrNull(digest) };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
