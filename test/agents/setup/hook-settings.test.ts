/** Hook settings: our hooks go into any settings and come out of them again, and not a byte of what stood there is another. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  commandOf,
  type Entry,
  hookEntries,
  type Ours,
  ourCommands,
  startOf,
  withEntries,
  withoutEntries,
} from "../../../src/agents/setup/settings.js";

const allowed = { path: ["permissions", "allow"], value: "Bash(ours remember:*)" };
const entries: readonly Entry[] = [
  ...["SessionStart", "Stop"].map((event) => ({
    path: ["hooks", event],
    value: { hooks: [{ type: "command", command: `ours ${event}` }] },
  })),
  allowed,
];
const ours: Ours = {
  lists: [["hooks", "*"], allowed.path],
  isOurs: ([section, event], value) =>
    section === "hooks" ? JSON.stringify(value).includes(`ours ${event}`) : value === allowed.value,
};
const withHooks = (text: string | null, own = entries): string | null => withEntries(text, own, ours);
const withoutHooks = (text: string): string | null => withoutEntries(text, ours);
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
      permissions: fc.record(
        { deny: fc.constant([]), allow: fc.array(fc.constantFrom("Bash(ls:*)", "]},{[")) },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  )
  .chain((value) => fc.constantFrom("", " ", "  ", "\t").map((indent) => JSON.stringify(value, null, indent)))
  .chain((text) => fc.constantFrom("", "\n", "\r\n").map((end) => text + end));

describe("hook settings", () => {
  it("come back to the byte", () => {
    fc.assert(
      fc.property(settings, (text) => {
        const joined = withHooks(text);
        const value = JSON.parse(joined ?? "");
        const before = JSON.parse(text);
        for (const { path, value: own } of entries) {
          const [section = "", key = ""] = path;
          expect(value[section][key]).toEqual([...(before[section]?.[key] ?? []), own]);
        }
        expect({ ...value, hooks: null, permissions: null }).toEqual({ ...before, hooks: null, permissions: null });
        expect(withHooks(joined)).toBe(joined);
        expect(withoutHooks(joined ?? "")).toBe(text);
        expect(withoutHooks(text)).toBe(text);
      }),
    );
  });

  it("make a file where there is none, and take it along", () => {
    const joined = withHooks(null) ?? "";
    expect(Object.keys(JSON.parse(joined).hooks)).toEqual(["SessionStart", "Stop"]);
    expect(withoutHooks(joined)).toBeNull();
  });

  it("come out of a file that another program has printed anew and added to", () => {
    const joined = JSON.parse(withHooks('{"model":"opus"}') ?? "");
    joined.hooks.Stop.push(theirs);
    const left = withoutHooks(JSON.stringify(joined, null, 4));
    expect(JSON.parse(left ?? "")).toEqual({ model: "opus", hooks: { Stop: [theirs] } });
  });

  it("take the place of older ones of ours", () => {
    const older = entries.map((entry) => ({
      ...entry,
      value:
        entry === allowed ? entry.value : { hooks: [{ type: "command", command: `/old ours ${entry.path[1]}` }] },
    }));
    const text = '{\n  "hooks": {}\n}\n';
    expect(withHooks(withHooks(text, older))).toBe(withHooks(text));
  });

  it.each(["[]", "{", '{"hooks": []}', '{"hooks": {"Stop": {}}}', '{"a": 1, "a": 2}', "// no\n{}"])(
    "leave %j alone",
    (text) => {
      expect(withHooks(text)).toBeNull();
      expect(withoutHooks(text)).toBe("unfit");
    },
  );
});

describe("hook commands on Windows", () => {
  const words = ["C:\\Program Files\\nodejs\\node.exe", "C:\\Users\\ada\\pagefile.cjs"];
  const repos = ["C:\\Users\\ada\\our notes"];
  const stop = (name: "claude-code" | "codex"): string => {
    const { platform } = process;
    try {
      Object.defineProperty(process, "platform", { value: "win32" });
      return hookEntries(name, startOf(words, repos, name)).find(({ event }) => event === "Stop")?.command ?? "";
    } finally {
      Object.defineProperty(process, "platform", { value: platform });
    }
  };

  it("are for Codex what PowerShell and cmd read alike, and are known again on any system", () => {
    const command = stop("codex");
    const start = "node.exe C:\\Users\\ada\\pagefile.cjs";
    expect(command).toBe(`${start} "--repo" "C:\\Users\\ada\\our notes" harness codex Stop --pid 1`);
    const bare = `${start} harness codex Stop --pid 1`;
    expect(commandOf("codex", "Stop", command)).toEqual({ bare, repos, needs: [] });
    const settings = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } });
    expect(ourCommands("codex", settings)).toEqual(new Map([["Stop", command]]));
  });

  it("are for Claude Code those of the shell that comes with git", () => {
    expect(stop("claude-code")).toBe(
      hookEntries("claude-code", startOf(words, repos)).find(({ event }) => event === "Stop")?.command,
    );
  });
});
