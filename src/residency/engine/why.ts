/** Why: why a row stands where it does, in numbers small enough for a column. */

/** Why a row came in, as a number: the place in `reasonNames`; 0 while it is out. */
export const reason = { out: 0, pinned: 1, demanded: 2, prefetched: 3 } as const;
export const reasonNames = ["over_budget", "pinned", "demanded", "prefetched"] as const;

/** A step has raised the row. */
export const raised = 1;
/** The row climbs no more by the standing order, because its best step was too dear. */
export const strayed = 2;
