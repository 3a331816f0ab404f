/** FsRepository: whether a folder is a git repository, by the names in it. */

/** With a work tree, or bare: what git itself takes for a git dir. */
export function isRepository(entries: readonly { readonly name: string }[]): boolean {
  const has = (name: string): boolean => entries.some((entry) => entry.name === name);
  return has(".git") || (has("HEAD") && has("objects") && has("refs"));
}
