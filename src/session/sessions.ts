/** SessionStore: one small file a session below the git dir: who it is, what process it lives in, how far its transcript is. */

import { join } from "node:path";
import { shortDigest } from "../base/digest--digest.js";
import { parseInstant, parseOid } from "../base/ids.js";
import { stableJson } from "../base/json.js";
import { compareText, firstDecided } from "../base/text--order.js";
import { attempt } from "../state/fs-calls.js";
import { removeWhole, writeWhole } from "../state/plain-file--staging-file.js";
import { namesIn, readOrNull } from "../state/plain-file--staging-read.js";
import { isOwnerDead, ownerOf } from "../state/process--session-owner.js";
import { sourceFrom, textOrNull } from "./sessions--session-json.js";
import type { SessionParent, SessionRecord, Sessions } from "./sessions--sessions.js";
import { beginning, latest } from "./sessions--source.js";

/** `dir` belongs to one memory root and is made when first written. */
export function openSessions(dir: string): Sessions {
  const read = (session: string): SessionRecord | null => parse(readOrNull(join(dir, nameOf(session))));
  return {
    ownerOf,
    isDead: isOwnerDead,
    read: (session) => attempt(`read the record of a session in ${dir}`, () => read(session)),
    list: () => attempt(`read the records of sessions in ${dir}`, () => list(dir)),
    write: (record) =>
      attempt(`keep the record of a session in ${dir}`, () => {
        const seen = latest(record.seen, read(record.session)?.seen ?? beginning);
        writeWhole(join(dir, nameOf(record.session)), `${stableJson({ ...record, seen })}\n`);
      }),
    remove: (session) => attempt("remove the record of a session", () => removeWhole(dir, [nameOf(session)])),
  };
}

function list(dir: string): { records: readonly SessionRecord[]; damaged: readonly string[] } {
  const records: SessionRecord[] = [];
  const damaged: string[] = [];
  for (const name of namesIn(dir)) {
    if (!name.endsWith(".json")) continue;
    const record = parse(readOrNull(join(dir, name)));
    if (record === null) damaged.push(name);
    else records.push(record);
  }
  records.sort((a, b) => firstDecided(compareText(b.since, a.since), compareText(a.session, b.session)));
  return { records, damaged };
}

function parse(text: string | null): SessionRecord | null {
  try {
    const value = JSON.parse(text ?? "") as { readonly [key in keyof SessionRecord]?: unknown } | null;
    const since = typeof value?.since === "string" ? parseInstant(value.since) : null;
    const seen = sourceFrom(value?.seen);
    if (typeof value?.session !== "string" || since === null || seen === null) return null;
    const ended = typeof value.ended === "string" ? parseInstant(value.ended) : null;
    const settled = sourceFrom(value.settled) ?? beginning;
    const owner = textOrNull(value.owner);
    const parent = parentFrom(value.parent);
    const record = { session: value.session, owner, since, ended, seen, cut: sourceFrom(value.cut), settled };
    return parent === null ? record : { ...record, parent };
  } catch {
    return null;
  }
}

function parentFrom(value: unknown): SessionParent | null {
  if (typeof value !== "object" || value === null) return null;
  const { boundary, session, tip } = value as { readonly [key in keyof SessionParent]?: unknown };
  if (boundary !== "fork") return null;
  return { boundary, session: textOrNull(session), tip: typeof tip === "string" ? parseOid(tip) : null };
}

/** A session's id is somebody's text; its digest is a name on every file system. */
function nameOf(session: string): string {
  return `${shortDigest(session, 32)}.json`;
}
