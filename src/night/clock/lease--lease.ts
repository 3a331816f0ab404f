/** Lease: who looks after the nights of a repository: one process at a time, each with a higher token than the one before. */

import type { Instant } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";

export type LeasePurpose = "daemon" | "command";

/** Who has, or last had, the lease. */
export interface Holder {
  readonly token: number;
  readonly pid: number;
  readonly purpose: LeasePurpose;
  readonly since: Instant;
  /**
   * `free` was given back; `dead` is proven; `stalled` lives and has not moved for long; `unknown` cannot be looked at from here:
   * another machine's, or another start of this one that cannot be told from it.
   */
  readonly state: "free" | "dead" | "stalled" | "live" | "unknown";
}

export interface Lease {
  readonly token: number;
  /** From whom it was taken though it was not given back; null where nobody had it. */
  readonly former: Holder | null;
  /** Fails with `locked` once a later holder has a higher token, or the record of this one is gone. Asked before every write. */
  check(): Outcome<void>;
  /** Calls once when a beat finds that the lease is lost. */
  onLost(lost: () => void): void;
  /** Gives it back; does nothing the second time, and nothing where it is lost. */
  release(): void;
}

export interface Leases {
  /**
   * Fails with `locked` while another process that moves has it. One that does not move is watched or believed to its own beat,
   * never to the clock on the wall. `above` is a token that this one has to exceed.
   */
  take(asked: {
    readonly purpose: LeasePurpose;
    readonly at: Instant;
    readonly above: number;
  }): Promise<Outcome<Lease>>;
  /** null where nobody ever took it. */
  look(): Outcome<Holder | null>;
}
