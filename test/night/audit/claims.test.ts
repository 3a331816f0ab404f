/** Claims and subjects: the same label in files about different people is no contradiction, and about the same person it is. */

import { describe, expect, test } from "vitest";
import { profileOf } from "../../../src/memory/profile.js";
import { type AuditPage, claimsIn, contradictions, placeOf } from "../../../src/night/audit/checks.js";
import { bodyStartOf } from "../../../src/page/markdown/outline.js";

import { factsFrom, tableFrom } from "../../support/facts.js";

function told(files: Readonly<Record<string, string>>): readonly (string | null)[] {
  const table = tableFrom(files);
  const pages = Object.entries(files).map(([path, text]): AuditPage => {
    const entry = table.byPath.get(path)!;
    return {
      entry,
      place: placeOf(entry, profileOf("openclaw")),
      text,
      bodyStart: bodyStartOf(text),
      meta: factsFrom(path, text).data.meta,
      changed: null,
    };
  });
  return contradictions(pages.flatMap(claimsIn)).map(({ path }) => path);
}
const lisbon = "- Timezone: Europe/Lisbon\n";
const paris = "- **Timezone:** Europe/Paris\n";
const page = (title: string, more: string): string => `---\ntype: preference\ntitle: ${title}\n---\n${more}`;

describe("a label is told against the same label of", () => {
  test.each([
    [
      "the owner, under whatever general heading",
      { "USER.md": `# User\n\n## Name and manner\n\n${lisbon}`, "MEMORY.md": `# Memory\n\n## Facts\n\n${paris}` },
    ],
    [
      "a person's page and their heading",
      { "memory/ines.md": page("Ines", lisbon), "MEMORY.md": `# Memory\n\n## Ines\n\n${paris}` },
    ],
    [
      "a person under a possessive",
      { "memory/ines.md": page("Ines", lisbon), "USER.md": `# User\n\n## Ines's contact\n\n${paris}` },
    ],
    [
      "two pages whose fields name one subject",
      {
        "memory/a.md": `---\ntype: preference\ntitle: Home\nfields: { subject: Ines }\n---\n${lisbon}`,
        "memory/b.md": page("Ines", paris),
      },
    ],
    [
      "a page of nobody in particular and the owner",
      { "memory/facts.md": page("Facts", lisbon), "USER.md": `# User\n\n${paris}` },
    ],
  ])("%s", (_, files) => {
    expect(told(files as Record<string, string>)).toHaveLength(1);
  });
});

describe("it is not told against the same label of", () => {
  test.each([
    ["another person's page", { "memory/ada.md": page("Ada", lisbon), "memory/ines.md": page("Ines", paris) }],
    [
      "another person's heading",
      { "MEMORY.md": `# Memory\n\n## Ada\n\n${lisbon}`, "USER.md": `# User\n\n## Ines\n\n${paris}` },
    ],
    [
      "the owner, where a page is of somebody else",
      { "USER.md": `# User\n\n${lisbon}`, "memory/ines.md": page("Ines", paris) },
    ],
    [
      "a heading below a person's",
      { "MEMORY.md": `# Memory\n\n## Ines\n\n### Office\n\n${lisbon}`, "memory/ines.md": page("Ines", paris) },
    ],
    ["the agent itself", { "USER.md": "# User\n\n- Name: Ada\n", "IDENTITY.md": "# Identity\n\n- Name: Clawd\n" }],
    ["the tools", { "TOOLS.md": "# Tools\n\n- Host: nas.local\n", "USER.md": "# User\n\n- Host: Ines\n" }],
  ])("%s", (_, files) => {
    expect(told(files as Record<string, string>)).toEqual([]);
  });
});

test("a sentence without its subject is the page's; one that may be anybody's is still compared", () => {
  const of = (seats: number): string => `- Always books ${seats} window seats on night trains.\n`;
  expect(told({ "memory/ada.md": page("Ada", of(1)), "memory/ines.md": page("Ines", of(2)) })).toEqual([]);
  expect(told({ "memory/ada.md": page("Ada", of(1)), "MEMORY.md": `# Memory\n\n${of(2)}` })).toHaveLength(1);
});
