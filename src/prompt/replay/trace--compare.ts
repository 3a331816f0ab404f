/** Replay compare: a decision as it was recorded beside the same one made again: what came out otherwise, and which input was another. */

import { stableJson } from "../../base/json.js";
import { compareText } from "../../base/text--order.js";
import type { Fault } from "../../write/fault.js";
import type { ReplayRow } from "../trace/read--trace-answers.js";
import type { AssemblyRecord } from "../trace/trace.js";

type Difference = ReplayRow["differences"][number];

export interface Compared {
  readonly causes: readonly Difference[];
  /** Empty where every byte of the text and every line of the decision is the same. */
  readonly effects: readonly Difference[];
}

/** `watched`: whether the working set before the turn is known, so that its faults can be told again. */
export function compareRecords(
  was: AssemblyRecord,
  is: AssemblyRecord,
  { watched }: { readonly watched: boolean },
): Compared {
  const effects: Difference[] = [];
  const pages = pagesThatDiffer(was, is);
  if (pages.length > 0) effects.push({ what: "decision", says: pages.join(" ") });
  else if (stableJson([was.omitted, was.omittedMore]) !== stableJson([is.omitted, is.omittedMore]))
    effects.push({ what: "decision", says: "Pages that were left out are left out for other reasons." });
  if (was.used !== is.used) effects.push({ what: "tokens", says: `${was.used} tokens then, ${is.used} now.` });
  if (was.text !== is.text) effects.push({ what: "text", says: `The prompt was ${was.text}, and is ${is.text}.` });
  if (stableJson(was.upgrades) !== stableJson(is.upgrades))
    effects.push({ what: "upgrades", says: "Other upgrades were taken or refused." });
  const [before, after] = [faultsOf(was, watched), faultsOf(is, watched)];
  if (stableJson(before) !== stableJson(after))
    effects.push({ what: "faults", says: `${named(before)} then, ${named(after)} now.` });
  if (watched && (was.live?.hits !== is.live?.hits || was.live?.sightings !== is.live?.sightings))
    effects.push({ what: "session", says: "The session's hits and faults do not add up to what was recorded." });
  return { causes: causesOf(was, is), effects };
}

function causesOf(was: AssemblyRecord, is: AssemblyRecord): readonly Difference[] {
  const causes: Difference[] = [];
  const [then, now] = [was.inputs, is.inputs];
  if (then.policy !== now.policy)
    causes.push({ what: "weights", says: `The policy ${was.policy} has other weights or rules than it had.` });
  if (then.pages !== now.pages)
    causes.push({ what: "pages", says: "What selection is told of the same files is not what it was told then." });
  else if (then.prices !== now.prices)
    causes.push({ what: "tokenizer", says: `${was.tokenizer} counts the same pages otherwise than it did.` });
  return causes;
}

const shownMax = 5;

/** Page by page, by id; the first few. */
function pagesThatDiffer(was: AssemblyRecord, is: AssemblyRecord): readonly string[] {
  const place = ({ selected }: AssemblyRecord): Map<string, string> =>
    new Map(selected.map(({ id, fidelity, tokens, reason }) => [id, `${fidelity}, ${tokens} tokens, ${reason}`]));
  const [then, now] = [place(was), place(is)];
  const ids = [...new Set([...then.keys(), ...now.keys()])].filter((id) => then.get(id) !== now.get(id));
  const says = ids
    .sort(compareText)
    .slice(0, shownMax)
    .map((id) => `${id} was ${then.get(id) ?? "out"}, and is ${now.get(id) ?? "out"}.`);
  return ids.length > shownMax ? [...says, `${ids.length - shownMax} more differ.`] : says;
}

/** What a folder walk or a damaged sidecar showed on that day is no part of a decision. */
const ofTheDay: readonly Fault["kind"][] = ["page_unreadable", "sidecar_corrupt"];
const ofTheWatch: readonly Fault["kind"][] = [
  "refetch",
  "duplicate_tool_signature",
  "duplicate_signature_alert",
  "post_compaction_bootstrap_loss",
];

function faultsOf({ faults }: AssemblyRecord, watched: boolean): readonly Fault[] {
  return faults.filter(({ kind }) => !ofTheDay.includes(kind) && (watched || !ofTheWatch.includes(kind)));
}

function named(faults: readonly Fault[]): string {
  return faults.length === 0 ? "no fault" : faults.map(({ kind, page }) => `${kind} of ${page}`).join(", ");
}
