/** HookBlocks: our marked lines in git's hooks, put in and taken out again to the byte, as plans that are values. */

import type { HookChange, HookFile } from "../git/index/staged.js";
import { filled, latin, quotedWord } from "../state/marked-block.js";

/** How a file came to hold our block: made whole by us, added to somebody's script, or standing before a file set aside. */
export type HookHow = "made" | "added" | "chained";

/** The block in a file: where it stands and how it came there; null where there is none. */
export function findBlock(file: HookFile | null): { start: number; end: number; how: HookHow } | null {
  if (file === null || file.link) return null;
  const text = latin(file.bytes);
  const start = text.indexOf("# >>> pagefile ");
  const last = start < 0 ? -1 : text.indexOf("# <<< pagefile ", start);
  if (last < 0 || (start > 0 && text[start - 1] !== "\n")) return null;
  const newline = text.indexOf("\n", last);
  const line = text.slice(start, text.indexOf("\n", start));
  const how = (["made", "added", "chained"] as const).find((each) => line.includes(` (${each}) `));
  return how === undefined || newline < 0 ? null : { start, end: newline + 1, how };
}

/** Empty when the file holds the very block already. `sourced` files get no shebang. */
export function planInstall(
  name: string,
  file: HookFile | null,
  context: { readonly templates: HookTemplates; readonly sourced: boolean },
): readonly HookChange[] {
  const { templates, sourced } = context;
  const found = findBlock(file);
  if (file !== null && found !== null) {
    const next = spliced(file, found, blockText(templates, name, found.how));
    return next === latin(file.bytes) ? [] : [write(name, next, file.mode)];
  }
  const shebang = sourced ? "" : "#!/bin/sh\n";
  if (file === null) return [write(name, shebang + blockText(templates, name, "made"), 0o755)];
  const place = placeIn(file, sourced);
  if (place !== null) {
    const next = spliced(file, { start: place, end: place }, blockText(templates, name, "added"));
    return [write(name, next, file.mode)];
  }
  const chain = templates.chain.replaceAll("@NEXT@", () => asideName(name));
  const wrapper = shebang + blockText(templates, name, "chained") + chain;
  return [{ kind: "move", name, to: asideName(name) }, write(name, wrapper, 0o755)];
}

/** Takes out exactly what `planInstall` put in; lines somebody added around the block stay. */
export function planUninstall(name: string, file: HookFile | null): readonly HookChange[] {
  const found = findBlock(file);
  if (file === null || found === null) return [];
  if (found.how === "chained") {
    return [
      { kind: "remove", name },
      { kind: "move", name: asideName(name), to: name },
    ];
  }
  const rest = spliced(file, found, "");
  const ours = found.how === "made" && (rest === "" || rest === "#!/bin/sh\n");
  return ours ? [{ kind: "remove", name }] : [write(name, rest, file.mode)];
}

/**
 * Whether running the file, when it is asked for a canary, runs our own lines and nothing else: they are what `planInstall` writes,
 * and only a shell's shebang stands above them. A repository's own files are never run to be looked at.
 */
export function isOurs(
  name: string,
  file: HookFile,
  context: { readonly templates: HookTemplates; readonly sourced: boolean },
): boolean {
  const found = findBlock(file);
  if (found === null || planInstall(name, file, context).length > 0) return false;
  const above = latin(file.bytes).slice(0, found.start);
  return above === "" || (above.endsWith("\n") && shells.test(above.slice(0, -1)));
}

function asideName(name: string): string {
  return `${name}.before-pagefile`;
}

function spliced(file: HookFile, { start, end }: { start: number; end: number }, block: string): string {
  const text = latin(file.bytes);
  return text.slice(0, start) + block + text.slice(end);
}

const shells =
  /^#![ \t]*(?:\/(?:usr\/)?(?:local\/)?bin\/(?:env[ \t]+)?)(?:sh|bash|dash|ash|ksh|zsh)(?:[ \t]+-[a-z]+)?[ \t]*$/;

/**
 * Where the block goes: directly below the shebang, because a line behind the script's own `exit` or `exec` would never run.
 * null for a file that is no shell script, that git does not run, or that is a link to somewhere else: it is set aside as it is.
 */
function placeIn(file: HookFile, sourced: boolean): number | null {
  const text = latin(file.bytes);
  const runs = sourced || (file.mode & 0o100) !== 0;
  if (file.link || !runs || text.includes("\0") || text.includes("\r")) return null;
  if (!text.startsWith("#!")) return 0;
  const newline = text.indexOf("\n");
  return newline >= 0 && shells.test(text.slice(0, newline)) ? newline + 1 : null;
}

function write(name: string, text: string, mode: number): HookChange {
  return { kind: "write", name, bytes: Buffer.from(text, "latin1"), mode };
}

// HookTemplate: our shell lines with the paths of this machine filled in, for hooks and for the merge driver.

export interface HookTemplates {
  /** The marked block of each hook, with @NAME@, @HOW@, @NODE@ and @PROGRAM@. */
  readonly blocks: Readonly<Record<string, string>>;
  /** What runs a hook that was set aside, with @NEXT@. */
  readonly chain: string;
  /** The command of the merge driver, with @NODE@ and @PROGRAM@. */
  readonly driver: string;
  readonly node: string;
  readonly program: string;
}

/** The line for a hook that Pagefile may not write itself. `pre-push` reads what git says on standard input. */
export function lineToAdd(name: string, templates: HookTemplates): string {
  const call = `${quotedWord(templates.node)} ${quotedWord(templates.program)} hook ${name} "$@"`;
  if (name === "pre-push") return `refs=$(cat); printf '%s\\n' "$refs" | ${call} || exit $?`;
  return name.startsWith("post-") ? `${call} </dev/null || :` : `${call} </dev/null || exit $?`;
}

/** The marked block of one hook, bytes as characters one to one. */
function blockText(templates: HookTemplates, name: string, how: string): string {
  const word = (text: string): string => latin(Buffer.from(quotedWord(text)));
  const paths = { NODE: word(templates.node), PROGRAM: word(templates.program) };
  return filled(templates.blocks[name] ?? "", { NAME: name, HOW: how, ...paths });
}
