/** PackageSettings: a package put on the list in pi's settings and taken off again to the byte. */

import { textOf } from "../../base/json--json-line.js";
import { type JsonNode, parseTree } from "./settings.js";
import { cut, memberOf, putItem, putMember, spanOf } from "./settings--json-splice.js";

/** Tells our package from others, wherever it lay then. */
export type IsOurPackage = (source: string) => boolean;

/** null where the text is no settings file whose packages are a list; `null` stands for no file. */
export function withPackage(text: string | null, source: string, isOurs: IsOurPackage): string | null {
  const clean = text === null ? null : withoutPackage(text, isOurs);
  if (clean === "unfit") return null;
  if (clean === null) return `${JSON.stringify({ packages: [source] }, null, 2)}\n`;
  const root = parseTree(clean) as JsonNode;
  const list = memberOf(root, "packages")?.node ?? null;
  return list === null
    ? putMember(clean, root, { key: "packages", value: [source], depth: 1 })
    : putItem(clean, list, { value: source, depth: 2 });
}

/** What the text was before; null where the whole file was ours. */
export function withoutPackage(text: string, isOurs: IsOurPackage): string | null | "unfit" {
  const root = parseTree(text);
  if (root === null || root.members === null) return "unfit";
  const packages = memberOf(root, "packages");
  if (packages === null) return text;
  const items = packages.node.items;
  if (items === null) return "unfit";
  const at = items.findLastIndex(({ value }) => isOurs(sourceIn(value)));
  if (at < 0) return text;
  const isFirst = (container: JsonNode, first: number): boolean => first === container.start + 1;
  if (items.length > 1 || isFirst(packages.node, items[0]?.start ?? 0)) {
    const next = cut(text, packages.node, items, at);
    return withoutPackage(next, isOurs);
  }
  const keys = root.members;
  if (keys.length > 1 || isFirst(root, packages.start))
    return cut(text, root, keys.map(spanOf), keys.indexOf(packages));
  return null;
}

/** pi takes a source as it is, or an object that narrows what of it is loaded. */
function sourceIn(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null && "source" in value ? (textOf(value.source) ?? "") : "";
}
