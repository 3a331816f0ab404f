/** What pi loads: the built extension, required by Node itself, so that it is read and compiled once a process. */

import { createRequire } from "node:module";

export default (pi) => createRequire(import.meta.url)("../../../../dist/pi/pi.cjs").piExtension(pi);
