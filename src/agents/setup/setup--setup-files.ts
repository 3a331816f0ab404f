/** SetupFiles on disk: what is read of another program's settings, and when they may be replaced. */

import { existsSync, statSync } from "node:fs";
import { limits } from "../../base/limits.js";
import type { Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { attempt } from "../../state/fs-calls.js";
import { readLinked } from "../../state/plain-file.js";
import { putFile, sweepAround, takeFile } from "./setup--setup-files-place.js";
import type { SetupFiles } from "./setup--setup-filesx.js";

export function openSetupFiles(): SetupFiles {
  return {
    read,
    hasFolder(path) {
      const looked = attempt(`look at ${path}`, () => statSync(path, { throwIfNoEntry: false }));
      return looked.ok && looked.value?.isDirectory() === true;
    },
    write(path, before, text, folders) {
      const now = read(path);
      if (!now.ok) return now;
      if (now.value !== before) return ok("changed");
      return attempt(`write ${path}`, () => putFile(path, text, folders));
    },
    remove(path, before, folders) {
      const now = read(path);
      if (!now.ok) return now;
      if (now.value !== before) return ok("changed");
      return attempt(`remove ${path}`, () => takeFile(path, folders));
    },
    sweep: (path, folders) => attempt(`look around ${path}`, () => sweepAround(path, folders)),
  };
}

function read(path: string): Outcome<string | null> {
  const bytes = attempt(`read ${path}`, () => (existsSync(path) ? readLinked(path, limits.stateFileBytesMax) : null));
  if (!bytes.ok || bytes.value === null) return bytes.ok ? ok(null) : bytes;
  const text = bytes.value.toString("utf8");
  if (Buffer.from(text).equals(bytes.value)) return ok(text);
  return err({ code: "corrupt", says: `${path} is not UTF-8.`, hint: "Mend that file and run the command again." });
}
