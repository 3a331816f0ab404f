/** ReadPart: a result of a tool in parts that follow each other, so that a text of any length and shape can be read to its end. */

import type { Failure, Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import type { Workspace } from "../../memory/workspace.js";
import { findEvidence, textFrom } from "./evidence.js";

export interface EvidencePart {
  readonly digest: string;
  readonly bytes: number;
  /** The file that holds it. */
  readonly file: string;
  /** UTF-16 units of the whole; null for bytes that are no text. */
  readonly chars: number | null;
  /** Where `text` begins, and where the next part does; null where nothing follows. */
  readonly offset: number;
  readonly next: number | null;
  /** null for bytes that are no text. */
  readonly text: string | null;
}

/** `name` is an evidence page, or `sha256:` and its digest. The parts of all offsets given as `next` make the whole again. */
export function readEvidencePart(
  workspace: Workspace,
  { name, offset, limit }: { readonly name: string; readonly offset: number; readonly limit: number },
): Outcome<EvidencePart> {
  const found = findEvidence(workspace, name);
  if (!found.ok) return found;
  const { digest, bytes, file } = found.value;
  const about = { digest, bytes: bytes.length, file, offset };
  const whole = textFrom(bytes);
  if (whole === null) return ok({ ...about, chars: null, next: null, text: null });
  if (offset > 0 && offset >= whole.length) return err(beyond(offset, whole.length));
  const end = endOf(whole, offset, limit);
  const next = end < whole.length ? end : null;
  return ok({ ...about, chars: whole.length, next, text: whole.slice(offset, end) });
}

/** Behind a line where one ends in the second half of the part; never in the middle of a surrogate pair, unless it is all there is. */
function endOf(text: string, offset: number, limit: number): number {
  const most = offset + limit;
  if (most >= text.length) return text.length;
  const line = text.lastIndexOf("\n", most - 1) + 1;
  if (line > offset + limit / 2) return line;
  const isSplit = isHigh(text.charCodeAt(most - 1));
  return isSplit && limit > 1 ? most - 1 : most;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function beyond(offset: number, chars: number): Failure {
  const says = `It has ${chars} characters, and offset ${offset} was asked for.`;
  return { code: "usage", says, hint: `Ask for an offset below ${chars}, or for 0.` };
}
