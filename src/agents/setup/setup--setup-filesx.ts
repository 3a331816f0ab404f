/** SetupFiles: the settings of another program, read as they are and replaced whole. */

import type { Outcome } from "../../base/result.js";

export interface SetupFiles {
  /** Through links; null where there is no such file. A file that is not UTF-8 is a failure. */
  read(path: string): Outcome<string | null>;
  /** Whether there is such a folder. */
  hasFolder(path: string): boolean;
  /**
   * Where a link leads, the file there is written and the link stays. `before` is what the file held when its new text was made: it
   * is left alone where it holds something else by now. That many folders around it come into place with it, where they are missing.
   */
  write(path: string, before: string | null, text: string, folders: number): Outcome<"written" | "changed">;
  /** The file, and that many folders around it where they hold nothing else. */
  remove(path: string, before: string, folders: number): Outcome<"removed" | "changed">;
  /** Takes away what a process that is dead left half way beside the file, and beside that many folders around it. */
  sweep(path: string, folders: number): Outcome<void>;
}
