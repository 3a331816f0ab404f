/** WriterQueue: writers of one repository take turns, first come first served. */

/** A writer's place at the front. */
export interface Turn {
  /** Lets the next one in; does nothing the second time. */
  leave(): void;
  /** Whether it has lasted so long that whoever tries again and again gives up, for the sake of those behind. */
  isLong(): boolean;
}

/** A courtesy, no lock: what two writers may not do at once is held apart by git's own locks, and readers never queue. */
export interface WriterQueue {
  /**
   * Waits for this writer's turn. Whoever cannot queue, or waits for one that does not move, is let in all the same. `meanwhile`
   * is done once where there is somebody to wait for; it may not fail.
   */
  enter(meanwhile?: () => Promise<void>): Promise<Turn>;
}
