/** Clock: the only source of now. */

import type { Instant } from "./ids.js";

export interface Clock {
  now(): Instant;
}
