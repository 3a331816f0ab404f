/** Remark: what a page that can be read does not keep up with: a compressed text that was made of another body. */

import { digest } from "../base/digest.js";
import type { Finding } from "../page/finding.js";
import type { SaidMeta } from "./facts.js";

/** Warnings only: a stale compressed text is not used. Fields a type lacks are the audit's business, not every reader's. */
export function remarksOn(path: string, meta: SaidMeta, body: string): readonly Finding[] {
  if (meta.compressed == null || meta.compressedOf === digest(body)) return [];
  const says =
    meta.compressedOf == null
      ? "“compressed:” does not say which body it is of, so it is not used."
      : "“compressed:” is of an earlier body, so it is not used.";
  const hint = `Write it anew with “compressed_of: ${digest(body)}”, or remove both.`;
  return [{ code: "compressed_stale", severity: "warning", path, line: 0, says, hint }];
}
