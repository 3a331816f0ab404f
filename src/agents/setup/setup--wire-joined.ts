/** WireJoined: what `pagefile setup` has written into the settings of this user's harnesses, as it stands there now. */

import { objectOf, objectsOf, parseLine, textOf } from "../../base/json--json-line.js";
import { homeOf } from "../../state/machine.js";
import { isOursFor, type SetupName, setupNames } from "./settings--hook-entries.js";
import { hooksFile } from "./setup--hooks-file.js";
import { openSetupFiles } from "./setup--setup-files.js";

/** The file's text; null where there is none that can be read. */
export function settingsOf(name: SetupName, env: NodeJS.ProcessEnv): string | null {
  const read = openSetupFiles().read(hooksFile(name, { home: homeOf(env), env }));
  return read.ok ? read.value : null;
}

/** The commands of our hooks, by event; null where none of them is ours. */
export function ourCommands(name: SetupName, settings: string): ReadonlyMap<string, string> | null {
  const hooks = objectOf(parseLine(settings)?.hooks) ?? {};
  const isOurs = isOursFor(name);
  const found = new Map<string, string>();
  for (const [event, groups] of Object.entries(hooks)) {
    const group = objectsOf(groups).find((one) => isOurs(event, one));
    const command = textOf(objectsOf(group?.hooks)[0]?.command);
    if (command !== null) found.set(event, command);
  }
  return found.size === 0 ? null : found;
}

export function hasHook(name: string, event: string, env: NodeJS.ProcessEnv): boolean {
  const known = setupNames.find((each) => each === name);
  const settings = known === undefined ? null : settingsOf(known, env);
  return known !== undefined && settings !== null && ourCommands(known, settings)?.has(event) === true;
}
