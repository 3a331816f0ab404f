/** Seeds: one seed for every property of a run, so that red means the change; `PAGEFILE_SEED=N npm test` looks elsewhere. */

import fc from "fast-check";

/** For tests that draw without fast-check. */
export const seed: number = Number(process.env.PAGEFILE_SEED ?? 2026);
if (!Number.isSafeInteger(seed)) throw new Error(`PAGEFILE_SEED is not a whole number: ${process.env.PAGEFILE_SEED}`);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
