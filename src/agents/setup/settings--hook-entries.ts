/** HookEntries: what a harness is told to start at each event of a session, and how that is known again. */

import { objectOf, objectsOf, textOf } from "../../base/json--json-line.js";
import { tailOf } from "./settings--hook-command.js";
import type { HookEntry, IsOurs } from "./settings--hook-settings.js";

export const setupNames = ["claude-code", "codex"] as const;
export type SetupName = (typeof setupNames)[number];

/** In seconds, as both harnesses take them; at the end of a session Codex waits 3 at most, and Claude Code 1.5 whatever it is told. */
const timeouts: Readonly<Record<string, number>> = {
  SessionStart: 20,
  UserPromptSubmit: 10,
  PostToolUse: 10,
  Stop: 20,
  PreCompact: 30,
  SessionEnd: 3,
};

/** `start` is what starts the program in a shell. In that shell $PPID is the harness. */
export function hookEntries(name: SetupName, start: string): readonly (HookEntry & { readonly command: string })[] {
  return Object.entries(timeouts).map(([event, timeout]) => {
    const command = `${start}${tailOf(name, event)}`;
    return { event, command, group: { hooks: [{ type: "command", command, timeout }] } };
  });
}

/** By the end of its commands: the program may have been somewhere else then. */
export function isOursFor(name: SetupName): IsOurs {
  return (event, group) => {
    const hooks = objectsOf(objectOf(group)?.hooks);
    return hooks.length > 0 && hooks.every(({ command }) => textOf(command)?.endsWith(tailOf(name, event)) === true);
  };
}
