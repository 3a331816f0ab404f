/** SeriesFiles: raw series on disk: hot files that other programs append to at any time, and cold ones that nobody changes. */

import type { PagePath } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";

export interface SeriesListing {
  /** JSONL and CSV files that stand in the perception folder itself, by path. */
  readonly hot: readonly { readonly path: PagePath; readonly bytes: number }[];
  /** The same in the folders of the archive's perception folder. */
  readonly cold: readonly { readonly path: PagePath; readonly bytes: number }[];
  /** What has such a name and is left alone: links, pipes, names that some system cannot keep. */
  readonly left: readonly { readonly path: string; readonly why: string }[];
}

export interface LinesRead {
  /** To the end of the last whole line. */
  readonly bytes: number;
  /** `sha256:…` of those. */
  readonly digest: string;
  /** Whether something stands behind it: a line that is being written, or one that nobody ended. */
  readonly unfinished: boolean;
}

/** `start` and `end` are offsets of bytes, the end exclusive. */
export type UseLine = (line: Uint8Array | null, start: number, end: number) => void;

/** Byte ranges of whole lines, in order; the end is exclusive. */
export interface SeriesCut {
  readonly drop: readonly { readonly start: number; readonly end: number }[];
  /** What was read when they were chosen: a file that does not begin with it any more is not cut. */
  readonly read: LinesRead;
}

export interface SeriesFiles {
  list(): Outcome<SeriesListing>;
  /** Each line with its line end, null for one beyond the limit; the bytes are good until the next. null where no file stands. */
  lines(path: PagePath, use: UseLine): Outcome<LinesRead | null>;
  /**
   * Takes lines out that are kept elsewhere. What others append meanwhile stays, and so does what a program appends that opened the
   * file before: `recover` brings it over. A file that is no longer what was read is a `version_conflict`.
   */
  cut(path: PagePath, cut: SeriesCut): Outcome<void>;
  /** Brings over what came into files that had been cut already. */
  recover(): Outcome<void>;
}
