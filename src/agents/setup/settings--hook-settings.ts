/** HookSettings: our hooks put into a harness's JSON settings and taken out again to the byte; whatever else stands there stays. */

import { type JsonNode, parseTree } from "./settings.js";
import { cut, memberOf, putItem, putMember, spanOf } from "./settings--json-splice.js";

/** One of our hooks: at which event, and the group as the harness reads it. */
export interface HookEntry {
  readonly event: string;
  readonly group: object;
}

/** Tells our groups from others, in whatever spelling they come back. */
export type IsOurs = (event: string, group: unknown) => boolean;

/** null where the text is no settings file: no JSON, no object, or with hooks of another shape. `null` stands for no file. */
export function withHooks(text: string | null, entries: readonly HookEntry[], isOurs: IsOurs): string | null {
  const clean = text === null ? null : withoutHooks(text, isOurs);
  if (clean === "unfit") return null;
  let made = clean ?? "";
  if (clean === null)
    made = `${pretty({ hooks: Object.fromEntries(entries.map(({ event, group }) => [event, [group]])) })}\n`;
  else for (const entry of entries) made = added(made, entry);
  return made;
}

/** What the text was before; null where the whole file was ours. */
export function withoutHooks(text: string, isOurs: IsOurs): string | null | "unfit" {
  let left: string | null = text;
  for (;;) {
    const root: JsonNode | null = parseTree(left);
    if (root === null || !isFit(root)) return "unfit";
    const next = withoutOne(left, root, isOurs);
    if (next === left || next === null) return next;
    left = next;
  }
}

function isFit(root: JsonNode): boolean {
  if (root.members === null) return false;
  const hooks = memberOf(root, "hooks");
  if (hooks === null) return true;
  return hooks.node.members?.every(({ node }) => node.items !== null) === true;
}

function added(text: string, { event, group }: HookEntry): string {
  const root = parseTree(text) as JsonNode;
  const hooks = memberOf(root, "hooks")?.node ?? null;
  if (hooks === null) return putMember(text, root, { key: "hooks", value: { [event]: [group] }, depth: 1 });
  const list = memberOf(hooks, event)?.node ?? null;
  if (list === null) return putMember(text, hooks, { key: event, value: [group], depth: 2 });
  return putItem(text, list, { value: group, depth: 3 });
}

/** The last one of ours is taken first, so that each goes as it came. */
function withoutOne(text: string, root: JsonNode, isOurs: IsOurs): string | null {
  const hooks = memberOf(root, "hooks");
  const events = hooks?.node.members ?? [];
  const event = events.findLast(({ key, node }) => node.items?.some(({ value }) => isOurs(key, value)));
  if (hooks === null || event === undefined) return text;
  const items = event.node.items ?? [];
  const at = items.findLastIndex(({ value }) => isOurs(event.key, value));
  const wasThere = (container: JsonNode, first: number): boolean => first === container.start + 1;
  if (items.length > 1 || wasThere(event.node, items[0]?.start ?? 0)) return cut(text, event.node, items, at);
  if (events.length > 1 || wasThere(hooks.node, event.start))
    return cut(text, hooks.node, events.map(spanOf), events.indexOf(event));
  const keys = root.members ?? [];
  if (keys.length > 1 || wasThere(root, hooks.start)) return cut(text, root, keys.map(spanOf), keys.indexOf(hooks));
  return null;
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
