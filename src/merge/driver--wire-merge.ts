/** WireMerge: the files git hands a merge driver, without opening a memory, and the paths that git left unmerged. */

import { basename, dirname, resolve } from "node:path";
import { type PagePath, parsePagePath } from "../base/ids.js";
import type { Failure, Outcome } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import { openUnmergedIndex } from "../git/index/unmerged.js";
import type { UnmergedIndex } from "../git/index/unmerged--unmerged-index.js";
import { findLayout } from "../git/layout.js";
import type { PageStore } from "../memory/disk/read--page-store.js";
import type { Memory } from "../memory/memory.js";
import { openPageStore } from "../memory/page-store--fs-page-store.js";
import type { MergeFiles } from "./driver.js";

export function wireMergeFiles(cwd: string): MergeFiles {
  return {
    read(file) {
      const place = placeOf(cwd, file);
      if (place === null) return err(missing(file));
      const read = place.store.read(place.name);
      if (!read.ok) return read;
      return read.value === null ? err(missing(file)) : ok(read.value.blob);
    },
    async replace(file, before, bytes) {
      const place = placeOf(cwd, file);
      return place === null ? err(missing(file)) : place.store.replace([{ path: place.name, before, bytes }]);
    },
  };
}

/** null without git, which alone leaves paths unmerged. */
export function wireUnmerged(memory: Memory, env: NodeJS.ProcessEnv): Outcome<UnmergedIndex | null> {
  if (memory.history.engine !== "native") return ok(null);
  const layout = findLayout(memory.root);
  return layout.ok ? openUnmergedIndex(layout.value, env) : layout;
}

function placeOf(cwd: string, file: string): { readonly store: PageStore; readonly name: PagePath } | null {
  const full = resolve(cwd, file);
  const name = parsePagePath(basename(full));
  return name === null ? null : { store: openPageStore(dirname(full), { folders: [] }), name };
}

function missing(file: string): Failure {
  return {
    code: "usage",
    says: `There is no file ${file}.`,
    hint: "git calls this command with the files of a merge: %O %A %B %P.",
  };
}
