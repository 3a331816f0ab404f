/** DaemonEdits: what hand edits changed: the derived state follows them, and a page that broke is told at once. */

import type { Oid, PagePath } from "../../base/ids.js";
import { compareText } from "../../base/text--order.js";
import type { Memory } from "../../memory/memory.js";
import { findingsOf } from "../../memory/workspace--findings.js";
import type { Finding } from "../../page/page--finding.js";
import type { Fault } from "../../write/fault.js";

/** A memory as it was last looked at. */
export interface Sight {
  readonly files: ReadonlyMap<PagePath, Oid>;
  readonly remarks: ReadonlySet<string>;
}

export interface News {
  /** Pages that came, changed or went, in order. */
  readonly pages: readonly PagePath[];
  /** Remarks that were not there before. */
  readonly findings: readonly Finding[];
}

export function sightOf(memory: Memory): Sight {
  return {
    files: new Map([...memory.files.values()].map(({ path, oid }) => [path, oid])),
    remarks: new Set(findingsOf(memory).map(nameOf)),
  };
}

/** By content: a write of our own that was looked at before is no news, and neither is one that was taken back. */
export function newsSince({ files, remarks }: Sight, memory: Memory): News {
  const changed = [...memory.files.values()]
    .filter(({ path, oid }) => files.get(path) !== oid)
    .map(({ path }) => path);
  const gone = [...files.keys()].filter((path) => !memory.files.has(path));
  const findings = findingsOf(memory).filter((finding) => !remarks.has(nameOf(finding)));
  return { pages: [...changed, ...gone].sort(compareText), findings };
}

/** Only an error keeps a page from being read; what is merely odd is told and not kept. */
export function faultsOf({ findings }: News): readonly Fault[] {
  return findings
    .filter(({ severity }) => severity === "error")
    .map(({ path, line, says, hint }) => ({
      kind: "page_unreadable",
      page: path,
      says: line > 0 ? `${path}:${line}: ${says}` : says,
      hint,
    }));
}

function nameOf({ code, path, line, says }: Finding): string {
  return JSON.stringify([code, path, line, says]);
}
