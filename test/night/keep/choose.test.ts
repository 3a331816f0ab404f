/** Choosing a place: what a human asked for is filed by what it says, and never under the people it came from. */

import { expect, test } from "vitest";
import { namesIn, type Promotion } from "../../../src/night/keep/candidate.js";
import { type Curated, choose } from "../../../src/night/keep/curate.js";

function sectionOf(
  text: string,
  tags: readonly string[],
  told: "singles" | "merged" = "singles",
  room = 600,
  closed: "single" | null = null,
): string | null {
  const source = { path: "memory/2026-11-20.md", digest: "0".repeat(16), day: "2026-11-20" };
  const promotion: Promotion = {
    text,
    said: text,
    tags,
    sources: [source],
    confidence: null,
    origin: "agent",
    kind: null,
    why: "",
  };
  const curated: Curated = {
    singles: [],
    merged: [],
    passed: [],
    held: [],
    refused: [],
    shown: () => ({ entries: [], withheld: 0 }),
    [told]: [promotion],
  };
  const chosen = choose(curated, {
    keptIn: "MEMORY.md",
    spareOf: () => null,
    selfIn: null,
    userIn: { page: "USER.md", names: ["ada"] },
    toolsIn: "TOOLS.md",
    hasRoom: (_, chars) => chars < room,
    textOf: () => "",
    day: "2026-11-21",
    tonight: new Set(),
    closed: new Set(closed === null ? [] : [closed]),
    objection: () => null,
  });
  return chosen[told][0]?.home.section ?? chosen[told][0]?.home.page ?? null;
}

test.each([
  ["Lisbon offsite is confirmed.", ["human"], "Facts"],
  ["Her friends gave her love and a home.", ["human"], "Facts"],
  ["Ada loves early trains.", ["human"], "Preferences"],
  ["I want receipts by mail.", ["human"], "Preferences"],
  ["Use the night train.", ["decision", "human"], "Decisions"],
  ["Trams are cheaper.", ["surprise"], "Lessons"],
  ["I answer in short sentences.", ["identity"], "Identity"],
  ["Nobody tagged this one.", [], "Notes"],
])("%s %j goes to %s", (text, tags, section) => {
  expect(sectionOf(text, tags)).toBe(section);
});

test.each([
  ["The user prefers early trains.", ["human"], "USER.md"],
  ["Ada's sister lives in Porto.", ["human", "lesson"], "USER.md"],
  ["The staging server listens on port 8443.", ["lesson"], "TOOLS.md"],
  ["Tomas prefers early trains.", ["human"], "Patterns"],
  ["A budget for Ada is wanted by the office.", ["human"], "Patterns"],
  ["Ada wants the window seat today.", ["human"], "Patterns"],
  ["Ada meets Ines at 12:30 in the office.", ["human"], "Patterns"],
  ["Ada takes the night train.", ["decision", "human"], "Patterns"],
  ["The server of the restaurant was kind.", ["surprise"], "Patterns"],
  ["The router is by the door.", ["lesson"], "Patterns"],
])("what several days told: %s goes to %s %s", (text, tags, place) => {
  expect(sectionOf(text, tags, "merged")).toBe(place);
});

test("what was told once is not settled yet, and a file that is full takes nothing", () => {
  expect(sectionOf("Ada prefers early trains.", ["human"])).toBe("Preferences");
  expect(sectionOf("Ada prefers early trains.", ["human"], "merged")).toBe("USER.md");
  expect(sectionOf("Ada prefers early trains.", ["human"], "merged", 100)).toBe("Patterns");
});

test("the user is called what USER.md says", () => {
  expect(
    namesIn("# User\n\n- **Name:** Ada Example\n- What to call them: Addy\n- Timezone: Lisbon\n- Name:\n"),
  ).toEqual(["ada", "addy"]);
});

test("a step that tonight has a commit of takes nothing more, and the other one still does", () => {
  expect(sectionOf("Ada loves early trains.", ["human"], "singles", 600, "single")).toBeNull();
  expect(sectionOf("Tomas loves early trains.", ["human"], "merged", 600, "single")).toBe("Patterns");
});
