/** SetupFiles: the settings of another program, read as they are and replaced whole. */

import type { Outcome } from "../base/failure.js";

export interface SetupFiles {
  /** Through links; null where there is no such file. A file that is not UTF-8 is a failure. */
  read(path: string): Outcome<string | null>;
  /** Whether there is such a folder. */
  hasFolder(path: string): boolean;
  /**
   * Where a link leads, the file there is written and the link stays. `before` is what the file held when its new text was made: it
   * is left alone where it holds something else by now.
   */
  write(path: string, before: string | null, text: string): Outcome<"written" | "changed">;
  /** The file, and that many folders around it as far as they are left empty. */
  remove(path: string, before: string, folders: number): Outcome<"removed" | "changed">;
}
