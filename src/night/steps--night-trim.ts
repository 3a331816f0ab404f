/** NightTrim: which pages a night finds too long, and what may leave each of them: as a trim, or as a question to a person. */

import type { PagePath } from "../base/ids.js";
import type { TrimMode } from "../memory/config.js";
import type { Trim } from "../write/entry/trim.js";
import type { Leaving } from "./keep/leave--leave.js";
import { type Pruned, type PruneInput, prune } from "./keep/leave--prune.js";
import type { NightKind } from "./steps--night-name.js";

/** A page as the night finds it. */
export interface HotPage extends Omit<PruneInput, "added" | "today"> {
  readonly path: PagePath;
}

/** What may leave a page that is too long, and why it is. */
export interface PageLeaving extends Pruned {
  readonly page: PagePath;
}

interface Asked {
  readonly kind: NightKind;
  /** The local day. */
  readonly day: string;
  readonly trim: TrimMode;
  readonly memory: HotPage | null;
  readonly observations: HotPage | null;
  /** Remembers what it found for a page and what is added to it; a night is planned several times over. */
  readonly prune?: typeof prune;
}

/** By day nobody waits for MEMORY.md to be short, and a proposal is made once a night. `added` goes into MEMORY.md first. */
export function pruned(view: Asked, added: string): readonly PageLeaving[] {
  const { kind, trim, memory, observations, day: today } = view;
  if (trim === "off" || (trim === "propose" && kind !== "night")) return [];
  const pages = [
    ...(memory === null || kind !== "night" ? [] : [memory]),
    ...(observations === null ? [] : [observations]),
  ];
  const found = pages.map((page) => ({
    page: page.path,
    ...(view.prune ?? prune)({ ...page, added: page === memory ? added : "", today }),
  }));
  return found.filter(({ over }) => over !== null);
}

/** Each entry is named in the commit: what comes back is known by it, and never asked about again. */
export function trimFor(page: PagePath, leaving: readonly Leaving[], by: Pick<Trim, "at" | "envelope">): Trim {
  const digestsOf = (isCopy: boolean): readonly string[] =>
    leaving.flatMap(({ digest, repeated }) => (repeated === isCopy ? [digest] : []));
  const evidence = [...by.envelope.evidence, ...leaving.map(({ digest }) => `file:${page}#${digest}`)];
  return {
    page,
    digests: digestsOf(false),
    repeated: digestsOf(true),
    reason: "PRUNE_TRIM",
    at: by.at,
    envelope: { ...by.envelope, evidence },
  };
}
