/** Codecs: the harnesses that call a program of their own at each event, by name. */

import { claudeCode } from "./claude-code--claude-code.js";
import type { Codec } from "./claude-code--codec.js";
import { codex } from "./claude-code--codex.js";

export const codecs: readonly Codec[] = [claudeCode, codex];
