/** Coming: what a night found worth keeping and did not keep, in the order in which a person should read it, and one of them read again later. */

import { thresholds } from "../thresholds.js";
import { type CandidateInput, candidates, type LogText, type Promotion, sourceName } from "./candidate.js";
import { type Coming, type ComingReason, type Curated, curate, type NightChoice, promotionAlone } from "./curate.js";
import { coverage, keptOf, openContradictions, type Words, wordsOf } from "./similar.js";

type Left = Pick<Curated, "held"> & Pick<NightChoice, "waiting" | "blocked">;

/**
 * What only a person can settle and what waits its turn by turns, each by its worth; what says nearly the same as something before it
 * comes last.
 */
export function comingOf({ held, waiting, blocked }: Left): readonly Coming[] {
  const theirs: readonly Coming[] = [
    ...held.toSorted((a, b) => urgency.indexOf(a.reason) - urgency.indexOf(b.reason)),
    ...blocked,
  ];
  const turns = waiting.map((promotion): Coming => ({ promotion, reason: "turn", why: promotion.why }));
  const mixed: Coming[] = [];
  for (let at = 0; at < Math.max(theirs.length, turns.length); at += 1)
    mixed.push(...theirs.slice(at, at + 1), ...turns.slice(at, at + 1));
  return differentFirst(mixed.slice(0, thresholds.comingMax)).concat(mixed.slice(thresholds.comingMax));
}

const urgency: readonly ComingReason[] = ["contradicts", "moving_time", "unclear", "secret", "too_long"];

function differentFirst(all: readonly Coming[]): readonly Coming[] {
  const words: Words[] = [];
  const [first, later]: [Coming[], Coming[]] = [[], []];
  for (const each of all) {
    const own = wordsOf(each.promotion.text);
    const isAlike = words.some((other) => coverage(own, other) >= thresholds.episodeOverlap);
    (isAlike ? later : first).push(each);
    if (!isAlike) words.push(own);
  }
  return [...first, ...later];
}

type Read = (digest: string, reason: ComingReason) => Coming | null;

/**
 * What a log proposes, read and curated once however many are asked about: each as the log and what is kept say it now; null where it
 * stands there no more, or needs no answer any more.
 */
export function comingIn(
  log: LogText,
  by: Pick<CandidateInput, "day" | "originOf"> & { readonly kept: readonly string[] },
): Read {
  const input = { ...by, logs: [log], processed: new Set<string>(), rejected: new Set<string>() };
  const all = candidates(input);
  const { held, singles, merged, passed } = curate(input, all);
  const over = new Set(passed.map(sourceName));
  const waits = firstBy(held, ({ promotion }) => promotion);
  const turns = firstBy([...singles, ...merged], (turn) => turn);
  return (digest, reason) => {
    const found = all.find(({ source }) => source.digest === digest);
    if (found === undefined) return null;
    const name = sourceName(found.source);
    const wait = waits.get(name);
    if (wait !== undefined) return wait;
    if (over.has(name)) return null;
    const turn = turns.get(name) ?? promotionAlone(found, input);
    const why = reason === "contradicts" ? "the logs say otherwise too" : turn.why;
    return { promotion: turn, reason, why };
  };
}

/** By the name of each source; the same words twice in a log have one name, and the first of them counts. */
function firstBy<T>(all: readonly T[], promotionOf: (each: T) => Promotion): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const each of all)
    for (const source of promotionOf(each).sources)
      if (!found.has(sourceName(source))) found.set(sourceName(source), each);
  return found;
}

/** The entry of a page that says otherwise, as it stands there; null where none does. */
export function contradictedIn(entries: readonly string[], text: string): number | null {
  const all = entries.map((said) => keptOf(said));
  const found = openContradictions(all)(keptOf(text));
  return found === null ? null : all.indexOf(found);
}
