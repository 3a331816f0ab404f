/** SetupPlan: which files a harness is joined to a memory by, and what each holds with and without that: values, nothing is written. */

import { join } from "node:path";
import type { Failure, Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { type BlockMark, putBlock, takeBlock } from "../../state/marked-block.js";
import { startOf } from "./settings--hook-command.js";
import { hookEntries, isOursFor, type SetupName } from "./settings--hook-entries.js";
import { withHooks, withoutHooks } from "./settings--hook-settings.js";
import { withoutPackage, withPackage } from "./settings--package-settings.js";
import { harnessFolder } from "./setup--hooks-file.js";
import type { SetupFiles } from "./setup--setup-filesx.js";

export const joinNames = ["claude-code", "codex", "pi"] as const;
export type JoinName = (typeof joinNames)[number];

export interface SetupPlace {
  /** The user's own folder. */
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  /** Absolute: what a hook starts. */
  readonly node: string;
  readonly program: string;
  /** Absolute; the memories that every session gets. None means the nearest at or above its folder. */
  readonly repos: readonly string[];
  /** Absolute: the folder that is pi's package. */
  readonly piPackage: string;
  /** pi's own folder, as pi finds it. */
  readonly piHome: string;
  /** A file below `templates/harness`. */
  readonly template: (path: string) => Outcome<string>;
}

/** A file as it is, with the harness joined, and without; null stands for no file. */
export interface SetupPart {
  readonly path: string;
  readonly now: string | null;
  readonly joined: string;
  readonly left: string | null;
  /** How many folders around it went with it into place. */
  readonly folders: number;
  /** Why the harness cannot be joined through it: it is somebody else's, and stays as it is. */
  readonly refuses?: Failure;
}

/** Fails where a file cannot be joined without harm. A harness without a folder here has nothing to join, and nothing to leave. */
export function planSetup(
  { name, remove }: { readonly name: JoinName; readonly remove: boolean },
  place: SetupPlace,
  files: SetupFiles,
): Outcome<readonly SetupPart[]> {
  const folder = folderOf(name, place);
  if (!files.hasFolder(folder)) return remove ? ok([]) : err(absent(name, folder));
  const parts: SetupPart[] = [];
  for (const part of partsOf(name, folder, { place, files })) {
    if (!part.ok) return part;
    parts.push(part.value);
  }
  return ok(parts);
}

function partsOf(name: JoinName, folder: string, around: Around): readonly Outcome<SetupPart>[] {
  switch (name) {
    case "claude-code":
      return [
        hooksPart(join(folder, "settings.json"), { name, ...around }),
        skillPart(join(folder, "skills", "pagefile", "SKILL.md"), around),
      ];
    case "codex":
      return [
        hooksPart(join(folder, "hooks.json"), { name, ...around }),
        blockPart(join(folder, "AGENTS.md"), around),
      ];
    case "pi":
      return [packagePart(join(folder, "settings.json"), around)];
  }
}

function folderOf(name: JoinName, { home, env, piHome }: SetupPlace): string {
  return name === "pi" ? piHome : harnessFolder(name, { home, env });
}

interface Around {
  readonly place: SetupPlace;
  readonly files: SetupFiles;
}

function hooksPart(path: string, { name, place, files }: Around & { readonly name: SetupName }): Outcome<SetupPart> {
  const now = files.read(path);
  if (!now.ok) return now;
  const start = startOf([place.node, place.program], place.repos);
  const isOurs = isOursFor(name);
  const joined = withHooks(now.value, hookEntries(name, start), isOurs);
  const left = now.value === null ? null : withoutHooks(now.value, isOurs);
  if (joined === null || left === "unfit") return err(unfit(path));
  return ok({ path, now: now.value, joined, left, folders: 0 });
}

/** pi loads a package from where it lies; by the end of that path ours is known again. */
function packagePart(path: string, { place, files }: Around): Outcome<SetupPart> {
  if (place.repos.length > 0) return err(unasked());
  const now = files.read(path);
  if (!now.ok) return now;
  const isOurs = (source: string): boolean => source.replaceAll("\\", "/").endsWith("/templates/harness/pi");
  const joined = withPackage(now.value, place.piPackage, isOurs);
  const left = now.value === null ? null : withoutPackage(now.value, isOurs);
  const says = `${path} is not a JSON object whose packages are a list.`;
  if (joined === null || left === "unfit") return err({ ...unfit(path), says });
  return ok({ path, now: now.value, joined, left, folders: 0 });
}

const skillEnd = (folders: number): string =>
  `<!-- made by \`pagefile setup claude-code\` with ${folders} folders; \`--remove\` takes it out -->\n`;

/** It says itself how many folders were made for it, so that as many go with it. */
function skillPart(path: string, { place, files }: Around): Outcome<SetupPart> {
  const now = files.read(path);
  if (!now.ok) return now;
  const text = place.template("claude-code/skills/pagefile/SKILL.md");
  if (!text.ok) return text;
  const [own, skills] = [join(path, ".."), join(path, "..", "..")];
  const missing = [own, skills].filter((folder) => !files.hasFolder(folder)).length;
  const kept = [0, 1, 2].find((folders) => now.value?.endsWith(skillEnd(folders)) === true);
  if (now.value !== null && kept === undefined)
    return ok({ path, now: now.value, joined: now.value, left: now.value, folders: 0, refuses: foreign(path) });
  const folders = kept ?? missing;
  return ok({ path, now: now.value, joined: `${text.value}${skillEnd(folders)}`, left: null, folders });
}

const agentsMark: BlockMark = { name: "pagefile", by: "pagefile setup codex", in: "markdown" };

function blockPart(path: string, { place, files }: Around): Outcome<SetupPart> {
  const now = files.read(path);
  if (!now.ok) return now;
  const lines = place.template("codex/AGENTS.md");
  if (!lines.ok) return lines;
  const bytes = now.value === null ? null : Buffer.from(now.value);
  const left = takeBlock(bytes, agentsMark);
  return ok({
    path,
    now: now.value,
    joined: Buffer.from(putBlock(bytes, lines.value, "end", agentsMark)).toString("utf8"),
    left: left === null ? null : Buffer.from(left).toString("utf8"),
    folders: 0,
  });
}

function absent(name: JoinName, folder: string): Failure {
  const says = `There is no folder ${folder} that can be read, so ${name} was never started by this user.`;
  return { code: "usage", says, hint: "Start it once, or make that folder, and run the command again." };
}

function unasked(): Failure {
  const says = "pi finds its memories itself: the user's in its own folder, and the project's in .pi/memory.";
  return { code: "usage", says, hint: "Run the command without --repo." };
}

function unfit(path: string): Failure {
  const says = `${path} is not a JSON object whose hooks are lists by event.`;
  return { code: "corrupt", says, hint: "Mend that file and run the command again; nothing was changed." };
}

function foreign(path: string): Failure {
  return {
    code: "denied",
    reason: "not_ours",
    says: `${path} is there already and was not made by \`pagefile setup\`, or was changed since.`,
    hint: "Move that file away and run the command again; nothing was changed.",
  };
}
