/** What of a prompt is the person's own lies where it lay; all else is a gap, with why. */

import { describe, expect, test } from "vitest";
import { gap } from "../../src/heard/clause.js";
import { ownWordsOf } from "../../src/heard/own-words.js";
import { quoted } from "../../src/heard/sign.js";
import { isSuperlinear } from "../support/growth.js";

const own = (prompt: string): string => ownWordsOf(prompt).text.replaceAll(gap, "").trim();
const reasons = (prompt: string): readonly string[] => [...new Set(ownWordsOf(prompt).passed.map(({ why }) => why))];

describe("what a program or somebody else wrote is left out", () => {
  test.each([
    ["it is code", "look:\n```sh\nrm -rf never\n```\nis that safe?"],
    ["it is a quotation", "> never do that\nis that safe?"],
    ["it is a log", "[warn] never run as root\nis that safe?"],
    ["it is a stack trace", "TypeError: never call this\n    at run (app.js:1:2)\nis that safe?"],
    ["it is a diff", "@@ -1,2 +1,2 @@\n-never\n+always\nis that safe?"],
    ["it is a terminal's", "$ make never\nis that safe?"],
    ["it is a table", "| never | always |\n|---|---|\nis that safe?"],
    ["it stands in <system-reminder>", "<system-reminder>never</system-reminder>\nis that safe?"],
    ["it is a log", "[1769 ms] never: no such host\nis that safe?"],
    ["it is a log", "ferry-ui-1  | Never v20.19.6\nis that safe?"],
    ["it is a log", "never @ tariff.js:105\nis that safe?"],
    ["it is a log", "chunk-ZY4.js?v=dc4d5a9b:2155 Never sail without a map: https://harbor.example\nis that safe?"],
    ["it is a tool's output", "/docker-entrypoint.sh: Launching /docker.d/20-never.sh\nis that safe?"],
    ["it is a tool's output", "/bin/sh: 1: never: not found\nis that safe?"],
    ["it is a terminal's", "D:\\harbor\\ever>ferry ps\nis that safe?"],
    ["it is a command", "docker exec -i ever sh\nis that safe?"],
    ["it is a command", 'sudo psql ever < "D:\\harbor.sql"\nis that safe?'],
    ["it is a command", "ollama pull never:7b\nis that safe?"],
    ["it is a log", "10-never.sh: info: sail at night\nis that safe?"],
    ["it is a log", "                Failed to load resource: never\nis that safe?"],
    ["it is a heading", "## Never sail\nis that safe?"],
    ["a harness typed it", "@harbor/ever.md:3-9 is that safe?"],
    ["a harness typed it", "@c:\\harbor\\terminals\\ever.txt:11\nis that safe?"],
    ["a harness typed it", "[Pasted text #1 +12 lines of never]\nis that safe?"],
    ["a harness typed it", "Do NOT edit the plan file itself.\nis that safe?"],
    ["it is a log", "@harbor/ui:never: 3:31  Warning: list\nis that safe?"],
    ["it is a log", "54 packages are looking for funding ever\nis that safe?"],
    ["it is a log", "added 306 packages, and audited 307 packages in never\nis that safe?"],
    ["it is a log", "   • Packages in scope: never, ever\nis that safe?"],
    ["it is a log", "=> ERROR [build 5/6] RUN never\nis that safe?"],
    ["it is a log", "(node:4) NeverWarning: list\nis that safe?"],
    ["it is a log", "⨯ ./apps/never.tsx\nis that safe?"],
    ["it is a log", "Failed to load resource: never\nis that safe?"],
    ["it is a log", "[vite] never\n[vite] ever\nNever was seen\n[vite] ever\nNever was built\n\nis that safe?"],
    ["it is a log", "Error: ever\n    at run (a.js:1:2)\n    at go (a.js:1:2)\nnever seen\n\nis that safe?"],
    ["it is a tool's output", "node_modules/harbor/never.js (50:1)\nis that safe?"],
    ["it is a terminal's", "➜  harbor git:(main) ✗ never\nis that safe?"],
    ["it is code", "except Never as error:\nis that safe?"],
    ["it is code", "never = harbor(list)\nis that safe?"],
    ["it is a log", "21 |   never\nis that safe?"],
    ["it is code", "```\n# Never\n```ts\nnever\n```\nnever\n```\nis that safe?"],
    ["it is pasted", "- ✅ **Never:** one\n- **Ever** two\n1. **Whatever:** three\n\nis that safe?"],
    ["it is pasted", "🛠️ Never\n🗂️ Ever\n⚙️ Whatever\n\nis that safe?"],
    ["a harness typed it", "#terminalSelection is that safe?\n#file:never.md is that safe?"],
    ["a harness typed it", "@never.md @ever/list.md @whatever.md is that safe?"],
    ["it is pasted", "From: a@b.example\nTo: all\n\nNever be late again.\n\nis that safe?"],
  ])("%s", (why, prompt) => {
    expect(reasons(prompt)).toContain(why);
    expect(own(prompt)).toMatch(/is that safe\?$/);
    expect(own(prompt)).not.toContain("ever");
  });
});

test("the summary that a harness puts in front of a conversation is nobody's word", () => {
  const says =
    "This session is being continued from a previous conversation that ran out of context. We always sail at dawn.";
  expect(own(says)).toBe("");
});

test.each(["May 26, 2026 - 11:53 UTC", "Montag, 3. März 2026", "2026-05-26 11:53"])(
  "a day or a time alone is nobody's word: %s",
  (line) => {
    expect(own(`${line}\nis that safe?`)).toBe("is that safe?");
    expect(own(`the ferry leaves on ${line}`)).toContain(line);
  },
);

test.each([
  "git is set up, never push -f to main",
  "make sure the docs/berth.md page is there",
  "npm test before each push",
  "/berths/12: it must never return 404",
  "./berths: always sort by name",
  "python 3.12",
  "@harbor/berth.md is the old page",
  "docker is always run with -d",
  "if the list is empty, show the map:",
  "we sail with **one** rule",
  "@harbor/list.md and @harbor/map.md belong together",
])("a person's words begin like a command too: %s", (line) => {
  expect(own(line)).toBe(line);
});

test.each(["see 《Never sail》", "er sagte »niemals«", "er sagte ‚niemals‘"])(
  "a quotation is none of their words: %s",
  (prompt) => {
    expect(ownWordsOf(prompt).text).toContain(quoted);
  },
);

test("lines that a console printed one by one, with a blank line between them, are one output", () => {
  const log =
    "fix the desk\n\n[warn] one\n\nthe ferry never sails\n\n[warn] two\n\nplease keep the map\n\n[warn] three";
  const prompt = `${log}\n\nnever sail at night`;
  expect(own(prompt).split(/\n+/)).toEqual(["fix the desk", "please keep the map", "never sail at night"]);
});

test("a document with rules between its sections begins at its first heading, unless that announces rules", () => {
  const document = "## Overview\n\nThe ferry must never sail.\n\n## Tariffs\n\n---\n\nAll tariffs are old.\n\n---";
  expect(own(`read the tariffs\n\n${document}\n\nis that right?`)).toMatch(/^read the tariffs\s+is that right\?$/);
  expect(own(document.replace("Overview", "My rules"))).toContain("The ferry must never sail.");
});

test("places stay what they were", () => {
  const prompt = "ok\n```\ncode\n```\nuse “tabs only” here";
  const { text } = ownWordsOf(prompt);
  expect(text).toHaveLength(prompt.length);
  expect(text.indexOf("here")).toBe(prompt.indexOf("here"));
  expect(text.slice(prompt.indexOf("“"), prompt.indexOf("”") + 1)).toBe(quoted.repeat(11));
});

test.each([
  "Message from agent reviewer-2 (automated): I looked at your patch. From now on always use tabs.",
  "Message from agent build:\n\nWe decided to drop Python 3.8.",
  "Message from reviewer (automated): always use tabs",
  "[from: build-bot] Never push on Fridays.",
  "[Message from ci] Always run the tests first.",
  "Automated message: from now on use tabs",
  "[Automated message from the scheduler] Always use tabs.",
  "This is an automated reminder from the desk. Always use tabs.",
])("nothing of what a machine writes to another is a person's: %j", (prompt) => {
  expect(own(prompt)).toBe("");
});

test.each([
  "Message from Anna: we always meet on Fridays.",
  "[from: Talbot] never book the night ferry",
  "[from: Anna Agent] never book the night ferry",
  "This is an automated test suite that we always run on Fridays.",
  "This is an automated message that we send to guests, and it must always name the berth.",
  "automated messages: always sign them with the name of the desk",
  "Messages from agents must always be short.",
  "Our agent says: always ask twice.",
])("what only sounds like a machine's is the person's: %j", (prompt) => {
  expect(own(prompt)).toBe(prompt);
});

test("a person's own list, and rules that they announce, are theirs", () => {
  expect(own("please follow these rules:\n- use tabs\n- no emojis")).toContain("no emojis");
  expect(own("two things.\n\nAlways use tabs.\n\nNever push.")).toContain("Never push");
});

describe("of a prompt too long to be read whole", () => {
  const lines = (text: string): string => `${text}\n`.repeat(Math.ceil(400_000 / text.length));

  test.each([
    ["what stands behind a fence", "```\n", lines("Always retry the umber host."), "```\n"],
    ["what stands behind a fence of tildes that holds another", "~~~~text\n", lines("Always\n```\nretry."), "~~~~\n"],
    ["the last paragraph behind lines", "", lines("Always retry the umber host."), "\n"],
    ["the last paragraph behind paragraphs", "", lines("Always retry the umber host.\n"), ""],
  ])("is read %s", (_, opening, paste, closing) => {
    const prompt = `Never book the night ferry.\n\n${opening}${paste}${closing}Use the amber host, please.`;
    expect(own(prompt)).toMatch(/^Never book the night ferry\./);
    expect(own(prompt)).toMatch(/Use the amber host, please\.$/);
    expect(ownWordsOf(prompt).text.slice(200_000)).not.toContain("Always");
  });

  test("nothing is read behind a fence that nobody closes", () => {
    expect(own(`Look:\n\`\`\`\n${lines("Always retry.")}`)).toBe("Look:");
  });
});

test.each(["a\n", "[x] a\n", "message from a", "[from: a-", "**a** b\n", "```a\n"])(
  "a paste of %j takes as long as it is long",
  (unit) => {
    expect(isSuperlinear(ownWordsOf, unit, 65_536, 65_536)).toBe(false);
  },
);
