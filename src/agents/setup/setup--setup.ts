/** Setup: a harness joined to memories, or left again, file by file as planned before the first one is touched. */

import type { Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { type JoinName, planSetup, type SetupPart, type SetupPlace } from "./setup.js";
import type { SetupFiles } from "./setup--setup-filesx.js";

export interface SetupAsked {
  readonly name: JoinName;
  readonly remove: boolean;
  readonly dryRun: boolean;
}

export interface SetupAnswer extends SetupAsked {
  readonly files: readonly {
    readonly path: string;
    /** On a dry run what would be done. */
    readonly did: "written" | "removed" | "nothing";
    /** What the file holds afterwards; null where there is none. */
    readonly text: string | null;
  }[];
}

/** The same command twice does nothing the second time; one that failed part-way goes on where it stopped. */
export function setup(asked: SetupAsked, place: SetupPlace, files: SetupFiles): Outcome<SetupAnswer> {
  const planned = planSetup(asked, place, files);
  if (!planned.ok) return planned;
  const refused = asked.remove ? undefined : planned.value.find(({ refuses }) => refuses !== undefined)?.refuses;
  if (refused !== undefined) return err(refused);
  const rows: SetupAnswer["files"][number][] = [];
  for (const part of planned.value) {
    const text = asked.remove ? part.left : part.joined;
    const did = text === part.now ? "nothing" : text === null ? "removed" : "written";
    const swept = asked.dryRun ? ok(undefined) : files.sweep(part.path, part.folders);
    if (!swept.ok) return swept;
    const done = asked.dryRun || did === "nothing" ? ok(undefined) : act(part, text, files);
    if (!done.ok) return done;
    rows.push({ path: part.path, did, text });
  }
  return ok({ ...asked, files: rows });
}

function act({ path, now, folders }: SetupPart, text: string | null, files: SetupFiles): Outcome<void> {
  const done = text === null ? files.remove(path, now ?? "", folders) : files.write(path, now, text, folders);
  if (!done.ok) return done;
  if (done.value !== "changed") return ok(undefined);
  const says = `${path} was changed by another program while it was looked at; it was left as it is.`;
  return err({ code: "locked", says, hint: "Run the command again." });
}
