/** Place: how levels and steps of a row are numbered, and in which order a row is ranked. */

/** Levels a page may have: one a fidelity. Level columns hold as many places a row. */
export const levelsMax: number = 4;

/** Where a row stands while it is out: beyond every level. */
export const out: number = 4;

/** The one step of a row that is worth nothing: in at its cheapest, when all others have come in. */
export const worthless: number = 4;

/** `loose` rows are cold, yet ranked with the warm: to give each a place in the standing order pays only for who decides again. */
export const place = { none: 0, cold: 1, warm: 2, loose: 3 } as const;
