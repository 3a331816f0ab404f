/** Pi, pure: events as moments, session files, configuration, the budget, and the list of packages to the byte. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { saidIn } from "../../../src/agents/capture.js";
import { spokenIn } from "../../../src/agents/codec.js";
import { openConversation } from "../../../src/agents/pi/extension.js";
import { budgetFor, defaultPiConfig, pi, piConfigFrom, piMoment } from "../../../src/agents/pi/session.js";
import { withEntries, withoutEntries } from "../../../src/agents/setup/settings.js";
import { packageOf } from "../../../src/agents/setup/setup.js";

describe("pi, moments", () => {
  it("takes each event for its moment", () => {
    expect(piMoment({ type: "session_start", reason: "resume" })).toEqual({
      kind: "start",
      bare: true,
    });
    expect(piMoment({ type: "session_compact" })).toEqual({ kind: "start", bare: true });
    expect(piMoment({ type: "agent_end" })).toEqual({ kind: "stop", again: false, said: null });
    const answer = {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "so" },
        { type: "text", text: "Done." },
      ],
    };
    const messages = [{ role: "user", content: "Go on" }, answer, { role: "toolResult", content: [] }];
    expect(piMoment({ type: "agent_end", messages })).toEqual({ kind: "stop", again: false, said: "Done." });
    expect(piMoment({ type: "tool_result", toolName: "read", input: { path: "a" }, content: [] })).toEqual({
      kind: "tool",
      name: "read",
      input: { path: "a" },
      output: [],
    });
    expect(piMoment({ type: "turn_start" })).toBeNull();
  });

  it("knows why a context is compacted where pi says it, and how a session is left", () => {
    const events = (type: string, reasons: readonly (string | undefined)[]): unknown[] =>
      reasons.map((reason) => (piMoment({ type, reason }) as { event?: string }).event);
    expect(events("session_before_compact", ["manual", "threshold", "overflow", undefined])).toEqual([
      "compaction-manual",
      "compaction-auto",
      "overflow",
      "compaction-auto",
    ]);
    expect(events("session_shutdown", ["quit", "new", "fork", "resume", "reload"])).toEqual([
      "exit",
      "new",
      "fork",
      "switch-session",
      "switch-session",
    ]);
    expect(events("session_before_fork", [undefined])).toEqual(["fork"]);
  });

  it("takes the user's own words from a session's file, with their lines", () => {
    const message = (role: string, content: unknown): string =>
      JSON.stringify({ type: "message", message: { role, content } });
    const lines = [
      JSON.stringify({ type: "session", version: 3 }),
      message("user", [
        { type: "text", text: "Trains first." },
        { type: "image", data: "" },
      ]),
      message("toolResult", [{ type: "text", text: "fares" }]),
      JSON.stringify({ type: "compaction", summary: "A user asked." }),
      JSON.stringify({ type: "custom_message", content: "Not the user." }),
      message("user", "Never above 400 EUR."),
      "{ torn",
    ];
    expect(saidIn(pi, lines, 4)).toEqual([
      { text: "Trains first.", line: 5, at: null },
      { text: "Never above 400 EUR.", line: 9, at: null },
    ]);
    expect(spokenIn(pi, [message("assistant", "Yes."), lines[3] ?? ""])).toBe(6);
  });
});

describe("pi, prompts", () => {
  const user = (text: string, timestamp: number): object => ({ role: "user", content: text, timestamp });
  const rest = [
    { role: "assistant", content: "r" },
    { role: "toolResult", content: "r" },
  ];
  const seen = (messages: readonly unknown[] | null): unknown =>
    messages?.map((message) => {
      const { content } = message as { content: string | readonly { text: string }[] };
      return typeof content === "string" ? content : content.map(({ text }) => text).join();
    });

  it("puts a block before all messages, and an answer before the message it belongs to, each time the same", () => {
    const conversation = openConversation();
    conversation.begin("B");
    const first = [user("a", 1)];
    expect(seen(conversation.placed(first))).toEqual(["B", "a"]);
    conversation.give({ words: "b", text: "G", when: "next" });
    // The same words went out before, and stay as they were.
    conversation.give({ words: "a", text: "Q", when: "queued" });
    const second = [...first, ...rest, user("b", 2)];
    expect(seen(conversation.placed(second))).toEqual(["B", "a", "r", "r", "G", "b"]);
    expect(seen(conversation.placed([...second, ...rest]))).toEqual(["B", "a", "r", "r", "G", "b", "r", "r"]);
    expect(seen(conversation.placed([...second, user("a", 3)]))).toEqual(["B", "a", "r", "r", "G", "b", "Q", "a"]);
    // A summary in place of the oldest, and a context that begins anew.
    conversation.begin("C");
    expect(seen(conversation.placed([...rest, user("b", 2)]))).toEqual(["C", "r", "r", "G", "b"]);
    conversation.clear();
    expect([conversation.holds(), conversation.placed(second)]).toEqual([false, null]);
  });

  it("finds a prompt whose words became others, and never takes an older message for it", () => {
    const conversation = openConversation();
    conversation.begin("");
    expect(conversation.placed([])).toBeNull();
    conversation.give({ words: "/plan it", text: "G", when: "next" });
    const old = [user("a", 1), ...rest];
    expect(seen(conversation.placed([...old, user("Make a plan.", 2), user("b", 2)]))).toEqual([
      ...["a", "r", "r"],
      ...["G", "Make a plan.", "b"],
    ]);
    conversation.give({ words: "c", text: "H", when: "queued" });
    expect(seen(conversation.placed([...old, user("Make a plan.", 2), ...rest]))).toEqual([
      ...["a", "r", "r"],
      ...["G", "Make a plan.", "r", "r"],
    ]);
  });

  it("has a budget that stays the same until the room is short", () => {
    expect([null, 100_000, 8_192].map((room) => budgetFor(defaultPiConfig, room))).toEqual([4_096, 4_096, 4_096]);
    expect([8_191, 1_100, 10].map((room) => budgetFor(defaultPiConfig, room))).toEqual([3_840, 512, 1]);
  });
});

describe("pi, configuration", () => {
  const from = (...texts: readonly string[]): ReturnType<typeof piConfigFrom> =>
    piConfigFrom(texts.map((text, at) => ({ name: `${at}`, text })));

  it("takes later files over earlier ones, key by key", () => {
    const { config, warnings } = from('{"maxMemoryTokens": 100, "enabled": false}', '{"maxMemoryTokens": 50}');
    expect(config).toEqual({ ...defaultPiConfig, maxMemoryTokens: 50, enabled: false });
    expect(warnings).toEqual([]);
  });

  it("tells what is wrong and passes it over", () => {
    const { config, warnings } = from(
      "{ torn",
      '{"maxInjectLines": -1, "enabled": "yes", "color": 1, "strictWriteback": false, "traceEnabled": true}',
    );
    expect(config).toEqual(defaultPiConfig);
    expect(warnings.map((warning) => warning.slice(0, 28))).toEqual([
      "0 is no JSON object and was ",
      "1: “maxInjectLines” is no wh",
      "1: “enabled” is neither true",
      "1: “color” is no key that is",
      "1: “strictWriteback” stays t",
    ]);
  });
});

describe("pi, packages", () => {
  const own = (source: string): ReturnType<typeof packageOf> => packageOf(source, (known) => known.endsWith("/pi"));
  const withPackage = (text: string | null, source: string): string | null =>
    withEntries(text, own(source).entries, own(source));
  const withoutPackage = (text: string): string | null => withoutEntries(text, own(""));

  it("are put on the list once and taken off to the byte, whatever else the settings hold", () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.integer(), { maxLength: 2 }));
    const packages = fc.array(fc.oneof(fc.constant("npm:x"), fc.constant({ source: "npm:y", skills: [] })));
    const settings = fc.tuple(
      fc.dictionary(fc.string(), value, { maxKeys: 3 }),
      fc.option(packages, { nil: undefined }),
    );
    fc.assert(
      fc.property(settings, fc.constantFrom(0, 2, "\t"), ([others, listed], indent) => {
        const { packages: _, ...rest } = others;
        const text = JSON.stringify(listed === undefined ? rest : { ...rest, packages: listed }, null, indent);
        const joined = withPackage(text, "/a/pi") ?? "";
        expect(JSON.parse(joined).packages).toEqual([...(listed ?? []), "/a/pi"]);
        expect(withPackage(joined, "/b/pi")).toBe(withPackage(text, "/b/pi"));
        expect(withoutPackage(joined)).toBe(text);
      }),
    );
  });

  it("are a file of their own where there was none, and none where it goes", () => {
    const made = withPackage(null, "/a/pi") ?? "";
    expect(JSON.parse(made)).toEqual({ packages: ["/a/pi"] });
    expect(withoutPackage(made)).toBeNull();
  });

  it("are left alone where the settings are of another shape", () => {
    for (const text of ["[]", '{"packages": "npm:x"}', "{"]) {
      expect(withPackage(text, "/a/pi")).toBeNull();
      expect(withoutPackage(text)).toBe("unfit");
    }
  });
});
