/**
 * Capture: a draft of what the user said: the newest words first, in one line each, without secrets, and the same each time. What a turn kept is in
 * the index of recall when the turn is over.
 */

import { describe, expect, it } from "vitest";
import { captureDraft } from "../../src/agents/capture.js";
import { openWorkspace } from "../../src/open.js";
import { searchOf } from "../../src/recall/index/open.js";
import { searchSource } from "../../src/recall/index/write.js";
import { parsePatch } from "../../src/write/parse-patch.js";
import { type Talk, talks } from "../support/talk.js";

const who = { session: "s-one", actor: "agent:claude-code" };

function bodyOf(texts: readonly string[]): readonly string[] {
  const said = texts.map((text, at) => ({ text, line: at * 10 + 1, at: null }));
  const draft = captureDraft(said, who);
  const parsed = parsePatch(draft);
  if (!parsed.ok) throw new Error(parsed.error.says);
  expect(captureDraft(said, who)).toEqual(draft);
  expect(parsed.value).toMatchObject({ op: "create", scope: "session", session: "s-one", origin: "user" });
  return String(draft.value).split("\n");
}

describe("capture", () => {
  it("keeps each message on a line of its own, whatever it holds", () => {
    expect(bodyOf(["Never above 350 EUR.", "# Plan\n\n- trains\n- no planes"])).toEqual([
      "- Never above 350 EUR. (L1)",
      "- # Plan - trains - no planes (L11)",
    ]);
  });

  it("drops the oldest words where there are too many, and says so", () => {
    const lines = bodyOf(Array.from({ length: 40 }, (_, at) => `Message ${at} ${"word ".repeat(90)}`));
    expect(lines.join("\n").length).toBeLessThan(8_200);
    expect(lines[0]).toMatch(/^- \d+ earlier messages are in the transcript alone, up to line \d+\.$/);
    expect(lines.at(-1)).toContain("Message 39");
    expect(lines.join("\n")).not.toContain("Message 0 ");
  });

  it("cuts a long message between words, and points at the rest", () => {
    const [line = ""] = bodyOf([`Start ${"word ".repeat(900)}end`]);
    expect(line).toMatch(/^- Start (?:word )+\(its first \d+ of \d+ characters; the rest is at L1\)$/);
    expect(line.length).toBeLessThan(1_100);
  });

  it("holds no secret", () => {
    const secret = ["AKIA", "QWERTYUIOPASDFGH"].join("");
    expect(bodyOf([`The key is ${secret}, keep it.`, "Trains."])).toEqual([
      "- A message that holds a secret is in the transcript alone. (L1)",
      "- Trains. (L11)",
    ]);
    expect(bodyOf(["[REDACTED:aws-access-key]", "Trains."])[0]).toBe(
      "- A message that stands for another text is at L1.",
    );
  });
});

describe("what a session kept", () => {
  const said = "We always print the tickets on recycled paper, never on thermal paper.";

  /** How many files the index lacks once the session has said that and `ended`. */
  async function lacking(ended: (session: Talk) => Promise<unknown>): Promise<number | undefined> {
    const desk = talks();
    const session = desk.session("s-one");
    await session.begin();
    await session.turn("Which trains are there?");
    await session.say(said);
    await ended(session);
    expect(desk.git("show", "HEAD:MEMORY.md")).toContain("recycled paper");
    const { env } = desk.program;
    const opened = await openWorkspace({ cwd: desk.memory, repos: [], env, now: null });
    if (!opened.ok) throw new Error(opened.error.says);
    const { primary } = opened.value;
    const found = searchOf(primary)?.converge(searchSource(primary));
    await opened.value.close();
    return found === undefined ? undefined : found.added + found.changed;
  }

  it("is in the index at the end of a turn, for which the next prompt does not wait", async () => {
    expect(await lacking((session) => session.stop())).toBe(0);
  });

  it("is not put there where a session is left, for which a harness waits too short a time", async () => {
    // The page, and the log of the day.
    expect(await lacking((session) => session.end())).toBe(2);
  });
});
