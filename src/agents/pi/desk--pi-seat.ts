/** PiSeat: what the extension has for the session that pi is in: memories where they may be used, plain folders, and what is wrong. */

import { join } from "node:path";
import { type PiConfig, piConfigFrom } from "./config.js";
import { plainBlock } from "./config--pi-plain.js";
import { globalFolder, isMemory, type PiFolder, projectFolder } from "./config--wire-pi.js";
import { openDesk, type PiDesk } from "./desk.js";
import { configFile, makeGlobal, openFolders, plainFolder } from "./desk--wire-pi-open.js";

export interface PiSeatAsked {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly session: string;
  readonly transcript: string | null;
  readonly trusted: boolean;
}

export interface PiSeat {
  readonly session: string;
  readonly config: PiConfig;
  /** null where no folder can be opened as a memory. */
  readonly desk: PiDesk | null;
  /** The memories that are open, the primary one first. */
  readonly folders: readonly PiFolder[];
  /** Folders that are plain Markdown here. */
  readonly plain: readonly PiFolder[];
  /** Where a project has a memory and pi does not trust the project. */
  readonly barred: PiFolder | null;
  readonly warnings: readonly string[];
}

/** Of a project that is not trusted nothing is read, not even its configuration. */
export async function openSeat(asked: PiSeatAsked): Promise<PiSeat> {
  const { env, cwd, session, transcript, trusted } = asked;
  const found = projectFolder(cwd, env);
  const project = trusted ? found : null;
  const all = [...(project === null ? [] : [project]), globalFolder(env)];
  const files = all
    .toReversed()
    .map(configFile)
    .filter((file) => file !== null);
  const { config, warnings } = piConfigFrom(files);
  const made = config.pageTableEnabled ? await madeGlobal(env) : [];
  const memories = config.pageTableEnabled ? all.filter(({ dir }) => isMemory(dir)) : [];
  const { workspace, opened, failed } = await openFolders(memories, { env, traces: config.traceEnabled });
  const desk = workspace === null ? null : openDesk({ stores: workspace, config, session, cwd, transcript });
  return {
    session,
    config,
    desk,
    folders: opened,
    plain: all.filter((folder) => !opened.includes(folder) && plainFolder(folder) !== null),
    barred: trusted ? null : found,
    warnings: [...warnings, ...made, ...failed],
  };
}

/** The first session that pi starts with the package makes the user's own memory. */
async function madeGlobal(env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const folder = globalFolder(env);
  if (isMemory(folder.dir)) return [];
  const made = await makeGlobal(folder, env);
  if (!made.ok) return [`${folder.shown} is no memory yet: ${made.error.says} ${made.error.hint}`];
  if (made.value === "made") return [];
  const command = `pagefile init --profile pi --scope global ${folder.dir}`;
  return [`${folder.shown} lies in a repository of yours; to keep memory there: ${command}`];
}

/** What a prompt gets of a session; empty for nothing. */
export function blockOf({ desk, plain, config }: PiSeat): string {
  const texts = plain.map((folder) => {
    const read = plainFolder(folder);
    return read === null ? "" : plainBlock(read, config);
  });
  return [desk?.block() ?? "", ...texts].filter((text) => text !== "").join("\n\n");
}

/** How the session stands, for people. */
export function describe(seat: PiSeat, isOn: boolean): readonly string[] {
  const { folders, plain, barred, warnings, config, desk } = seat;
  return [
    `memory is ${isOn ? "on" : "off: nothing goes into prompts; what is written is kept"}`,
    ...folders.map(({ shown, dir }) => `${shown}  (${join(dir, "MEMORY.md")})`),
    ...plain.map(({ shown, dir }) => `${shown}  plain Markdown; for pages, commits and faults: pagefile init ${dir}`),
    ...(barred === null ? [] : [`${barred.shown}  not read: pi does not trust this project`]),
    ...(desk === null
      ? []
      : [`at most ${config.maxMemoryTokens} tokens a prompt; now ${desk.block().length} characters`]),
    ...warnings.map((warning) => `warning: ${warning}`),
  ];
}
