/** Careless: what one writes without thinking of it: the end of the file is the end of the body; what keeps the judge honest. */

import type { FileWrite } from "../../src/git/history.js";
import { parsePatch } from "../../src/write/parse-patch.js";

import { type Case, type Ended, fuzzedPath } from "./fuzz-case.js";

/** Parses as we do, then puts every value at the end of each text, with the white space at the ends of its lines tidied. */
export function careless(given: Case): Ended {
  const parsed = parsePatch(given.draft);
  if (!parsed.ok) return { kind: "refused", ...parsed.error };
  const patch = parsed.value;
  if (patch.op !== "append" && patch.op !== "merge") {
    return { kind: "refused", reason: "POLICY_VIOLATION", says: "It only appends.", hint: "Append." };
  }
  const added = patch.op === "append" ? [patch.value] : patch.entries;
  const write = (bytes: Uint8Array): Uint8Array => {
    const text = new TextDecoder().decode(bytes).replace(/[ \t]+$/gm, "");
    return new TextEncoder().encode(
      [text, ...added.map((value) => `- ${value}\n`)].join(text.endsWith("\n") ? "" : "\n"),
    );
  };
  const [head, index, work] = [write(given.head), write(given.index), write(given.work)];
  const wrote = { path: fuzzedPath, before: { head: null, index: null, work: null }, head, index, work };
  return { kind: "accepted", writes: [wrote satisfies FileWrite] };
}
