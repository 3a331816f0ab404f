/** HookTemplate: our shell lines with the paths of this machine filled in, for hooks and for the merge driver. */

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
  const call = `${quoted(templates.node)} ${quoted(templates.program)} hook ${name} "$@"`;
  if (name === "pre-push") return `refs=$(cat); printf '%s\\n' "$refs" | ${call} || exit $?`;
  return name.startsWith("post-") ? `${call} </dev/null || :` : `${call} </dev/null || exit $?`;
}

/** What git is told to run to merge a page, as one text for `sh`. */
export function driverText(templates: HookTemplates): string {
  // git reads % in it: %O, %A, %B, %P and %L are its own, and a path may hold any.
  const word = (text: string): string => quoted(text).replaceAll("%", "%%");
  const values: Readonly<Record<string, string>> = {
    "@NODE@": word(templates.node),
    "@PROGRAM@": word(templates.program),
  };
  return filled(templates.driver, values);
}

/** The marked block of one hook, bytes as characters one to one. */
export function blockText(templates: HookTemplates, name: string, how: string): string {
  const values: Readonly<Record<string, string>> = {
    "@NAME@": name,
    "@HOW@": how,
    "@NODE@": latin(Buffer.from(quoted(templates.node))),
    "@PROGRAM@": latin(Buffer.from(quoted(templates.program))),
  };
  return filled(templates.blocks[name] ?? "", values);
}

/** Each mark once: what is filled in may look like a mark itself. */
function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/@[A-Z]+@/g, (mark) => values[mark] ?? mark);
}

/** One word of a POSIX shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Bytes as characters one to one: a hook need not be UTF-8 to be given back to the byte. */
function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
