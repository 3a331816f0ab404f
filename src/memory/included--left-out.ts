/** LeftOut: why a Markdown file is no page of a memory, in the words of whoever could change that in `pagefile.yaml`. */

import { parsePagePath } from "../base/ids.js";
import { type Chosen, excludedBy, isPageOf } from "./included.js";
import { isPageFile } from "./profile.js";

export interface LeftOut {
  readonly says: string;
  readonly hint: string;
}

/** null for a page, and for what no configuration could make one. */
export function leftOut(chosen: Chosen, path: string): LeftOut | null {
  const isHidden = path.split("/").some((part) => part.startsWith(".") || part === "node_modules");
  if (parsePagePath(path) === null || !isPageFile(path) || isHidden || isPageOf(chosen, path)) return null;
  const pattern = excludedBy(chosen, path);
  const take = `name it in pagefile.yaml, under include: [${JSON.stringify(path)}].`;
  if (pattern === null) {
    const says = `${path} is no page: a memory of the profile ${chosen.profile} has none in that folder.`;
    return { says, hint: `To take it in, ${take}` };
  }
  if (chosen.exclude?.includes(pattern) === true) {
    const says = `${path} is no page: “exclude:” in pagefile.yaml leaves it out, by ${pattern}.`;
    return { says, hint: "Take that pattern out of “exclude:”, or choose another page: pagefile pages" };
  }
  const says = `${path} is no page: such files are left out by themselves, by ${pattern}.`;
  return { says, hint: `To take it in all the same, ${take}` };
}
