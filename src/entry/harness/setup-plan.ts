/** SetupPlan: which files a harness is joined to a memory by, and what each holds with and without that: values, nothing is written. */

import { isAbsolute, join } from "node:path";
import type { Failure, Outcome } from "../../base/failure.js";
import { err, ok } from "../../base/result.js";
import { type BlockMark, putBlock, takeBlock } from "../../flow/marked-block.js";
import type { SetupFiles } from "../../port/setup-files.js";
import { hookEntries, isOursFor, type SetupName } from "./hook-entries.js";
import { withHooks, withoutHooks } from "./hook-settings.js";

export interface SetupPlace {
  /** The user's own folder. */
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  /** Absolute: what a hook starts. */
  readonly node: string;
  readonly program: string;
  /** Absolute; the memories that every session gets. None means the nearest at or above its folder. */
  readonly repos: readonly string[];
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

/** Fails where a file cannot be joined without harm. A harness that was never started here has no folder to join. */
export function planSetup(name: SetupName, place: SetupPlace, files: SetupFiles): Outcome<readonly SetupPart[]> {
  const folder = folderOf(name, place);
  if (!files.hasFolder(folder)) return err(absent(name, folder));
  const made =
    name === "claude-code"
      ? [
          hooksPart(join(folder, "settings.json"), { name, place, files }),
          skillPart(join(folder, "skills", "pagefile", "SKILL.md"), { place, files }),
        ]
      : [
          hooksPart(join(folder, "hooks.json"), { name, place, files }),
          blockPart(join(folder, "AGENTS.md"), { place, files }),
        ];
  const parts: SetupPart[] = [];
  for (const part of made) {
    if (!part.ok) return part;
    parts.push(part.value);
  }
  return ok(parts);
}

function folderOf(name: SetupName, { home, env }: SetupPlace): string {
  const [own, usual] = name === "claude-code" ? [env.CLAUDE_CONFIG_DIR, ".claude"] : [env.CODEX_HOME, ".codex"];
  return own !== undefined && isAbsolute(own) ? own : join(home, usual);
}

interface Around {
  readonly place: SetupPlace;
  readonly files: SetupFiles;
}

function hooksPart(path: string, { name, place, files }: Around & { readonly name: SetupName }): Outcome<SetupPart> {
  const now = files.read(path);
  if (!now.ok) return now;
  const start = [place.node, place.program, ...place.repos.flatMap((repo) => ["--repo", repo])].map(quoted).join(" ");
  const isOurs = isOursFor(name);
  const joined = withHooks(now.value, hookEntries(name, start), isOurs);
  const left = now.value === null ? null : withoutHooks(now.value, isOurs);
  if (joined === null || left === "unfit") return err(unfit(path));
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

/** One word of a POSIX shell. */
function quoted(word: string): string {
  return `'${word.split("'").join("'\\''")}'`;
}

function absent(name: SetupName, folder: string): Failure {
  const says = `There is no folder ${folder}, so ${name} was never started by this user.`;
  return { code: "usage", says, hint: "Start it once, or make that folder, and run the command again." };
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
