/** SessionFile: a recorded session as it lies on disk. */

import type { Outcome } from "../base/failure.js";
import { limits } from "../base/limits.js";
import { attempt } from "./fs-calls.js";
import { readLinked } from "./plain-file.js";

/** UTF-8; what is not is read with replacement characters, as the harnesses themselves would. */
export function readSession(path: string): Outcome<string> {
  return attempt(`read ${path}`, () => readLinked(path, limits.harnessTranscriptBytesMax).toString("utf8"));
}
