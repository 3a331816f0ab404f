/** Torments: the register of what `npm run torture` can run; a new one is a line here. */

import { againstGit } from "./against-git.js";
import { foreign } from "./foreign.js";
import { fuzz } from "./fuzz.js";
import { kill } from "./kill.js";
import { model } from "./model.js";
import { nights } from "./nights.js";
import { race } from "./race.js";
import { syscall } from "./syscall.js";
import type { Torment } from "./torment.js";

export const torments: readonly Torment[] = [kill, race, syscall, model, nights, foreign, fuzz, againstGit];
