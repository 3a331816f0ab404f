/** ShellWord: a path or a name as one word of a command that a person copies into a shell. */

/** As a POSIX shell reads it back; a path with a dash in front stays no option. */
export function shellWord(path: string): string {
  const word = path.startsWith("-") ? `./${path}` : path;
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
