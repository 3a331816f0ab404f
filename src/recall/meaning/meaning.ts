/** Meaning: what recall asks a model where one is set up, and does without where it does not answer: how near pages are to the question. */

import type { Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import type { Memory } from "../../memory/memory.js";
import { findSecrets } from "../../rules/secret-keys--secret.js";
import type { Degraded } from "../answer.js";
import { questionKey } from "../chunk--embedded-text.js";
import type { Judge } from "../field--admitted.js";
import { type Field, judgeOf } from "../field--field.js";
import { readQuery } from "../rank/weights--rank-query.js";
import { allKeys, type EmbeddedStore } from "./fill--meaning-chunks.js";
import { fill } from "./fill--meaning-fill.js";
import { survey } from "./fill--meaning-survey.js";
import type { Meaning } from "./fuse--fuse.js";
import { nearPages } from "./meaning--meaning-near.js";

/** What a recall waits for, at most: a question's vector, and then vectors of pages that have none yet. */
const questionMsMax = 2_000;
const pagesMsMax = 1_000;
/** Small batches: what came back in time is kept, and the next recall goes on from there. */
const batch = 8;
const textsMax = 64;
/** Pages that are read and cut into chunks for one recall; the rest waits for the next. */
const cutsMax = 300;
/** Rows that no page has any more go when they are this many more than twice what pages have. */
const deadRowsMin = 1_000;

export interface Asked {
  readonly meaning: Meaning | null;
  readonly degraded: readonly Degraded[];
}

/** Never fails: what could not be asked is told, and recall goes by words alone. */
export async function askMeaning(field: Field): Promise<Asked> {
  try {
    return await asked(field);
  } catch (error) {
    // A model that breaks its word takes nothing from what words find.
    const says = `Asking the model broke: ${error instanceof Error ? error.message : String(error)}.`;
    return { meaning: null, degraded: [wordsAlone(says)] };
  }
}

async function asked(field: Field): Promise<Asked> {
  const { workspace, plan } = field;
  const stores: EmbeddedStore[] = [];
  for (const memory of workspace.memories) {
    const { embedding } = memory;
    if (embedding !== undefined) stores.push({ memory, embedding, store: await embedding.store() });
  }
  const [first] = stores;
  // Whoever quotes wants these words and no others.
  if (first === undefined || readQuery(plan.query.text).phrases.length > 0) return { meaning: null, degraded: [] };
  const question = await vectorOf(plan.query.asked, first);
  if (!question.ok) return { meaning: null, degraded: [wordsAlone(question.error.says)] };
  const size = question.value.length;
  const openTo = (memory: Memory): Judge["open"] => judgeOf(field, memory).open;
  const degraded: Degraded[] = [];
  const sound: EmbeddedStore[] = [];
  for (const of of stores) {
    const { damaged, dimensions } = of.store.load();
    const { name } = of.memory.config;
    if (damaged > 0) degraded.push(told(name, `${damaged} damaged files of vectors were left out${mended}`));
    if (dimensions === null || dimensions === size) {
      sound.push(of);
      degraded.push(
        ...(await keepUp(field, of, { open: openTo(of.memory), msMax: Math.floor(pagesMsMax / stores.length) })),
      );
    } else {
      const says = `The model gives ${size} numbers a text and ${dimensions} are stored: words alone rank${mended}`;
      degraded.push(told(name, says));
    }
  }
  return {
    meaning: sound.length === 0 ? null : nearPages(field, sound, { question: question.value, openTo }),
    degraded,
  };
}

const mended = "; pagefile index embed makes them anew.";

async function vectorOf(text: string, { embedding, store }: EmbeddedStore): Promise<Outcome<Float32Array>> {
  const key = questionKey(text);
  const known = store.recent(key);
  if (known !== null) return ok(known);
  if (findSecrets(text).length > 0) return unasked("The question holds a secret and was shown to no model.");
  const { vectors, failure } = await embedding.embedder.embed([text], { msMax: questionMsMax });
  const [vector = null] = vectors;
  if (!(vector instanceof Float32Array)) return unasked(failure?.says ?? "The model refused the question.");
  store.remember(key, vector);
  return ok(vector);
}

function unasked(says: string): Outcome<never> {
  return err({ code: "io_failed", errno: "EREMOTEIO", says, hint: "pagefile index status" });
}

/** Embeds some of what is new, and says what still is not. */
async function keepUp(
  { workspace }: Field,
  of: EmbeddedStore,
  { open, msMax }: { readonly open: Judge["open"]; readonly msMax: number },
): Promise<readonly Degraded[]> {
  const before = survey(workspace, of, { admits: open, cuts: cutsMax });
  if (before.pending === 0) {
    forgetDead(of, before.chunks);
    return [];
  }
  const filled = await fill(of, before.missing.slice(0, textsMax), { msMax, batch });
  const { pending } = survey(workspace, of, { admits: open, cuts: 0 });
  if (pending === 0) return [];
  const count = pending === 1 ? "1 page has none yet and is" : `${pending} pages have none yet and are`;
  const why = filled.failure === null ? "" : ` ${filled.failure.says}`;
  return [told(of.memory.config.name, `Vectors pending: ${count} ranked by words alone.${why}`)];
}

/** Rows that no page has any more, where they are most of what is read each time. */
function forgetDead(of: EmbeddedStore, chunks: number): void {
  if (of.store.load().rows.size <= 2 * chunks + deadRowsMin) return;
  const keys = allKeys(of);
  if (keys !== null) of.store.prune(keys);
}

function told(store: string, says: string): Degraded {
  return { what: `vectors of store ${store}`, says };
}

function wordsAlone(says: string): Degraded {
  return { what: "vectors", says: `${says} Pages are ranked by words alone.` };
}
