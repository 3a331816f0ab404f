/** Night: what one night does, as steps that become one commit each: curate, then trim, then archive, and the buffer last. */

import type { Instant, PagePath } from "../base/ids.js";
import { outline } from "../page/outline.js";
import type { Patch, PatchEnvelope } from "../writeback/patch.js";
import type { Trim } from "../writeback/trim.js";
import { type Blocked, type Chosen, choose, type Homes } from "./choose.js";
import { type CurateInput, curate } from "./curate.js";
import { dayBefore, envelopeOf } from "./night-name.js";
import { clearedFrom, type PruneInput, pruneMemory, pruneObservations } from "./prune.js";
import { type Passed, type Promotion, sourceName } from "./source.js";
import { thresholds } from "./thresholds.js";

/** A step as the patches or the trim it is made of; the write path has the last word on each. */
export type Step =
  | {
      readonly kind: "patches";
      readonly reason: "CURATE_MERGE" | "CURATE_PROMOTE" | "PRUNE_ARCHIVE";
      readonly subject: string;
      readonly patches: readonly Patch[];
    }
  | { readonly kind: "trim"; readonly trim: Trim };

/** A page as the night finds it. */
export interface HotPage extends Omit<PruneInput, "addedLines"> {
  readonly path: PagePath;
}

/** As the memory was before this night's first commit; what the night did since is in `tonight`. */
export interface NightView extends CurateInput, Homes {
  /** The night's name: the instant of its first run. */
  readonly at: Instant;
  /** Names of entries that this night has promoted already. */
  readonly tonight: ReadonlySet<string>;
  /** When a night promoted anything last; null for never. */
  readonly curated: Instant | null;
  readonly memory: HotPage | null;
  readonly observations: HotPage | null;
  readonly buffer: HotPage | null;
  /** Pages that are done and have been for a day, in order. */
  readonly done: readonly PagePath[];
}

export interface Night {
  readonly steps: readonly Step[];
  readonly passed: readonly Passed[];
  readonly blocked: readonly Blocked[];
  /** How many tagged statements wait for another night. */
  readonly backlog: number;
  /** The first day of a backlog that no night has taken anything from for days; null where all is well. */
  readonly stalledSince: string | null;
}

export function planNight(view: NightView): Night {
  const curated = curate(view);
  const chosen = choose(curated, view);
  const envelope = envelopeOf(view.at);
  const steps = [
    ...promoted("CURATE_MERGE", chosen.merged, view),
    ...promoted("CURATE_PROMOTE", chosen.singles, view),
    ...trimmed(view, chosen),
    ...archived(view, chosen),
    ...cleared(view, envelope),
  ];
  const waiting = [...chosen.waiting, ...chosen.blocked.map(({ promotion }) => promotion)];
  const tookNone = chosen.merged.length + chosen.singles.length + chosen.taken === 0;
  return {
    steps,
    passed: [...curated.passed, ...chosen.passed],
    blocked: chosen.blocked,
    backlog: waiting.length,
    stalledSince: tookNone ? stalledSince(waiting, view) : null,
  };
}

/** One patch a page and section, so that a section which is made has one heading. */
function promoted(
  reason: "CURATE_MERGE" | "CURATE_PROMOTE",
  chosen: Chosen["singles"],
  view: NightView,
): readonly Step[] {
  if (chosen.length === 0) return [];
  const places = [...new Set(chosen.map(({ home }) => `${home.page}\n${home.section ?? ""}`))];
  const patches = places.map((place): Patch => {
    const here = chosen.filter(({ home }) => `${home.page}\n${home.section ?? ""}` === place);
    const { page, section } = here[0]!.home;
    const text = view.textOf(page) ?? "";
    const slug = outline(text, 0).headings.find(({ depth, title }) => depth === 2 && title === section)?.slug ?? null;
    const lines = here.map(({ line }) => line).join("\n");
    return {
      op: "append",
      page: slug === null ? page : `${page}#${slug}`,
      value: slug === null && section !== null ? `## ${section}\n\n${lines}` : lines,
      ...envelopeOf(view.at),
      origin: here[0]!.promotion.origin,
      evidence: [...new Set(here.flatMap(({ promotion }) => promotion.sources.map(sourceName)))],
    };
  });
  const words = `${chosen.length} ${chosen.length === 1 ? "statement" : "statements"}`;
  const subject = reason === "CURATE_MERGE" ? `curate: ${words} from several days` : `curate: ${words} from the logs`;
  return [{ kind: "patches", reason, subject, patches }];
}

function trimmed(view: NightView, chosen: Chosen): readonly Step[] {
  const added = [...chosen.merged, ...chosen.singles].filter(({ home }) => home.page === view.memory?.path).length;
  const parts = [
    {
      page: view.memory,
      digests: view.memory && pruneMemory({ ...view.memory, addedLines: added }),
    },
    {
      page: view.observations,
      digests: view.observations && pruneObservations({ ...view.observations, addedLines: 0 }),
    },
  ];
  return parts.flatMap(({ page, digests }): readonly Step[] => {
    if (page === null || digests === null || digests.length === 0) return [];
    const envelope = {
      ...envelopeOf(view.at),
      evidence: [`file:${page.path}`],
    };
    return [
      {
        kind: "trim",
        trim: {
          page: page.path,
          digests,
          reason: "PRUNE_TRIM",
          at: view.at,
          envelope,
        },
      },
    ];
  });
}

/** Old logs whose words have all been looked at, and pages that are done. */
function archived(view: NightView, { waiting }: Chosen): readonly Step[] {
  const last = dayBefore(view.at, thresholds.logDaysMax);
  const pending = new Set(waiting.flatMap(({ sources }) => sources.map(({ path }) => path)));
  const logs = view.logs.filter(({ path, day }) => day !== null && day < last && !pending.has(path));
  const here = [...logs.map(({ path }) => path), ...view.done].filter((path) => view.textOf(path) !== null);
  const paths = here.slice(0, thresholds.archivedPagesMax);
  if (paths.length === 0) return [];
  const patches = paths.map(
    (page): Patch => ({
      op: "archive",
      page,
      ...envelopeOf(view.at),
      evidence: [`file:${page}`],
    }),
  );
  const subject = `archive: ${paths.length} ${paths.length === 1 ? "page" : "pages"}`;
  return [{ kind: "patches", reason: "PRUNE_ARCHIVE", subject, patches }];
}

/** Every night, whatever the other steps found to do, and behind all of them. */
function cleared({ buffer, at }: NightView, envelope: PatchEnvelope): readonly Step[] {
  if (buffer === null) return [];
  const digests = clearedFrom(buffer.text, buffer.isPinned);
  if (digests.length === 0) return [];
  const trim = {
    page: buffer.path,
    digests,
    reason: "BUFFER_CLEAR" as const,
    at,
    envelope,
  };
  return [{ kind: "trim", trim }];
}

function stalledSince(waiting: readonly Promotion[], { at, curated }: NightView): string | null {
  const last = dayBefore(at, thresholds.stalledNights);
  if (curated !== null && curated.slice(0, 10) > last) return null;
  const days = waiting.flatMap(({ sources }) => sources.flatMap(({ day }) => (day === null ? [] : [day])));
  const first = days.sort()[0];
  return first !== undefined && first <= last ? first : null;
}
