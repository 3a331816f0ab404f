/** CommitMessage: what the message of a commit of ours says: its pages with their versions, who made it, and whose words it holds. */

import { blobOid, digest } from "../../base/digest--digest.js";
import type { Oid, PageId, PagePath } from "../../base/ids.js";
import { stableJson } from "../../base/json.js";
import type { FileState, FileWrite } from "../../git/history--plan.js";
import { type Boundary, printMessage } from "../../git/history--trailer.js";
import { factsOf } from "../../memory/facts.js";
import type { Memory } from "../../memory/memory.js";
import { profileOf } from "../../memory/profile.js";
import type { Target, Validated } from "../change.js";

/** A patch that became a commit. */
export interface PatchAnswer {
  /** HEAD where nothing changed; null only then, on an unborn branch. */
  readonly commit: Oid | null;
  readonly reason: string;
  readonly patch: string;
  readonly pages: readonly {
    readonly id: PageId;
    readonly path: PagePath;
    readonly from: string;
    readonly to: string;
  }[];
  /** True when every entry was there already: nothing was committed again. */
  readonly unchanged: boolean;
}

/** What a proposal adds to it. */
interface Named {
  readonly content: unknown;
  readonly boundary?: Boundary;
  readonly patches?: readonly string[];
}

/** The name of a patch in the trailers of its commit. */
export function patchDigest(content: unknown): string {
  return digest(stableJson(content));
}

/** By version where the page keeps one, else by blob; 0 where there is none. */
export function pageMove(
  memory: Memory,
  target: Target,
  validated: Validated,
  writes: readonly FileWrite[],
  states: ReadonlyMap<string, FileState>,
): PatchAnswer["pages"][number] {
  const { id, path } = target;
  const moved = validated.changes.find((change) => change.kind === "move" && change.to === path);
  const was = states.get(moved?.kind === "move" ? moved.from : path)?.head?.bytes ?? null;
  const write = writes.find((candidate) => candidate.path === path);
  const is = write === undefined ? was : write.head;
  return { id, path, from: versionName(memory, path, was), to: versionName(memory, path, is) };
}

function versionName(memory: Memory, path: PagePath, bytes: Uint8Array | null): string {
  if (bytes === null) return "0";
  const oid = blobOid(bytes);
  const facts = factsOf(path, bytes, profileOf(memory.config.profile));
  return facts.meta.version === undefined ? oid.slice(0, 10) : String(facts.meta.version);
}

/** A first adoption can name thousands of pages: the message lists the first, and the commit's own diff the rest. */
const namedMax = 100;

export function messageFor(
  validated: Validated,
  pages: PatchAnswer["pages"],
  proposal: Named,
  lost: readonly string[],
): string {
  const { targets, envelope } = validated;
  return printMessage({
    subject: validated.subject,
    reason: validated.reason,
    ops: targets.slice(0, namedMax).map((target) => `${target.op} ${target.id} ${target.path}`),
    pages: pages.slice(0, namedMax).map((page) => `${page.id}@${page.from}..${page.to}`),
    from: validated.changes.flatMap((change) => (change.kind === "move" ? [change.from] : [])),
    boundary: proposal.boundary ?? "manual",
    session: envelope.session,
    actor: envelope.actor,
    origin: envelope.origin,
    evidence: envelope.evidence,
    ...(validated.because === undefined ? {} : { because: validated.because }),
    labels: [...(validated.labels ?? []), ...lost],
    approved: validated.approved ?? [],
    patches: proposal.patches ?? [patchDigest(proposal.content)],
  });
}
