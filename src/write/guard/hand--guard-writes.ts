/** GuardWrites: the last look before anything is written: the bytes of a commit bring no secret that HEAD did not hold. */

import type { FileState, FileWrite } from "../../git/history--plan.js";
import type { Refusal } from "../../rules/reason.js";
import { findSecrets } from "../../rules/secret-keys--secret.js";
import { secretRefused } from "./hand.js";

/** `states` are the files as they were; a secret in any of HEAD's texts among them is not brought by this commit. */
export function guardWrites(
  writes: readonly FileWrite[],
  message: string,
  states: ReadonlyMap<string, FileState>,
): Refusal | null {
  let known: readonly string[] | null = null;
  for (const [where, text] of texts(writes, message)) {
    for (const secret of findSecrets(text)) {
      known ??= secretsOf(states);
      const found = text.slice(secret.start, secret.end);
      if (known.some((old) => isSameSecret(old, found))) continue;
      const line = text.slice(0, secret.start).split("\n").length;
      return secretRefused(where === null ? "the commit message" : `${where}, line ${line}`, secret);
    }
  }
  return null;
}

function* texts(writes: readonly FileWrite[], message: string): Generator<readonly [string | null, string]> {
  yield [null, message];
  for (const { path, head } of writes) if (head !== null) yield [path, decoder.decode(head)];
}

function secretsOf(states: ReadonlyMap<string, FileState>): readonly string[] {
  return [...states.values()].flatMap(({ path, head }) => {
    const text = `${path}\n${head === null ? "" : decoder.decode(head.bytes)}`;
    return findSecrets(text).map(({ start, end }) => text.slice(start, end));
  });
}

const firstLineCharsMin = 20;

/** A match can reach into the line below it, because secrets are split over lines; a new entry there makes no new secret. */
export function isSameSecret(old: string, found: string): boolean {
  if (found.startsWith(old) || old.startsWith(found)) return true;
  const [line] = found.split(/\r?\n/, 1);
  return line !== undefined && line.length >= firstLineCharsMin && !line.startsWith("-----") && old.startsWith(line);
}

const decoder: { decode(bytes: Uint8Array): string } = new TextDecoder("utf-8", { ignoreBOM: true });
