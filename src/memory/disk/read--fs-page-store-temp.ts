/** FsPageStoreTemp: names of temp files beside pages, which tell whose they are, so that those of the dead can be swept. */

import { attempt } from "../../state/fs-calls.js";
import { isDead, nameOwner, parseOwner, thisOwner } from "../../state/process.js";
import type { Place } from "./read--fs-place.js";

const opening = ".pagefile-";
const ending = ".tmp";

/** A name that no other temp file has. */
export function newTempName(): string {
  return opening + nameOwner(thisOwner()) + ending;
}

/** Removes a file that is a temp file of a provably dead process, and leaves any other; one that cannot be removed is in nobody's way. */
export function sweepTemp(place: Place, folder: string | null, name: string): void {
  if (!name.startsWith(opening) || !name.endsWith(ending)) return;
  const owner = parseOwner(name.slice(opening.length, -ending.length));
  if (owner === null || !isDead(owner)) return;
  const full = [place.root, ...(folder === null ? [] : [folder]), name].join("/");
  attempt("remove a temp file", () => place.fs.unlinkSync(full));
}
