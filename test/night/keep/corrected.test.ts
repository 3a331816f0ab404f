/** Corrected: entries as agents write them, of several sentences, give way to nothing that speaks of a part of them. */

import { expect, it, onTestFinished } from "vitest";
import type { Instant } from "../../../src/base/ids.js";
import { hear } from "../../../src/heard/statement.js";
import { keepHeard } from "../../../src/night/keep/heard.js";
import { nightMemory } from "../../support/nights.js";

const deploys =
  "“Deploy” from the user means production: run the production deploy and see that shop.example.org itself shows it, without asking back [human]";
const hardware =
  "The hardware file is named lathe-p14.nix and is imported from hosts/shop/default.nix. The flake hands nixos-hardware to it; a module needs nothing passed on. The user asked twice about that [human]";

it.each([
  [
    deploys,
    "What is the way to ask this? This is really not meant to sell, but for people who ask to see the site.",
    false,
  ],
  [hardware, "it's not a flake though, just a regular nix expression", false],
  [hardware, "No, it is not a flake, it is imported as a regular nix expression.", false],
  [hardware, "From now on the hardware file is named lathe-p16.nix, not lathe-p14.nix.", false],
  ["The hardware file is named lathe-p14.nix [human]", "From now on the hardware file is named lathe-p16.nix.", true],
])("leaves an entry whole that it speaks of a part of alone: %s %s", async (was, text, gives) => {
  const memory = await nightMemory({ "MEMORY.md": `# Memory\n\n## Facts\n\n- ${was}\n` }, {});
  onTestFinished(() => memory.close());
  const { primary } = memory.workspace;
  const at = "2026-11-23T08:00:00Z" as Instant;
  const heard = hear(primary, text, {
    at,
    by: "claude-code",
    session: "s-one",
    key: "p1",
    isPerson: true,
    before: null,
  });
  const kept = await keepHeard(primary, { detached: "refuse" });
  expect([heard.ok, kept.ok]).toEqual([true, true]);
  expect(memory.read("MEMORY.md").includes(`- ${was}\n`)).toBe(!gives);
  expect(memory.read("MEMORY.md").includes("Superseded")).toBe(gives);
});
