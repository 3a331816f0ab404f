/** GitNoted: which git was found to be recent, kept below the git dir, so that not every start asks it for its version. */

import { statSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../base/limits.js";
import { attempt } from "../state/fs-calls--failures.js";
import { readPlainText } from "../state/plain-file.js";
import { replaceWhole } from "../state/plain-file--plain-write.js";
import type { GitLayout } from "./layout.js";

type Place = Pick<GitLayout, "commonDir">;

/** That very file and no other that stands there by now. What a wrapper starts is not looked at: an old git behind it fails by itself. */
export function isNoted(place: Place, file: string): boolean {
  const same = attempt(
    `Looking at ${file}`,
    () => readPlainText(fileOf(place), limits.stateFileBytesMax) === stampOf(file),
  );
  return same.ok && same.value;
}

/** Where it cannot be kept, it is asked again. */
export function note(place: Place, file: string): void {
  attempt(`Noting ${file}`, () => replaceWhole(fileOf(place), stampOf(file)));
}

function fileOf({ commonDir }: Place): string {
  return join(commonDir, "pagefile", "git-version");
}

/** What tells that very file from another; it ends its line. A note that was cut short is another one. */
export function stampOf(file: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
  return `${[ino, size, mtimeNs, ctimeNs, file].join(" ")}\n`;
}
