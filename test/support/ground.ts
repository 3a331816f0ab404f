/** Ground: what validation reads, made of texts alone: each is committed and on disk alike. */

import { blobOid } from "../../src/base/digest.js";
import type { Instant, PagePath } from "../../src/base/ids.js";
import type { Blob } from "../../src/git/history.js";
import { noLabels } from "../../src/memory/table.js";
import type { ValidationInput } from "../../src/write/change.js";
import type { PatchEnvelope } from "../../src/write/patch.js";

import { plainConfig, tableFrom } from "./facts.js";

/** `uncommitted` stand on disk alone. */
export function groundOf(
  files: Readonly<Record<string, string>>,
  more: Partial<ValidationInput> & { readonly uncommitted?: readonly string[] } = {},
): ValidationInput {
  const { uncommitted = [], ...rest } = more;
  return {
    table: tableFrom(files),
    config: plainConfig,
    now: "2026-11-21T08:00:00Z" as Instant,
    committed: (path: PagePath) => (uncommitted.includes(path) ? null : (files[path] ?? null)),
    labels: noLabels,
    unresolved: () => null,
    sharesVersion: () => false,
    ...rest,
  };
}

export function envelopeOf(more: Partial<PatchEnvelope> = {}): PatchEnvelope {
  return { actor: "human", origin: "user", session: null, evidence: [], id: null, ...more };
}

/** As git would keep it. */
export function blobOf(text: string): Blob {
  const bytes = new TextEncoder().encode(text);
  return { oid: blobOid(bytes), bytes };
}
