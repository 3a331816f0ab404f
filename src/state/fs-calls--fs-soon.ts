/** FsSoon: file-system calls that take their time off the main thread, so that several run side by side. */

import type { Outcome } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import { type FsCalls, ioFailure } from "./fs-calls.js";

/** fsync(2) off the main thread, so that several run at once. Throws system errors. */
export function syncFile(calls: Pick<FsCalls, "fsync">, fd: number): Promise<void> {
  return new Promise((resolve, reject) => calls.fsync(fd, (error) => (error ? reject(error) : resolve())));
}

/** `attempt`, for what takes its time. */
export async function attemptSoon<T>(doing: string, act: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return ok(await act());
  } catch (error) {
    return err(ioFailure(error, doing));
  }
}
