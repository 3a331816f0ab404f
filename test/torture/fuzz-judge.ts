/** Fuzz judge: what must hold of any ending, told by the yaml package, a Markdown parser and bytes, never by the code under test. */

import type { FileWrite } from "../../src/git/history.js";
import type { PatchEnvelope } from "../../src/write/patch.js";

import { type Case, type Ended, fuzzedPath } from "./fuzz-case.js";
import { blocksIn, headAndBody, keysOf, same, touchedLines } from "./fuzz-oracle.js";

/** The closed vocabulary of refusals, as the format names it. */
const reasons: ReadonlySet<string> = new Set(
  "SCHEMA_INVALID PROVENANCE_DANGLING SCOPE_DENIED DESTRUCTIVE_OP VERSION_CONFLICT POLICY_VIOLATION SIZE_LIMIT ORIGIN_DENIED SECRET_DETECTED ELISION_DETECTED BOOTSTRAP_OVERFLOW MALFORMED".split(
    " ",
  ),
);

/** A draft that was accepted has a shape; these are the parts of it that say what may change. */
type Sent = Partial<PatchEnvelope> & {
  readonly op: string;
  readonly page?: string;
  readonly key?: string;
  readonly value?: unknown;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[];
  readonly entries?: readonly string[];
  readonly title?: string;
};

/** Sentences about what is wrong; none is a pass. */
export function judge(given: Case, ended: Ended): readonly string[] {
  if (ended.kind === "refused") {
    const wrong: string[] = [];
    if (!reasons.has(ended.reason)) wrong.push(`the reason ${ended.reason} is not in the vocabulary`);
    if (ended.says === "" || ended.hint === "") wrong.push(`a ${ended.reason} says nothing or has no hint`);
    return wrong;
  }
  const sent = given.draft as Sent;
  if (sent.op === "archive" || sent.op === "restore") return judgeMove(given, ended.writes);
  return ended.writes.flatMap((write) => {
    if (sent.op === "create") return judgeCreated(sent, write);
    if (write.path !== fuzzedPath) return [`${write.path} was written, and nobody asked`];
    return (["head", "index", "work"] as const).flatMap((place) => {
      const after = write[place];
      if (after === null) return [`the page vanished from ${place}`];
      return judgeEdit(given[place], after, sent).map((says) => `${place}: ${says}`);
    });
  });
}

function judgeMove(given: Case, writes: readonly FileWrite[]): readonly string[] {
  const from = writes.find((write) => write.path === fuzzedPath);
  const to = writes.find((write) => write.path.startsWith("archive/") && !write.path.endsWith("INDEX.md"));
  if (from?.head !== null || to === undefined) return ["the page was not moved"];
  return (["head", "index", "work"] as const)
    .filter((place) => !same(to[place], given[place]))
    .map((place) => `${place}: the moved page has other bytes`);
}

function judgeCreated(sent: Sent, write: FileWrite): readonly string[] {
  if (write.path === fuzzedPath) return ["a create wrote over a page"];
  const text = decode(write.head ?? new Uint8Array());
  const parts = text === null ? null : headAndBody(text);
  const keys = parts === null ? null : keysOf(parts.head);
  if (text === null || keys === null) return ["the new page does not parse"];
  const wrong = lacks(text, String(sent.value ?? ""));
  if (keys.title !== sent.title?.trim()) wrong.push(`the title is ${JSON.stringify(keys.title)}`);
  for (const [name, value] of Object.entries(sent.fields ?? {})) {
    const found = (keys.fields as Record<string, unknown> | undefined)?.[name];
    if (!same(found, value)) wrong.push(`the field ${name} reads ${JSON.stringify(found)}`);
  }
  return wrong;
}

function judgeEdit(was: Uint8Array, is: Uint8Array, sent: Sent): readonly string[] {
  if (same(was, is)) return [];
  const [before, after] = [decode(was), decode(is)];
  if (before === null || after === null) return ["a page that is no text was edited"];
  const [old, now] = [headAndBody(before), headAndBody(after)];
  const wrong = judgeHead(old.head, now.head, sent);
  const adds = sent.op !== "set_with_version";
  if (!adds && old.body !== now.body) wrong.push("setting a key changed the body");
  const values = sent.op === "append" ? [String(sent.value)] : [...(sent.entries ?? [])];
  // Each entry has a place of its own: what cannot stand at the end goes above the last block.
  if (adds && !isInserted(old.body, now.body, values.length))
    wrong.push("the body lost bytes outside what was put in");
  const left = blocksIn(now.body);
  for (const block of blocksIn(old.body)) {
    const at = left.indexOf(block);
    if (at < 0) wrong.push(`the entry ${JSON.stringify(block.slice(0, 60))} is not one any more`);
    else left.splice(at, 1);
  }
  for (const value of values) wrong.push(...lacks(after, value));
  return wrong;
}

/** Of the frontmatter: what the patch does not name keeps its value and its line. */
function judgeHead(was: string, is: string, sent: Sent): string[] {
  if (was === is) return [];
  const [before, after] = [keysOf(was), keysOf(is)];
  if (after === null) return before === null ? [] : ["the frontmatter does not parse any more"];
  if (before === null) return [];
  const wrong: string[] = [];
  const touched = new Set(["version", "updated", ...namedBy(sent, before)]);
  for (const [key, value] of Object.entries(before))
    if (!touched.has(key) && !same(value, after[key])) wrong.push(`${key} was not named and changed`);
  for (const key of Object.keys(after))
    if (!(key in before) && !touched.has(key)) wrong.push(`${key} was not named and is new`);
  // Any other value is somebody else's, and stays as it is.
  const { version } = before;
  if (typeof version === "number" && Number.isInteger(version) && version > 0 && after.version !== version + 1)
    wrong.push(`the version went from ${version} to ${after.version}`);
  const allowed = touchedLines(was, touched);
  const linesOf = (head: string): string[] => head.split("\n").map((line) => line.replace(/\r$/, ""));
  const left = linesOf(is);
  // A line that may go takes none from those that have to stay: a blank one in a value looks like any other.
  for (const line of linesOf(was).filter((_, at) => !allowed.has(at))) {
    const found = left.indexOf(line);
    if (found >= 0) left.splice(found, 1);
    else wrong.push(`the frontmatter line ${JSON.stringify(line)} was lost`);
  }
  if (sent.op === "set_with_version") {
    const slug = /#(.*)$/.exec(sent.page ?? "")?.[1];
    const path = [...(slug === undefined ? [] : ["sections", slug]), ...(sent.key ?? "").split(".")];
    const found = path.reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], after);
    if (!same(found, sent.value)) wrong.push(`${sent.key} reads ${JSON.stringify(found)}`);
  }
  return wrong;
}

function namedBy(sent: Sent, before: object): readonly string[] {
  const sections = "sections" in before ? ["sections"] : [];
  if (sent.op === "set_with_version") return [(sent.key ?? "").split(".")[0] ?? "", ...sections, "sections"];
  return sent.op === "merge" ? ["fields", "tags", "sections"] : [];
}

/** `after` is `before` with something put in at no more than so many places. */
function isInserted(before: string, after: string, places: number): boolean {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  if (start + end >= before.length) return places > 0 || before === after;
  const more = after.length - before.length;
  const rest = before.slice(start);
  return (
    places > 1 &&
    Array.from({ length: Math.max(0, more) }, (_, at) => at + 1).some((length) =>
      isInserted(rest, after.slice(start + length), places - 1),
    )
  );
}

/** Every longer word that was sent is there; character references may have been read. */
function lacks(text: string, value: string): string[] {
  const words = value.replace(/&\w+;/g, " ").match(/[A-Za-z]{4,}/g) ?? [];
  return words.filter((word) => !text.includes(word)).map((word) => `the word “${word}” was sent and is not there`);
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
