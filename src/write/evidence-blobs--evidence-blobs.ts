/** EvidenceBlobs: results of tools as bytes on this machine, named by what they hold; losing one costs another call of the tool. */

import type { Outcome } from "../base/result.js";

export interface EvidenceBlobs {
  /** Durable when it returns; the same bytes are one blob, which counts as new again. Answers with `sha256:…`. */
  put(bytes: Uint8Array): Outcome<string>;
  /** By `sha256:…`; null where there is none, or what lies there is not those bytes any more. */
  get(digest: string): Outcome<{ readonly bytes: Uint8Array; readonly file: string } | null>;
  /** Removes those put longest ago, until what is left is within the bounds; answers with how many went. */
  prune(bounds: { readonly bytesMax: number; readonly blobsMax: number }): Outcome<number>;
}
