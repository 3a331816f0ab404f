/** FormerPolicy: what `pagefile` was before places counted: records of that time are replayed by it. */

import { type Policy, policies } from "./decision.js";

const { placed: _, ...before } = policies.pagefile;

export const formerPolicy: Policy = before;
