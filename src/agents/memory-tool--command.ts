/** MemoryCommand: what a model may ask of the memory tool, and how a path of the tool is read. */

import { type PagePath, parsePagePath } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { err, ok } from "../base/result--result.js";

/** The six commands of `memory_20250818`; lines are counted from 1. */
export type MemoryCommand =
  | {
      readonly command: "view";
      readonly path: string;
      /** First and last line; -1 is the end. */
      readonly view_range?: readonly number[] | undefined;
    }
  | { readonly command: "create"; readonly path: string; readonly file_text: string }
  | { readonly command: "str_replace"; readonly path: string; readonly old_str: string; readonly new_str: string }
  /** After line `insert_line`; 0 is before the first. */
  | { readonly command: "insert"; readonly path: string; readonly insert_line: number; readonly insert_text: string }
  | { readonly command: "delete"; readonly path: string }
  | { readonly command: "rename"; readonly old_path: string; readonly new_path: string };

/** What the tool calls `/memories`: the one folder that every profile reads. */
export const toolFolder = "memory";
const toolRoot = "/memories";

export interface ToolPath {
  /** As the model wrote it: answers name it so. */
  readonly shown: string;
  /** null for `/memories` itself. */
  readonly path: PagePath | null;
}

/** Refuses what leads out of `/memories`, on the way too, and names that not every file system can keep. */
export function parseToolPath(shown: string): Outcome<ToolPath> {
  const isBelow = shown === toolRoot || shown.startsWith(`${toolRoot}/`);
  if (!isBelow) return err(told(`Path must start with ${toolRoot}, got: ${shown}`));
  const parts: string[] = [];
  for (const part of shown.slice(toolRoot.length).split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return err(told(`Path ${shown} would escape ${toolRoot} directory`));
  }
  if (parts.length === 0) return ok({ shown, path: null });
  const path = parsePagePath(`${toolFolder}/${parts.join("/")}`);
  return path === null ? err(told(unkept(shown))) : ok({ shown, path });
}

function unkept(shown: string): string {
  return `Path ${shown} has a name that not every file system can keep. Use letters, digits, dashes and dots, and end it with neither a dot nor a space.`;
}

/** A failure whose whole text the model is to see, word for word. */
export function told(says: string): { readonly code: "usage"; readonly says: string; readonly hint: string } {
  return { code: "usage", says, hint: "" };
}
