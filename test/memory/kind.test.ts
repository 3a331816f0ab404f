/** Kind: what a file is by its place, in each profile, the day it is of, and what its titles and names say it is about. */

import { expect, test } from "vitest";
import { factsOf } from "../../src/memory/facts.js";
import { dayOf, kindOf } from "../../src/memory/memory.js";
import { profileOf } from "../../src/memory/profile.js";

const openclaw = profileOf("openclaw");

test.each([
  ["AGENTS.md", "instructions"],
  ["TOOLS.md", "instructions"],
  ["USER.md", "memory"],
  ["MEMORY.md", "memory"],
  ["memory/people.md", "memory"],
  ["memory/2026-11-20.md", "log"],
  ["memory/daily/2026-11-20.md", "log"],
  ["memory/heartbeat_20260901.md", "log"],
  ["journal/2026/11/20.md", "log"],
  ["skills/mail/SKILL.md", "skill"],
  ["tools/mail/SKILL.md", "skill"],
  ["templates/letter.md", "template"],
  ["letters/offer-template.md", "template"],
  ["projects/site/README.md", "documentation"],
  ["projects/site/AGENTS.md", "documentation"],
  ["docs/setup.md", "documentation"],
  ["research/rivals.md", "other"],
])("%s of an agent's workspace is %s", (path, kind) => {
  expect(kindOf(path, openclaw)).toBe(kind);
});

test("beside code all but the memory is about the code, and a folder of notes is memory all through", () => {
  expect(kindOf("ARCHITECTURE.md", profileOf("claude-code"))).toBe("documentation");
  expect(kindOf("docs/api.md", profileOf("codex"))).toBe("documentation");
  expect(kindOf("memory/api.md", profileOf("codex"))).toBe("memory");
  expect(kindOf("garden/roses.md", profileOf("plain"))).toBe("memory");
  expect(kindOf("Daily Notes/2026-11-20.md", profileOf("plain"))).toBe("log");
});

test("frontmatter says more than a folder, and less than a skill's or a template's", () => {
  expect(kindOf("research/rivals.md", openclaw, "decision")).toBe("memory");
  expect(kindOf("docs/keys.md", openclaw, "constraint")).toBe("instructions");
  expect(kindOf("templates/decision.md", openclaw, "decision")).toBe("template");
});

test("a day is one that a calendar holds", () => {
  expect(dayOf("memory/2026-11-20-flights.md")).toBe(20_777);
  expect(dayOf("log/20261120.md")).toBe(20_777);
  expect(dayOf("2026/11/20.md")).toBe(20_777);
  for (const none of ["memory/2026-02-30.md", "2026-11.md", "a-202611201530.md", "1.2026-11/x.md"])
    expect(dayOf(none)).toBeNull();
});

test("a file and its sections say by their titles, tags and names whether they are of what lasts or of what is to be done", () => {
  const said = (path: string, text: string) => {
    const { topic, named, sections = [] } = factsOf(path, new TextEncoder().encode(text), openclaw);
    return [topic, named, ...sections.map((section) => section.topic)];
  };
  const memory =
    "---\ntags: [old]\nsections:\n  fares:\n    title: Decisions\n---\n# Notes\n\n## Fares\n\na\n\n## Next steps\n\nb\n";
  expect(said("MEMORY.md", memory)).toEqual([undefined, undefined, "lasting", "plan"]);
  expect(said("memory/decisions/fares.md", "# Fares\n")).toEqual([undefined, "lasting"]);
  expect(said("memory/boat.md", "---\ntags: [backlog]\n---\n# Boat\n")).toEqual(["plan", undefined]);
});
