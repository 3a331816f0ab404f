/** NightSteps: what one night does, a commit each: curate, then trim, then archive, and the buffer last; and how the commits of a night are known again. */

import { addDays, type Instant, type PagePath } from "../base/ids.js";
import { push } from "../base/result.js";
import type { TrimMode } from "../memory/config.js";
import { bodyStartOf, outline } from "../page/markdown/outline.js";
import { belowIt } from "../page/represent.js";
import type { Trim } from "../write/entry/trim.js";
import type { Patch, PatchEnvelope } from "../write/patch.js";
import { isGeneral } from "./audit/checks.js";
import { type Promotion, sourceName } from "./keep/candidate.js";
import {
  type Curated,
  type CurateInput,
  choose,
  dueLogs,
  type Home,
  type Homes,
  type NightChoice,
  type Staying,
  stayingLogs,
} from "./keep/curate.js";
import { clearedFrom, type Leaving, type Pruned, type PruneInput, type prune } from "./keep/leave.js";
import { wordsOf } from "./keep/similar.js";
import { thresholds } from "./thresholds.js";

/** A step as the patches or the trim it is made of; the write path has the last word on each. */
export type Step =
  | {
      readonly kind: "patches";
      readonly reason: "CURATE_MERGE" | "CURATE_PROMOTE" | "PRUNE_ARCHIVE";
      readonly subject: string;
      readonly patches: readonly Patch[];
    }
  | { readonly kind: "trim"; readonly trim: Trim }
  /** Of these, those whose compressed text is of another body than they have by then. */
  | { readonly kind: "variants"; readonly paths: readonly PagePath[]; readonly envelope: PatchEnvelope };

/** As the memory was before this night's first commit; what the night did since is in `tonight`. */
export interface NightView extends CurateInput, Homes {
  /** The night's name: the instant of its first run. */
  readonly at: Instant;
  readonly kind: NightKind;
  /** Whether what may leave a page leaves it, is proposed to a person, or is not looked for. */
  readonly trim: TrimMode;
  /** Whether this night has archived its pages: there is a most, and what is left is the next one's. */
  readonly hasArchived: boolean;
  /** The local day on which a night promoted anything last; null for never. */
  readonly curatedOn: string | null;
  readonly memory: HotPage | null;
  readonly observations: HotPage | null;
  readonly buffer: HotPage | null;
  /** Pages that keep a compressed text: those with one of another body, and all. */
  readonly variants: { readonly stale: readonly PagePath[]; readonly kept: ReadonlySet<string> };
  /** Pages that are done and have been for a day, in order. */
  readonly done: readonly PagePath[];
}

export interface Night extends Pick<Curated, "passed" | "shown" | "held">, Pick<NightChoice, "blocked" | "waiting"> {
  readonly steps: readonly Step[];
  /** What a model proposed in vain, and how many of its statements are among the steps. */
  readonly proposed: Pick<Curated, "refused"> & { readonly taken: number };
  /** Logs that are old enough to leave and stay for what of theirs is not kept yet. */
  readonly staying: readonly Staying[];
  /** Pages that are too long, with what a person is asked about; what leaves them tonight is among the steps. */
  readonly tooLong: readonly PageLeaving[];
  /** How many tagged statements wait for another night. */
  readonly backlog: number;
  /** The first day of a backlog that no night has taken anything from for days; null where all is well. */
  readonly stalledSince: string | null;
  /** The same of all that waits, what this night would take among it: nights that do not run are as bad as nights that do nothing. */
  readonly overdueSince: string | null;
}

/** What a night that is planned several times over finds once: what its logs say, and what may leave a page. */
export interface FoundOnce {
  /** What `curate` makes of the same view. */
  readonly curated: Curated;
  readonly prune: typeof prune;
}

export function planNight(view: NightView, { curated, prune }: FoundOnce): Night {
  const chosen = choose(curated, view);
  const envelope = envelopeOf(view.at, view.kind);
  const all = [...chosen.merged, ...chosen.singles];
  const placed = all.filter(({ home }) => home.page === view.memory?.path);
  const tooLong = pruned(view, placed.map(({ line }) => `${line}\n`).join(""), prune);
  const changed = [
    ...promoted("CURATE_MERGE", chosen.merged, view),
    ...promoted("CURATE_PROMOTE", chosen.singles, view),
    ...(view.trim === "on" ? tooLong : []).flatMap(({ page, leaving }): readonly Step[] =>
      leaving.length === 0 ? [] : [{ kind: "trim", trim: trimFor(page, leaving, { at: view.at, envelope }) }],
    ),
  ];
  // By day a session may still be writing: what it reads from stays where it is.
  const moved = view.kind === "night" && !view.hasArchived ? archived(view, chosen, curated) : [];
  const last = view.kind === "night" ? cleared(view, envelope, staysInBuffer(view, chosen, curated)) : [];
  const steps = [...changed, ...moved, ...refreshed(changed, view), ...last];
  const waiting = [...chosen.waiting, ...chosen.blocked.map(({ promotion }) => promotion)];
  const due = [...waiting, ...all.map(({ promotion }) => promotion)];
  const worded = all.filter(({ promotion }) => promotion.proposed === true);
  const tookNone = all.length + chosen.taken === 0;
  const { passed, shown, held, refused } = curated;
  return {
    steps,
    passed,
    shown,
    held,
    proposed: { refused, taken: worded.length },
    blocked: chosen.blocked,
    waiting: chosen.waiting,
    staying: stayingLogs(view, chosen, curated),
    tooLong: view.trim === "on" ? tooLong.map((page) => ({ ...page, leaving: [] })) : tooLong,
    backlog: waiting.length,
    stalledSince: tookNone ? stalledSince(waiting, view) : null,
    overdueSince: chosen.taken === 0 ? stalledSince(due, view) : null,
  };
}

/** One patch a page and section, so that a section which is made has one heading. */
function promoted(
  reason: "CURATE_MERGE" | "CURATE_PROMOTE",
  chosen: NightChoice["singles"],
  view: NightView,
): readonly Step[] {
  if (chosen.length === 0) return [];
  const patches = patchesFor(chosen, view, envelopeOf(view.at, view.kind));
  const words = `${chosen.length} ${chosen.length === 1 ? "statement" : "statements"}`;
  const subject = reason === "CURATE_MERGE" ? `curate: ${words} from several days` : `curate: ${words} from the logs`;
  return [{ kind: "patches", reason, subject, patches }];
}

export function patchesFor(
  chosen: NightChoice["singles"],
  view: Pick<NightView, "textOf">,
  envelope: PatchEnvelope,
): readonly Patch[] {
  const places = new Map<string, NightChoice["singles"][number][]>();
  for (const each of chosen) push(places, `${each.home.page}\n${each.home.section ?? ""}`, each);
  return [...places.values()].map((here): Patch => {
    const { promotion, home } = here[0]!;
    const { page, section } = home;
    const lines = here.map(({ line }) => line).join("\n");
    const evidence = [...envelope.evidence, ...here.flatMap((each) => each.promotion.sources.map(sourceName))];
    const by = { ...envelope, origin: promotion.origin, evidence: [...new Set(evidence)] };
    if (home.isNew === true) return sparePatch(home, lines, by);
    const slug = section === null ? null : sectionNamed(view.textOf(page) ?? "", section);
    return {
      op: "append",
      page: slug === null ? page : `${page}#${slug}`,
      value: slug === null && section !== null ? `## ${section}\n\n${lines}` : lines,
      ...by,
    };
  });
}

/** A page of what MEMORY.md has no room for, as it begins. */
export function sparePatch({ page, section }: Home, value: string, envelope: PatchEnvelope): Patch {
  const title = `${section ?? "Notes"} from the logs`;
  const fields = { subject: title, prefers: belowIt };
  const none = { scope: null, pin: null, tags: [] };
  return { op: "create", page, type: "preference", title, ...none, fields, value, ...envelope };
}

/** The section of this name, else the first with it in a title that names nobody: “Important decisions” are decisions, “Ada's facts” are hers. */
function sectionNamed(text: string, name: string): string | null {
  const sections = outline(text, bodyStartOf(text)).headings.filter(({ depth }) => depth === 2);
  const asked = [...wordsOf(name).content];
  const has = (title: string): boolean => isGeneral(title) && asked.every((word) => wordsOf(title).content.has(word));
  const found = sections.find(({ title }) => title === name) ?? sections.find(({ title }) => has(title));
  return found?.slug ?? null;
}

/** Old logs whose words have all been looked at, and pages that are done. */
function archived(view: NightView, chosen: NightChoice, curated: Curated): readonly Step[] {
  const stays = new Set(stayingLogs(view, chosen, curated).map(({ path }) => path));
  const logs = dueLogs(view).filter(({ path }) => !stays.has(path));
  const here = [...logs.map(({ path }) => path), ...view.done].filter((path) => view.textOf(path) !== null);
  const paths = here.slice(0, thresholds.archivedPagesMax);
  if (paths.length === 0) return [];
  const by = envelopeOf(view.at, view.kind);
  const patches = paths.map((page): Patch => ({ op: "archive", page, ...by, evidence: [`file:${page}`] }));
  const subject = `archive: ${paths.length} ${paths.length === 1 ? "page" : "pages"}`;
  return [{ kind: "patches", reason: "PRUNE_ARCHIVE", subject, patches }];
}

/** What this night changes is looked at too, or a second run would find work that the first one made. */
function refreshed(changed: readonly Step[], { variants, at, kind }: NightView): readonly Step[] {
  const touched = changed.flatMap((step): readonly string[] => {
    if (step.kind === "patches") return step.patches.map(({ page }) => page?.split("#", 1)[0] ?? "");
    return step.kind === "trim" ? [step.trim.page] : [];
  });
  const paths = [...new Set([...variants.stale, ...touched.filter((path) => variants.kept.has(path))])].sort();
  return paths.length === 0 ? [] : [{ kind: "variants", paths: paths as PagePath[], envelope: envelopeOf(at, kind) }];
}

/** What waits its turn or for a person is cleared by the night that finds it settled. */
function staysInBuffer(
  { buffer }: NightView,
  { waiting, blocked }: NightChoice,
  { held }: Curated,
): ReadonlySet<string> {
  const open = [...waiting, ...[...blocked, ...held].map(({ promotion }) => promotion)];
  const sources = open.flatMap((promotion) => promotion.sources);
  return new Set(sources.flatMap(({ path, digest }) => (path === buffer?.path ? [digest] : [])));
}

/** Every night, whatever the other steps found to do, and behind all of them. */
function cleared({ buffer, at }: NightView, envelope: PatchEnvelope, stays: ReadonlySet<string>): readonly Step[] {
  if (buffer === null) return [];
  const digests = clearedFrom(buffer.text, buffer.isPinned).filter((digest) => !stays.has(digest));
  if (digests.length === 0) return [];
  return [{ kind: "trim", trim: { page: buffer.path, digests, reason: "BUFFER_CLEAR", at, envelope } }];
}

function stalledSince(waiting: readonly Promotion[], { day, curatedOn }: NightView): string | null {
  const last = addDays(day, -thresholds.stalledNights);
  if (curatedOn !== null && curatedOn > last) return null;
  const days = waiting.flatMap(({ sources }) => sources.flatMap(({ day: said }) => said ?? []));
  const [first] = days.sort();
  return first !== undefined && first <= last ? first : null;
}

// NightTrim: which pages a night finds too long, and what may leave each of them: as a trim, or as a question to a person.

/** A page as the night finds it. */
export interface HotPage extends Omit<PruneInput, "added" | "today"> {
  readonly path: PagePath;
}

/** What may leave a page that is too long, and why it is. */
export interface PageLeaving extends Pruned {
  readonly page: PagePath;
}

/** By day nobody waits for MEMORY.md to be short, and a proposal is made once a night. `added` goes into MEMORY.md first. */
function pruned(view: NightView, added: string, find: typeof prune): readonly PageLeaving[] {
  const { kind, trim, memory, observations, day: today } = view;
  if (trim === "off" || (trim === "propose" && kind !== "night")) return [];
  const pages = [kind === "night" ? memory : null, observations].filter((page) => page !== null);
  const found = pages.map((page) => {
    return { page: page.path, ...find({ ...page, added: page === memory ? added : "", today }) };
  });
  return found.filter(({ over }) => over !== null);
}

/** Each entry is named in the commit: what comes back is known by it, and never asked about again. */
export function trimFor(page: PagePath, leaving: readonly Leaving[], by: Pick<Trim, "at" | "envelope">): Trim {
  const digestsOf = (isCopy: boolean): readonly string[] =>
    leaving.flatMap(({ digest, repeated }) => (repeated === isCopy ? [digest] : []));
  const evidence = [...by.envelope.evidence, ...leaving.map(({ digest }) => `file:${page}#${digest}`)];
  const digests = { digests: digestsOf(false), repeated: digestsOf(true) };
  return { page, ...digests, reason: "PRUNE_TRIM", at: by.at, envelope: { ...by.envelope, evidence } };
}

/** `quiet`: by day, in a pause: what is outstanding is promoted, and nothing is cleared. */
export type NightKind = "night" | "quiet";

/** Who a night's commits are by, and which night they are of. */
export function envelopeOf(at: Instant, kind: NightKind = "night"): PatchEnvelope {
  return { actor: nightActor, origin: "agent", session: `${kind}:${at}`, evidence: [], id: null };
}

const accepted = "accepted:";

/** The session of a commit in which a person accepts what a night proposed: it is taken back like a night. */
export function acceptedSession(at: Instant): string {
  return `${accepted}${at}`;
}

/** From the trailers of a commit; null where no night made it, and nobody accepted what one proposed. */
export function nightNamed(
  actor: string | undefined,
  session: string | undefined,
): { readonly kind: NightKind | "accepted"; readonly at: Instant } | null {
  if (session?.startsWith(accepted) === true)
    return { kind: "accepted", at: session.slice(accepted.length) as Instant };
  const kind = (["night", "quiet"] as const).find((each) => session?.startsWith(`${each}:`) === true);
  if (actor !== nightActor || kind === undefined || session === undefined) return null;
  return { kind, at: session.slice(kind.length + 1) as Instant };
}

const nightActor = "agent:nightly";
