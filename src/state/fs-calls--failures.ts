/** Failures: how the git adapters say what went wrong. */

import type { Failure, Outcome } from "../base/result.js";
import { err } from "../base/result--result.js";
import { errnoOf } from "./fs-calls.js";

type Failed = { readonly ok: false; readonly error: Failure };

export function gitFailed(says: string, hint: string): Failed {
  return err({ code: "git_failed", says, hint });
}

export function corrupt(says: string): Failed {
  return err({ code: "corrupt", says, hint: "Run `git fsck` to see what is damaged, and restore it from a clone." });
}

/** A system call that failed in an expected way; anything that carries no errno is a bug and is thrown again. */
export function ioFailed(error: unknown, doing: string): Failed {
  const errno = errnoOf(error);
  if (errno === null) throw error;
  const hint =
    errno === "ENOSPC" || errno === "EDQUOT"
      ? "Free some space on the disk and try again."
      : errno === "EACCES" || errno === "EPERM" || errno === "EROFS"
        ? "Make the file and its folder writable for this user."
        : "Look at the file and its folder, then try again.";
  return err({ code: "io_failed", errno, says: `${doing} failed: ${(error as Error).message}.`, hint });
}

/** Runs calls that throw system errors and gives them back as a failure. */
export function attempt<T>(doing: string, act: () => T): Outcome<T> {
  try {
    return { ok: true, value: act() };
  } catch (error) {
    return ioFailed(error, doing);
  }
}
