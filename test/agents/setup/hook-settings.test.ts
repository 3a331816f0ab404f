/** Hook settings: our hooks go into any settings and come out of them again, and not a byte of what stood there is another. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type HookEntry,
  type IsOurs,
  parseTree,
  withHooks,
  withoutHooks,
} from "../../../src/agents/setup/settings.js";

const entries: readonly HookEntry[] = ["SessionStart", "Stop"].map((event) => ({
  event,
  group: { hooks: [{ type: "command", command: `ours ${event}` }] },
}));
const isOurs: IsOurs = (event, group) => JSON.stringify(group).includes(`ours ${event}`);
const theirs = { matcher: "Bash", hooks: [{ type: "command", command: "theirs" }] };

/** Somebody's settings: with or without hooks, empty lists and objects among them, printed in any way. */
const settings = fc
  .record(
    {
      model: fc.constantFrom("opus", 'a "quoted" \\ name', "ünïcode"),
      hooks: fc.record(
        {
          SessionStart: fc.array(fc.constant(theirs), { maxLength: 2 }),
          Stop: fc.array(fc.constant(theirs), { maxLength: 2 }),
          Notification: fc.array(fc.constant(theirs), { maxLength: 1 }),
        },
        { requiredKeys: [] },
      ),
      permissions: fc.record({ allow: fc.array(fc.constantFrom("Bash(ls:*)", "]},{[")) }),
    },
    { requiredKeys: [] },
  )
  .chain((value) => fc.constantFrom("", " ", "  ", "\t").map((indent) => JSON.stringify(value, null, indent)))
  .chain((text) => fc.constantFrom("", "\n", "\r\n").map((end) => text + end));

describe("hook settings", () => {
  it("come back to the byte", () => {
    fc.assert(
      fc.property(settings, (text) => {
        const joined = withHooks(text, entries, isOurs);
        const value = JSON.parse(joined ?? "") as { hooks: Record<string, unknown[]> };
        const before = JSON.parse(text) as { hooks?: Record<string, unknown[]> };
        for (const { event, group } of entries)
          expect(value.hooks[event]).toEqual([...(before.hooks?.[event] ?? []), group]);
        expect({ ...value, hooks: null }).toEqual({ ...before, hooks: null });
        expect(withHooks(joined, entries, isOurs)).toBe(joined);
        expect(withoutHooks(joined ?? "", isOurs)).toBe(text);
        expect(withoutHooks(text, isOurs)).toBe(text);
      }),
    );
  });

  it("make a file where there is none, and take it along", () => {
    const joined = withHooks(null, entries, isOurs) ?? "";
    expect(Object.keys(JSON.parse(joined).hooks)).toEqual(["SessionStart", "Stop"]);
    expect(withoutHooks(joined, isOurs)).toBeNull();
  });

  it("come out of a file that another program has printed anew and added to", () => {
    const joined = JSON.parse(withHooks('{"model":"opus"}', entries, isOurs) ?? "");
    joined.hooks.Stop.push(theirs);
    const left = withoutHooks(JSON.stringify(joined, null, 4), isOurs);
    expect(JSON.parse(left ?? "")).toEqual({ model: "opus", hooks: { Stop: [theirs] } });
  });

  it("take the place of older ones of ours", () => {
    const older = entries.map((entry) => ({
      ...entry,
      group: { hooks: [{ type: "command", command: `/old ours ${entry.event}` }] },
    }));
    const text = '{\n  "hooks": {}\n}\n';
    expect(withHooks(withHooks(text, older, isOurs), entries, isOurs)).toBe(withHooks(text, entries, isOurs));
  });

  it.each(["[]", "{", '{"hooks": []}', '{"hooks": {"Stop": {}}}', '{"a": 1, "a": 2}', "// no\n{}"])(
    "leave %j alone",
    (text) => {
      expect(withHooks(text, entries, isOurs)).toBeNull();
      expect(withoutHooks(text, isOurs)).toBe("unfit");
    },
  );
});

describe("a JSON tree", () => {
  it("tells where every value stands", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom("", "  ", "\t"), (json, indent) => {
        const value = JSON.parse(json) as unknown;
        const text = ` ${JSON.stringify(value, null, indent)}\n`;
        const tree = parseTree(text);
        expect(tree?.value).toEqual(value);
        expect(text.slice(tree?.start, tree?.end)).toBe(text.trim());
        for (const { key, start, node } of tree?.members ?? []) {
          expect(text.slice(start)).toMatch(/^"/);
          expect(JSON.parse(text.slice(node.start, node.end))).toEqual((value as Record<string, unknown>)[key]);
        }
      }),
    );
  });
});
