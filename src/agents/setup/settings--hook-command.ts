/** HookCommand: the shell command of a hook, put together and taken apart. */

/** What starts the program in a shell, for the memories at these folders. */
export function startOf(words: readonly string[], repos: readonly string[]): string {
  return [words.map(quoted).join(" "), ...repos.map(quoted)].join(repoMark);
}

const repoMark = " '--repo' ";

/** One of our commands without the memories that it names, and those. */
export function commandOf(
  name: string,
  event: string,
  command: string,
): { readonly bare: string; readonly repos: readonly string[] } {
  const tail = tailOf(name, event);
  const [start = "", ...repos] = command.slice(0, command.length - tail.length).split(repoMark);
  return { bare: start + tail, repos: repos.map((repo) => repo.slice(1, -1).split(quote).join("'")) };
}

const quote = "'\\''";

/** One word of a POSIX shell. */
function quoted(word: string): string {
  return `'${word.split("'").join(quote)}'`;
}

/** How each of our commands ends, by which it is known again. */
export function tailOf(name: string, event: string): string {
  return ` harness ${name} ${event} --pid $PPID`;
}
