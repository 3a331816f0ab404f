/** Clock: the only source of now. */

import type { Instant } from "../base/ids.js";

export interface Clock {
  now(): Instant;
}
