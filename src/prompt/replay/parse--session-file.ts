/** SessionFile: a recorded session as it lies on disk. */

import { limits } from "../../base/limits.js";
import type { Outcome } from "../../base/result.js";
import { attempt } from "../../state/fs-calls.js";
import { readLinked } from "../../state/plain-file.js";

/** UTF-8; what is not is read with replacement characters, as the harnesses themselves would. */
export function readSession(path: string): Outcome<string> {
  return attempt(`read ${path}`, () => readLinked(path, limits.harnessTranscriptBytesMax).toString("utf8"));
}
