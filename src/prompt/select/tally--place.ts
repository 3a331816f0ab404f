/** Place: how levels and steps of a row are numbered, and in which order a row is ranked. */

/** Levels a page may have: one a fidelity. They are numbered from 1. */
export const levelsMax: number = 4;

/** Where a row stands while it is out: below every level, where it costs nothing and delivers nothing. */
export const out: number = 0;

/** Level columns hold 8 places a row, of which `out` is the first: a level's place is `(row << levelBits) | level`. */
export const levelBits: number = 3;

/** The one step of a row that is worth nothing: in at its cheapest, when all others have come in. */
export const worthless: number = 4;

/** `loose` rows are cold, yet ranked with the warm: to give each a place in the standing order pays only for who decides again. */
export const place = { none: 0, cold: 1, warm: 2, loose: 3 } as const;
