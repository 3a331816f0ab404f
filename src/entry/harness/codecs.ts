/** Codecs: the harnesses that call a program of their own at each event, by name. */

import { claudeCode } from "./claude-code.js";
import type { Codec } from "./codec.js";
import { codex } from "./codex.js";

export const codecs: readonly Codec[] = [claudeCode, codex];
