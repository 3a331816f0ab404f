/** MeaningFill: texts without a vector are shown to the model and what it answers is kept; a text that holds a secret is shown to none. */

import type { Failure } from "../../base/result.js";
import { findSecrets } from "../../rules/secret-keys--secret.js";
import { chunksOf } from "../chunk--chunk.js";
import { embeddedKey, embeddedText } from "../chunk--embedded-text.js";
import type { SearchSource } from "../index/search.js";
import { searchSource } from "../index/write--search-source.js";
import type { EmbedBounds } from "./endpoint--embedder.js";
import type { EmbeddedStore } from "./fill--meaning-chunks.js";
import type { Missing } from "./fill--meaning-survey.js";

export interface Filled {
  /** Texts that have a vector now. */
  readonly embedded: number;
  /** Texts that never will: the model refused them, or they hold a secret. */
  readonly passedOver: number;
  /** Why it ended before the last; null where it did not. */
  readonly failure: Failure | null;
}

/** Keeps what was answered before something went wrong. */
export async function fill(of: EmbeddedStore, missing: readonly Missing[], bounds: EmbedBounds): Promise<Filled> {
  const source = searchSource(of.memory);
  const texts = new Map<string, string>();
  const rows = new Map<string, Float32Array | null>();
  for (const one of missing) {
    const text = textOf(source, one);
    if (text === null) continue;
    if (findSecrets(text).length > 0) rows.set(one.key, null);
    else texts.set(one.key, text);
  }
  const asked = await of.embedding.embedder.embed([...texts.values()], bounds);
  let size = of.store.load().dimensions;
  for (const [i, key] of [...texts.keys()].entries()) {
    const vector = asked.vectors[i] ?? null;
    if (vector === null) continue;
    rows.set(key, vector === "refused" ? null : vector);
    if (vector !== "refused") size = vector.length;
  }
  // How long a row is, only a vector tells.
  if (size === null) return { embedded: 0, passedOver: 0, failure: asked.failure };
  const kept = of.store.add(rows, size);
  const embedded = [...rows.values()].filter((row) => row !== null).length;
  const failure = asked.failure ?? (kept.ok ? null : kept.error);
  return kept.ok ? { embedded, passedOver: rows.size - embedded, failure } : { embedded: 0, passedOver: 0, failure };
}

/** As it is on disk now; null where that is another text by now. */
function textOf(source: SearchSource, { page, chunk, key }: Missing): string | null {
  const text = source.read(page.path);
  const found = text === null ? undefined : chunksOf(text, page)[chunk];
  const said = found === undefined ? null : embeddedText(page.title, found, text!);
  return said !== null && embeddedKey(said) === key ? said : null;
}
