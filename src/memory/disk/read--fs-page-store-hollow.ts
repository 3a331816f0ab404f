/** FsPageStoreHollow: folders whose files have all gone: for git there is no such thing, and none keeps its name from a file. */

import { lstat, type Place } from "./read--fs-place.js";

/** Whether it is a folder without a file or a link anywhere below it. */
export function isHollow(place: Place, path: string): boolean {
  if (lstat(place, path)?.isDirectory() !== true) return false;
  return place.fs.readdirSync(`${place.root}/${path}`).every((name) => isHollow(place, `${path}/${name}`));
}

/** Throws where somebody puts a file into it meanwhile; that one stays. */
export function removeHollow(place: Place, path: string): void {
  if (!isHollow(place, path)) return;
  const full = `${place.root}/${path}`;
  for (const name of place.fs.readdirSync(full)) removeHollow(place, `${path}/${name}`);
  place.fs.rmdirSync(full);
}
