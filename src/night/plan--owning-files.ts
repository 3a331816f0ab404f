/** OwningFiles: USER.md and TOOLS.md as a night finds them: whether they may take statements, and how much the harness loads of them. */

import type { PagePath } from "../base/ids.js";
import type { Config } from "../memory/config.js";
import { rulesOf } from "../write/commit/overflow.js";
import { namesIn } from "./keep/candidate--stable.js";
import type { Homes } from "./keep/curate--choose.js";
import { thresholds } from "./thresholds.js";

const userPath = "USER.md" as PagePath;
const toolsPath = "TOOLS.md" as PagePath;

/** `present` gives the path where a commit has the page and it may be written. */
export function owningFiles(
  config: Config,
  texts: ReadonlyMap<string, string>,
  present: (path: PagePath) => PagePath | null,
): Pick<Homes, "userIn" | "toolsIn" | "hasRoom"> {
  const rules = rulesOf(config);
  const user = present(userPath);
  return {
    userIn: user === null ? null : { page: user, names: namesIn(texts.get(user) ?? "") },
    toolsIn: present(toolsPath),
    hasRoom(page, chars) {
      const cut = rules?.files.find(({ path }) => path === page)?.cut;
      if (cut === undefined || cut.kind === "whole") return true;
      const max = cut.kind === "prefix" ? cut.bytes : cut.max;
      return (texts.get(page)?.length ?? 0) + chars <= max * thresholds.nearShare;
    },
  };
}
