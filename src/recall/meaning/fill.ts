/** VectorIndex: what a memory has embedded, for whoever looks, and everything else embedded for whoever asks for it. */

import type { Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import type { Memory } from "../../memory/memory.js";
import type { Workspace } from "../../memory/workspace.js";
import type { Embedder } from "./endpoint--embedder.js";
import { allKeys, type EmbeddedStore } from "./fill--meaning-chunks.js";
import { fill } from "./fill--meaning-fill.js";
import { type Survey, survey } from "./fill--meaning-survey.js";

/** What stands beside the index of a store where a model is set up. */
export interface StoreVectors extends Pick<Survey, "ready" | "pending" | "kept"> {
  readonly model: string;
  /** Whether texts stay on this machine. */
  readonly local: boolean;
  /** null where nothing is embedded yet. */
  readonly dimensions: number | null;
  readonly bytes: number;
  /** Files that could not be used. */
  readonly damaged: number;
}

interface EmbedAnswer {
  readonly stores: readonly (StoreVectors & {
    readonly store: string;
    /** Texts that were embedded now; those that the model refused, or that hold a secret; and rows that no page has any more. */
    readonly embedded: number;
    readonly passedOver: number;
    readonly removed: number;
  })[];
}

/** Texts a call: what was answered is kept after each. */
const textsAtOnce = 256;
const msMax = 300_000;
const probeMsMax = 30_000;
const everything = (): boolean => true;

/** null where no model is set up for this memory. */
export async function vectorsOf(workspace: Workspace, memory: Memory): Promise<StoreVectors | null> {
  const of = await embeddedStore(memory);
  return of === null ? null : statusOf(workspace, of);
}

/** Takes away what no page has any more, and what is damaged; asks no model. */
export async function tidyVectors(workspace: Workspace, memory: Memory): Promise<void> {
  const of = await embeddedStore(memory);
  if (of !== null) prune(workspace, of);
}

/** How many numbers the model gives a text just now. */
export async function probe(embedder: Embedder): Promise<Outcome<number>> {
  const { vectors, failure } = await embedder.embed(["Whether anybody answers."], { msMax: probeMsMax });
  const [vector = null] = vectors;
  if (vector instanceof Float32Array) return ok(vector.length);
  const says = "The model refused a plain sentence.";
  return err(failure ?? { code: "io_failed", errno: "EREMOTEIO", says, hint: "Look at PAGEFILE_EMBEDDER_MODEL." });
}

/** Embeds whatever may be embedded and is not. Stops at the first store where the model is of no use; what was embedded until then stays. */
export async function embedAll(workspace: Workspace): Promise<Outcome<EmbedAnswer>> {
  const stores: EmbedAnswer["stores"][number][] = [];
  for (const memory of workspace.memories) {
    const of = await embeddedStore(memory);
    if (of === null) continue;
    const { name } = memory.config;
    const done = await embedStore(workspace, of);
    if (!done.ok) return err({ ...done.error, says: `${name}: ${done.error.says}` });
    const removed = prune(workspace, of);
    stores.push({ store: name, ...statusOf(workspace, of), ...done.value, removed });
  }
  if (stores.length > 0) return ok({ stores });
  const says = "No model is set up that could embed anything; recall goes by words alone, which works as ever.";
  const hint = "Set PAGEFILE_EMBEDDER_URL and PAGEFILE_EMBEDDER_MODEL; “embedder: off” in pagefile.yaml forbids it.";
  return err({ code: "usage", says, hint });
}

async function embeddedStore(memory: Memory): Promise<EmbeddedStore | null> {
  const { embedding } = memory;
  return embedding === undefined ? null : { memory, embedding, store: await embedding.store() };
}

async function embedStore(
  workspace: Workspace,
  of: EmbeddedStore,
): Promise<Outcome<{ readonly embedded: number; readonly passedOver: number }>> {
  const sums = { embedded: 0, passedOver: 0 };
  const probed = await probe(of.embedding.embedder);
  if (!probed.ok) return probed;
  const { dimensions } = of.store.load();
  // Under the same name the model is another one by now.
  const cleared = dimensions === null || dimensions === probed.value ? ok(undefined) : of.store.clear();
  if (!cleared.ok) return cleared;
  const { missing } = look(workspace, of);
  for (let at = 0; at < missing.length; at += textsAtOnce) {
    const { embedded, passedOver, failure } = await fill(of, missing.slice(at, at + textsAtOnce), { msMax });
    sums.embedded += embedded;
    sums.passedOver += passedOver;
    const before = sums.embedded === 1 ? "1 text was" : `${sums.embedded} texts were`;
    if (failure !== null) return err({ ...failure, says: `${failure.says} ${before} embedded before.` });
  }
  return ok(sums);
}

function look(workspace: Workspace, of: EmbeddedStore): Survey {
  return survey(workspace, of, { admits: everything, cuts: Number.POSITIVE_INFINITY });
}

function prune(workspace: Workspace, of: EmbeddedStore): number {
  look(workspace, of);
  const keys = allKeys(of);
  const pruned = keys === null ? null : of.store.prune(keys);
  return pruned?.ok === true ? pruned.value : 0;
}

function statusOf(workspace: Workspace, of: EmbeddedStore): StoreVectors {
  const { ready, pending, kept } = survey(workspace, of, { admits: everything, cuts: 0 });
  const { dimensions, bytes, damaged } = of.store.load();
  const { model, local } = of.embedding.embedder;
  return { model, local, dimensions, ready, pending, kept, bytes, damaged };
}
