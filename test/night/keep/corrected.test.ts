/** Corrected: what agents write down stays as they wrote it: it gives way to nothing that speaks of a part of it, and no copy comes beside it. */

import { describe, expect, it, onTestFinished } from "vitest";
import type { Instant } from "../../../src/base/ids.js";
import { hear } from "../../../src/heard/statement.js";
import { keepHeard, remember } from "../../../src/night/keep/heard.js";
import { nightMemory } from "../../support/nights.js";

const at = "2026-11-23T08:00:00Z" as Instant;
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
  ["Staging runs at s.example.", "Correction: staging runs at ana.example, not s.example.", true],
  ["Staging runs at s.example.", "Correction: staging runs at foo.example, not t.example.", false],
  ["The mail runs at s.example.", "Correction: staging runs at foo.example, not t.example.", false],
  ["The API lives at api.shop.dev.", "No, the API lives at api.shop.io, not api.shop.dev.", true],
  ["Die API läuft auf api.laden.de.", "Korrektur: Die API läuft auf api.shop.de, nicht api.laden.de.", true],
])(
  "leaves an entry whole that it speaks of a part of alone, and takes the place of one whose value it names: %s %s",
  async (was, text, gives) => {
    const memory = await nightMemory({ "MEMORY.md": `# Memory\n\n## Facts\n\n- ${was}\n` }, {});
    onTestFinished(() => memory.close());
    const { primary } = memory.workspace;
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
  },
);

it.each([
  ["We use npm here.", "we switched from npm to pnpm", true],
  ["Our CI runs on Jenkins.", "we ditched Jenkins, Buildkite does it", true],
  ["Wir nutzen Jenkins für die CI.", "wir sind von Jenkins auf Buildkite umgestiegen", true],
  ["Siempre usamos npm en este proyecto.", "cambiamos de npm a pnpm", true],
  ["Never publish to npm.", "we switched from npm to pnpm", false],
  ["The npm token belongs to Ada.", "we switched from npm to pnpm", false],
  ["We use npm here.", "we switched from the left lane to the right one", false],
  ["We use the npm registry for packages.", "we switched from npm to pnpm", false],
  ["We always use Zendesk for support.", "we dropped support, nobody asked for it", false],
  ["We use npm here.", "If we ever switch from npm to pnpm, tell me first.", false],
  ["We use Slack for the team chat.", "We stopped using Slack for alerts.", false],
  ["We use Kafka in production.", "In staging we switched from Kafka to NATS.", false],
  ["We use Slack for support.", "Our customer Acme switched from Slack to Teams.", false],
  ["Wir nutzen Slack für den Support.", "Ada hat bei sich Slack durch Teams ersetzt.", false],
  ["We use npm to publish the packages, and yarn for development.", "We switched from yarn to pnpm.", false],
])("what was in use gives way to words that leave it: %s %s", async (was, text, gives) => {
  const memory = await nightMemory({ "MEMORY.md": "# Memory\n" }, {});
  onTestFinished(() => memory.close());
  const { primary } = memory.workspace;
  for (const [at, said] of [was, text].entries()) {
    const session = `s-${at}`;
    const about = { at: primary.clock.now(), by: "claude-code", session, key: said, isPerson: true, before: null };
    expect(hear(primary, said, about).ok).toBe(true);
    expect((await keepHeard(primary, { detached: "refuse" })).ok).toBe(true);
  }
  expect(memory.read("MEMORY.md").includes("Superseded")).toBe(gives);
});

it.each([
  [
    "The staging database is called mailpit-stage and lives on port 5433.",
    "The staging database lives on port 5544 now, not 5433.",
    "mailpit-stage",
  ],
  [
    "We deploy the API on Tuesdays, never on Fridays.",
    "We deploy the API on Wednesdays from now on, no longer on Tuesdays.",
    "never on Fridays",
  ],
  [
    "Always ask Ada before a release, and ask Bob before a migration.",
    "Ask Cleo before a migration from now on, not Bob.",
    "Always ask Ada before a release",
  ],
  [
    "The API is called harbor-api, runs on port 5433 and needs the token from 1Password.",
    "The API runs on port 9090 now, not 5433.",
    "The API is called harbor-api",
  ],
])("what a correction does not speak of stays: %s %s", async (was, text, stays) => {
  const memory = await nightMemory({ "MEMORY.md": "# Memory\n" }, {});
  onTestFinished(() => memory.close());
  const { primary } = memory.workspace;
  for (const [at, said] of [`Remember: ${was}`, text].entries()) {
    const about = { at: primary.clock.now(), by: "claude-code", session: `s-${at}`, key: said, isPerson: true };
    expect(hear(primary, said, { ...about, before: null }).ok).toBe(true);
    expect((await keepHeard(primary, { detached: "refuse" })).ok).toBe(true);
  }
  const holds = memory
    .read("MEMORY.md")
    .split("\n")
    .filter((line) => !line.includes("Superseded"))
    .join("\n");
  expect(holds).toContain(stays);
  expect(holds).not.toContain("port 5433");
});

describe("the words of an agent", () => {
  async function told() {
    const memory = await nightMemory({ "MEMORY.md": "# Memory\n" }, {});
    onTestFinished(() => memory.close());
    const { primary } = memory.workspace;
    const by = { by: "claude-code", session: "s-one" };
    return {
      page: () => memory.read("MEMORY.md"),
      hears: (text: string) =>
        hear(primary, text, { at: primary.clock.now(), key: text, isPerson: true, before: null, ...by }),
      keeps: () => keepHeard(primary, { detached: "refuse" }),
      async remembers(text: string) {
        const done = await remember(primary, text, { isPerson: false, ...by }, { detached: "refuse" });
        return done.ok ? done.value : done.error;
      },
    };
  }

  it.each([
    "But du projet : tester les « skills » de l'agent avec *args et **kwargs",
    "clean up with find . -lname '*stow/*', please",
    "The user's machine runs Fedora; I am to ask before every install, thanks",
  ])("stand on the page to the character: %s", async (text) => {
    const { remembers, page } = await told();
    expect(await remembers(text)).toMatchObject({ item: { scope: "project" }, kept: { page: "MEMORY.md" } });
    expect(page()).toContain(`- ${text}\n`);
  });

  it("are kept with where they stand, and alone: what the person said waits for the end of the turn", async () => {
    const { hears, remembers, keeps, page } = await told();
    hears("Never book the night ferry.");
    const answer = await remembers("The ferry desk in Lyon opens at nine [decision]");
    expect(answer).toMatchObject({ kept: { where: "below “Decisions”" } });
    expect(page()).not.toContain("night ferry");
    await keeps();
    expect(page()).toContain("- Never book the night ferry [human]");
  });

  it("hold what the person said before them, where they say it with what it was about", async () => {
    const { hears, remembers, keeps, page } = await told();
    hears("From now on always commit in Japanese.");
    hears("Never book the night ferry.");
    await remembers("Commits: always one git commit after each fix, in Japanese, beginning with an emoji [human]");
    await keeps();
    expect(page().match(/^- .*$/gm)).toEqual([
      "- Commits: always one git commit after each fix, in Japanese, beginning with an emoji [human]",
      "- Never book the night ferry [human]",
    ]);
  });
});
