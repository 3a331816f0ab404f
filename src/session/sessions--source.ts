/** Lifecycle source: from which state of a transcript words were taken, and whether that state was gone by then. */

/** One state of one session's transcript. */
export interface Source {
  /** How many times the transcript was compacted before. */
  readonly epoch: number;
  /** How long it was, in a unit of the harness's own that only grows within an epoch; null where it was not told. */
  readonly length: number | null;
  /** Hex digest of its bytes; null where it was not told. */
  readonly digest: string | null;
}

export const beginning: Source = { epoch: 0, length: 0, digest: null };

/** Why words of this source may not be trusted, given the latest state known of the same transcript; null where they may. */
export function evicted(source: Source, known: Source): string | null {
  if (source.epoch < known.epoch) {
    return `It was taken from epoch ${source.epoch} of the transcript, which was compacted since: epoch ${known.epoch} is under way.`;
  }
  if (source.epoch > known.epoch || source.length === null || known.length === null) return null;
  if (source.length < known.length) {
    return `It was taken from a transcript of length ${source.length}, which was ${known.length} long before in the same epoch ${source.epoch}: it was cut in between.`;
  }
  if (source.length > known.length || source.digest === null || known.digest === null) return null;
  return source.digest === known.digest
    ? null
    : `It was taken from a transcript with another digest than the one known at length ${source.length} of epoch ${source.epoch}.`;
}

/** The later of two states of one transcript. */
export function latest(one: Source, other: Source): Source {
  if (one.epoch !== other.epoch) return one.epoch > other.epoch ? one : other;
  return (one.length ?? -1) >= (other.length ?? -1) ? one : other;
}

/** Whether anything was said after `settled`; false where the lengths do not tell. */
export function hasGrown(source: Source, settled: Source): boolean {
  if (source.length === null || settled.length === null) return false;
  return source.epoch === settled.epoch && source.length > settled.length;
}
