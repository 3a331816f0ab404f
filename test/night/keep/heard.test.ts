/** Heard: which way a statement goes: to the entry that says the same, in the place of the one it changes, or to the section of its kind. */

import { describe, expect, it } from "vitest";
import { inboxOf, owedOf, statementKinds } from "../../../src/heard/inbox.js";
import { hear } from "../../../src/heard/statement.js";
import { keepHeard, remember } from "../../../src/night/keep/heard.js";
import { status } from "../../../src/night/status.js";
import { at, desk, must } from "../../support/heard-desk.js";

/** Entries of a page as lines, and whatever stands below each. */
const below = (text: string, section: string): string =>
  text.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? "";

describe("what is new", () => {
  it.each([
    ["Never book the night ferry.", "Rules", ""],
    ["I prefer short answers.", "Preferences", ""],
    ["We decided to use Postgres for the ledger.", "Decisions", " [decision]"],
    ["The office hours board belongs to Lyon.", "Facts", ""],
    ["When a test fails, run it again.", "Triggers", ""],
    ["Niemals am Freitag deployen.", "Rules", ""],
    ["Ich bevorzuge kurze Antworten.", "Preferences", ""],
    ["Ne jamais déployer le vendredi.", "Rules", ""],
    ["Je préfère des réponses courtes.", "Preferences", ""],
    ["Nunca despliegues los viernes.", "Rules", ""],
    ["Prefiero respuestas cortas.", "Preferences", ""],
    ["周五不要部署。", "Rules", ""],
    ["我喜欢简短的回答。", "Preferences", ""],
    ["金曜日にデプロイしないでください。", "Rules", ""],
    ["短い回答が好きです。", "Preferences", ""],
  ])("%s goes below %s, and is known there from then on", async (text, section, tag) => {
    const { says, page, items } = await desk();
    const said = text.replace(/[.。]$/, "");
    expect((await says(text)).kept).toMatchObject([
      { page: "MEMORY.md", commit: expect.stringMatching(/^[0-9a-f]{40}$/) },
    ]);
    expect(below(page(), section)).toContain(`- ${said} [human]${tag}\n`);
    const before = page();
    expect((await says(text)).kept).toMatchObject([{ page: "MEMORY.md", commit: null }]);
    expect(page()).toBe(before);
    expect(items().map(({ ended }) => ended)).toMatchObject([{ state: "kept" }, { state: "kept", again: true }]);
  });

  it("takes the place of the old words where a harness loads them, and not in a copy of the page", async () => {
    const old = "# Memory\n\n## Rules\n\n- From now on we always deploy on Tuesdays [human]\n";
    const copy = "MEMORY (conflicted copy).md";
    const { says, page, memory } = await desk(
      { "MEMORY.md": old, [copy]: old, "A.md": old },
      { profile: "claude-code" },
    );
    await says("From now on we always deploy on Thursdays, not on Tuesdays.");
    expect(page()).toContain("- From now on we always deploy on Thursdays, not on Tuesdays [human]\n  - Superseded");
    expect([page(copy), page("A.md")]).toEqual([old, old]);
    expect(must(await status(memory.workspace)).leftOut).toContainEqual({
      pattern: `${copy}, a copy of MEMORY.md`,
      files: 1,
    });
  });

  it.each([
    ["We decided to cap retries of worker 3 at 5.", "We decided to cap retries of worker 5 at 5."],
    ["Our cache host for zone 3 is called otter-a3.", "Our cache host for zone 4 is called otter-a4."],
    ["We decided to restart worker 3 every night.", "We decided to restart worker 4 every night."],
    [
      "Wir haben entschieden: Die Sicherung von Stufe 3 läuft nachts.",
      "Wir haben entschieden: Die Sicherung von Stufe 4 läuft nachts.",
    ],
  ])("of two things that a number names each is so: %s", async (one, other) => {
    const { says, page } = await desk();
    await says(one);
    await says(other);
    expect(page()).not.toContain("Superseded");
    for (const said of [one, other]) expect(page()).toContain(said.replace(/\.$/, ""));
  });

  it.each([
    ["Our API listens on port 4000.", "Our API listens on port 5000."],
    ["We decided to use Node 20 in CI.", "We decided to use Node 22 in CI."],
  ])("and the later of two values holds: %s", async (one, other) => {
    const { says, page } = await desk();
    await says(one);
    await says(other);
    expect(page()).toContain("  - Superseded");
  });

  it("said again after it went from the page by hand is the later word, and stands there", async () => {
    const { memory, says, page } = await desk();
    await says(
      "Our cache is called otter-3.",
      "From now on we name branches after animals.",
      "The ledger belongs to Lyon.",
    );
    memory.write({ "MEMORY.md": "# Memory\n\n## Facts\n\n- The ledger belongs to Lyon [human]\n- By hand.\n" });
    await says("Our cache is called otter-3.", "From now on we name branches after animals.");
    const about = { by: "desk", session: null, isPerson: true };
    must(await remember(memory.workspace.primary, "Our cache is called otter-3", about, { detached: "refuse" }));
    const facts = "- Our cache is called otter-3 [human]\n- The ledger belongs to Lyon [human]\n- By hand.\n";
    expect(page()).toBe(
      `# Memory\n\n## Facts\n\n${facts}\n## Rules\n\n- From now on we name branches after animals [human]\n`,
    );
  });

  it("stays beside another line of which a secret was left out as well", async () => {
    const { says, page } = await desk();
    await says("We always use the quay login: root / [REDACTED:password]");
    await says("We always use the crane password: [REDACTED:password]");
    await says("We always use the crane password: [REDACTED:password]");
    const lines = page()
      .split("\n")
      .filter((line) => line.includes("(a secret, not kept)"));
    expect(lines).toEqual([
      "- We always use the quay login: root / (a secret, not kept) [human]",
      "- We always use the crane password: (a secret, not kept) [human]",
    ]);
    expect(page()).not.toMatch(/earlier|superseded|was:/i);
  });

  it.each([
    ["No, never book the night ferry, thanks!", "never book the night ferry"],
    ["and yes, book the day ferry yourself, always", "book the day ferry yourself, always"],
    ["do not rename berths, never rename berths please", "do not rename berths, never rename berths"],
    [
      "I don't want new berths unless I ask for them (update memory)",
      "I don't want new berths unless I ask for them",
    ],
    ["no new berths unless I ask for them", "no new berths unless I ask for them"],
    ["nein, ab sofort immer die Fähre um neun, danke", "ab sofort immer die Fähre um neun"],
  ])("is an entry without what leads to it and what trails behind: %s", async (text, entry) => {
    const { says, page } = await desk();
    expect((await says(text)).kept).toHaveLength(1);
    expect(page()).toContain(`- ${entry} [human]`);
    const before = page();
    expect((await says(entry)).kept).toMatchObject([{ commit: null }]);
    expect(page()).toBe(before);
  });

  it.each([
    ["Chose advisory locks over Redis: one thing less to run. [decision]", "Decisions", " [human]"],
    ["Never raise the timeout before the pool. [lesson]", "Lessons", " [human]"],
    ["We decided to use Postgres for the ledger. [decision] [human]", "Decisions", ""],
  ])("a tag that its writer set says where it goes, and is not set twice: %s", async (text, section, more) => {
    const { memory, page } = await desk();
    const about = { by: "desk", session: "s-one", isPerson: true };
    must(await remember(memory.workspace.primary, text, about, { detached: "refuse" }));
    expect(below(page(), section)).toContain(`- ${text}${more}\n`);
  });

  it("goes to the section that is there, and of several each to its own, in one commit a section", async () => {
    const { memory, says, page } = await desk({
      "MEMORY.md": "# Memory\n\n## rules\n\n- Hand luggage only.\n\n## Facts\n",
    });
    await says("Never book the night ferry.", "Always use pnpm.", "The ledger belongs to Lyon.");
    expect(page().match(/^## /gm)).toHaveLength(2);
    expect(below(page(), "rules")).toContain(
      "- Hand luggage only.\n- Never book the night ferry [human]\n- Always use pnpm [human]\n",
    );
    expect(below(page(), "Facts")).toContain("- The ledger belongs to Lyon [human]");
    expect(memory.reasons().filter((reason) => reason !== "EXTERNAL_EDIT").length).toBeGreaterThanOrEqual(2);
  });

  it("said twice before a page has it is one entry, and the later of two values alone", async () => {
    const { says, page, items } = await desk();
    await says(
      "Never book the night ferry.",
      "Never book the night ferry!",
      "The staging host is called cobalt.",
      "The staging host is called umber.",
    );
    expect(page().split("night ferry")).toHaveLength(2);
    expect(page()).toContain("umber");
    expect(page()).not.toContain("cobalt");
    expect(items().map(({ ended }) => ended?.state)).toEqual(["kept", "settled", "settled", "kept"]);
  });
});

describe("what says otherwise than an entry", () => {
  it.each([
    ["The staging host is called cobalt.", "The staging host is called umber."],
    ["The booking API listens on port 4411.", "No, the booking API listens on port 4412, not 4411."],
    [
      "Never touch the table `old_fares` of bookings.",
      "It is the table `fares_2019` of bookings that finance reads, so leave that one alone; `old_fares` is free.",
    ],
    ["Der Server hört auf Port 4411.", "Nein, der Server hört auf Port 4412, nicht auf 4411."],
    ["El servidor escucha en el puerto 4411.", "El servidor ahora escucha en el puerto 4412, ya no en el 4411."],
    ["Le serveur écoute sur le port 4411.", "Non, le serveur écoute sur le port 4412, pas 4411."],
    ["请记住测试服务器的端口是4411。", "不对，测试服务器的端口是4412，不是4411。"],
    ["テストサーバーのポートは4411です。", "テストサーバーのポートは今は4412です、4411ではありません。"],
  ])("takes the place of what was heard before, with that below it: %s", async (old, next) => {
    const { says, page } = await desk();
    await says(old);
    await says(next);
    const [said, was] = [next, old].map((text) => text.replace(/[.。]$|^(?:No|Nein|Non), |^不对，|^请记住/gu, ""));
    const lines = page().split("\n");
    const entry = lines.findIndex((line) => line.startsWith(`- ${said}`));
    expect([page(), entry]).toEqual([page(), expect.any(Number)]);
    expect(entry).toBeGreaterThan(0);
    expect(lines[entry + 1]).toMatch(/^ +\S/);
    expect(lines[entry + 1]).toContain(was);
    expect(lines.filter((line) => line.startsWith("- "))).toHaveLength(1);
  });

  it.each([
    ["The daily walk is at 9:30.", "The walk is at 10 now."],
    ["Always use npm in the kiosk folder.", "We switched the kiosk folder to pnpm."],
    ["We use RabbitMQ for bookings.", "We moved to NATS for bookings."],
    [
      "The lease of the Lyon office ends on 31 March.",
      "The lease of the Lyon office was extended, it ends on 30 June.",
    ],
    ["We sail to Oslo on Mondays only.", "The rule has changed: we sail to Oslo on Tuesdays."],
    ["Boat names are in German.", "Boat names are in English from now on."],
    ["Wir nutzen yarn im Ordner kiosk.", "Wir sind im Ordner kiosk auf pnpm umgestiegen."],
    ["kiosk のテストは必ず jest で書いてください。", "kiosk のテストは今後 uvu で書いてください。"],
  ])("takes the place of one whose value it changes with other words: %s", async (old, next) => {
    const { says, page, items } = await desk();
    await says(old);
    await says(next);
    const told = [page(), ...owedOf(items()).map(({ text }) => `- ${text}`)].join("\n").match(/^- .*$/gm) ?? [];
    expect(told).toEqual([expect.stringContaining(next.replace(/[.。]$/, ""))]);
  });

  it.each([
    ["The kiosk runs on port 6390.", "The planner runs on port 6400 now."],
    ["Mara owns the booking service.", "Mara owns the mail service now."],
    ["The gateway waits 30 seconds for Lyon.", "The gateway tries 3 times for Lima now."],
    ["We sail to Oslo on Mondays.", "We sail to Lima on Thursdays now."],
    ["We use Redis.", "We no longer use Redis for sessions."],
    ["The API runs on Heroku.", "The API no longer runs on Heroku in staging."],
    ["Wir nutzen Redis.", "Wir nutzen Redis nicht mehr für Sitzungen."],
    ["We use Redis.", "We don't use Redis for sessions anymore."],
  ])("leaves what is about another thing: %s", async (old, next) => {
    const { says, page, items } = await desk();
    await says(old);
    await says(next);
    const told = [page(), ...owedOf(items()).map(({ text }) => `- ${text}`)].join("\n").match(/^- .*$/gm) ?? [];
    expect(told).toHaveLength(2);
  });

  const hand = "# Memory\n\n## Facts\n\n- The staging host is called cobalt.\n- The office is in Lyon.\n";

  it.each([
    [
      "We deploy on Tuesdays and never on Fridays.",
      "no, we deploy on Wednesdays, not on Tuesdays",
      "we deploy on Wednesdays, not on Tuesdays, and never on Fridays",
    ],
    [
      "Mara owns the booking service, nobody else merges there.",
      "No, Ines owns the booking service since last week, Mara has left.",
      "Ines owns the booking service since last week, Mara has left, nobody else merges there",
    ],
    [
      "Wir deployen immer dienstags und nie am Freitag.",
      "Nein, wir deployen immer mittwochs, nicht dienstags.",
      "wir deployen immer mittwochs, nicht dienstags, und nie am Freitag",
    ],
    [
      "The booking API listens on port 4411, because 4410 was taken.",
      "No, the booking API listens on port 4412, not 4411.",
      "the booking API listens on port 4412, not 4411",
    ],
    [
      "We always deploy on Tuesdays and never on Fridays.",
      "no, we deploy on Fridays, not on Tuesdays",
      "we deploy on Fridays, not on Tuesdays",
    ],
  ])("says on what a correction does not speak of: %s %s", async (old, next, entry) => {
    const { says, page } = await desk();
    await says(old);
    await says(next);
    expect(page().match(/^- .*$/gm)).toEqual([`- ${entry} [human]`]);
  });

  it("leaves an entry that nobody heard where it only has another value", async () => {
    const { says, page } = await desk({ "MEMORY.md": hand });
    await says("The staging host is called umber.");
    expect(page()).toMatch(/^- The staging host is called cobalt\.$/m);
    expect(page()).toMatch(/^- The staging host is called umber \[human\]$/m);
  });

  it.each([
    "No, that's wrong: the staging host is called umber, not cobalt.",
    "The staging host is now called umber.",
    "We renamed the staging host: it is called umber from now on, no longer cobalt.",
  ])("takes the place of an entry that nobody heard where it says so: %s", async (text) => {
    const { says, page } = await desk({ "MEMORY.md": hand });
    await says(text);
    expect(page()).not.toMatch(/^- The staging host is called cobalt\.$/m);
    expect(page()).toMatch(/^ +.*called cobalt/m);
    expect(page()).toMatch(/^- The office is in Lyon\.$/m);
  });

  it.each([
    ["We deploy on Tuesdays.", "We now deploy on Mondays."],
    ["We always use npm in this project.", "We use pnpm now instead of npm."],
    ["Standup is at 9:30.", "Standup is at 10:00 from now on."],
    ["Deploys run twice a week.", "Deploys run three times a week now."],
    ["We use Redis for sessions.", "We no longer use Redis for sessions."],
    ["We use Redis.", "We no longer use Redis."],
    ["We use Redis here.", "We no longer use Redis for now."],
    ["We use Redis.", "We no longer use Redis in this repo."],
    ["We use Redis.", "We no longer use Redis for cost reasons."],
  ])("takes the place of what another clone of the memory heard: %s %s", async (was, text) => {
    const { says, page } = await desk({
      "MEMORY.md": `# Memory\n\n## Rules\n\n- ${was} [human]\n- Ask Ada first.\n`,
    });
    await says(text);
    expect(page()).not.toContain(`- ${was} [human]`);
    expect(page()).toContain(`: “${was}”`);
    expect(page()).toMatch(/^- Ask Ada first\.$/m);
  });

  it("takes the place of an entry that nobody heard where it names the wrong value after a comma", async () => {
    const { says, page, items } = await desk({ "MEMORY.md": "- We deploy on Tuesdays, never Fridays.\n" });
    await says("No, we deploy on Mondays now, not on Tuesdays.");
    expect(items()[0]?.ended).toMatchObject({ instead: true });
    expect(page()).toContain("“We deploy on Tuesdays, never Fridays.”");
    expect(page()).not.toMatch(/^- We deploy on Tuesdays/m);
  });

  it.each([
    ["**Cooldown:** 30 minutes between posts", "The heartbeat runs every 60 minutes now, not every 30."],
    ["Duration > 30 minutes", "The heartbeat runs every 60 minutes now, not every 30."],
    ["Commit messages", "From now on write commit messages in English, not in German."],
    ["Git commit with clear message", "From now on write commit messages in English, not in German."],
    ["Model: Sonnet", "We switched the model from Opus to Sonnet."],
  ])(
    "leaves an entry that nobody heard where it speaks of something else too, or is no more than a name: %s",
    async (was, text) => {
      const { says, page } = await desk({ "MEMORY.md": `# Memory\n\n- ${was}\n` });
      await says(text);
      expect(page()).toContain(`- ${was}\n`);
      expect(page()).not.toContain("Superseded");
    },
  );

  it.each([
    ["Always run make lint before you commit.", "You don't need to run make lint before you commit any more.", true],
    ["Ask before you delete files.", "From now on there is no need to ask before you delete files.", true],
    ["Always ask before you delete files.", "From now on you don't need to ask before you create files.", false],
  ])("takes the place of a rule that it lifts, and of no other: %s %s", async (was, text, lifts) => {
    const { says, page } = await desk();
    await says(was);
    await says(text);
    expect(page().includes("Superseded")).toBe(lifts);
  });

  it("leaves what it only shares a word with", async () => {
    const { says, page } = await desk({ "MEMORY.md": hand });
    await says(
      "No, that's wrong: the ferry leaves at nine, not at ten.",
      "The canteen is now in the other building.",
    );
    expect(page()).toMatch(/^- The staging host is called cobalt\.$/m);
    expect(page()).toMatch(/^- The office is in Lyon\.$/m);
  });

  it("changes what is said of the thing that a word names, whatever that took the place of, and not of another", async () => {
    const past =
      "Superseded 2026-11-02: “The ferry desk in Lyon prints every booking twice and files the second one by hand.”";
    const hand = `# Memory\n\n## Rules\n\n- From now on throttler runs on Node 24.2\n- From now on mailer runs on Node 24.2\n  - ${past}\n`;
    const { says, page } = await desk({ "MEMORY.md": hand });
    await says("mailer runs on Node 22.4 after all, 24.2 broke the build.");
    expect(page()).toMatch(/^- From now on throttler runs on Node 24.2$/m);
    expect(page()).toMatch(/^- mailer runs on Node 22.4 after all.*\n.*“From now on mailer runs on Node 24.2”/m);
  });

  it("changes the one that it says most of, where it denies a word of several", async () => {
    const { says, page } = await desk();
    await says("Nimm im Ordner kiosk bun für die Pakete, immer.");
    await says("Nimm im Ordner exporter bun für die Pakete, immer.");
    await says("Ab jetzt werden Pakete im Ordner exporter mit deno installiert, nicht mit bun.");
    expect(page()).toMatch(/^- Nimm im Ordner kiosk bun/m);
    expect(page()).toMatch(/^- Ab jetzt .*deno.*\n.*exporter/m);
  });

  it.each([
    ["Backups of mailer are kept for 523 days.", "Backups of archiver are kept for 523 days."],
    ["mailer stores its data in NATS.", "archiver stores its data in NATS."],
    ["We use Slack for incidents.", "We use Slack for standups now."],
    ["I prefer uvu for the tests of translator.", "I prefer uvu for the tests of geocoder."],
    [
      "No, Emeka owns the invoices service since last week, Keiko has left.",
      "No, Farid owns the webhooks service since last week, Brigid has left.",
    ],
  ])("keeps what is so of two things: %s %s", async (one, other) => {
    const { says, page } = await desk();
    await says(one);
    await says(other);
    expect(page()).not.toContain("Superseded");
  });

  it.each([
    ["Rosalind owns the booking service of Lyon.", "Mara owns the booking service of Lyon."],
    ["The staging host of mailer is called cobalt.", "The staging host of mailer is called umber."],
    [
      "Backups of mailer are kept for 523 days.",
      "Legal asked for more: backups of mailer are kept for 497 days, not 523.",
    ],
    ["billing 服务在本地用端口 8884。", "更正一下:billing 服务现在用端口 12172,不是 8884。"],
  ])("lets the later word hold of one thing: %s %s", async (one, other) => {
    const { says, page } = await desk();
    await says(one);
    await says(other);
    expect(page()).toContain("Superseded");
  });

  it("changes what has the word that is denied, however alike a correction of another thing is", async () => {
    const { says, page } = await desk();
    await says("billing 服务在本地用端口 8884。", "ledger 服务在本地用端口 7514。");
    await says("更正一下:ledger 服务现在用端口 7925,不是 7514。");
    await says("更正一下:billing 服务现在用端口 12172,不是 8884。");
    expect(page()).toMatch(/^- 更正一下:ledger 服务现在用端口 7925.*\n {2}- .*“ledger 服务在本地用端口 7514”/m);
    expect(page()).toMatch(/^- 更正一下:billing 服务现在用端口 12172.*\n {2}- .*“billing 服务在本地用端口 8884”/m);
  });

  it("lets a ban stand beside what is to be done where something changes", async () => {
    const { says, page } = await desk();
    await says("Never touch the table `dunning` of reporting.");
    await says("Whenever you change the schema of reporting, run `nx derive` afterwards.");
    expect(page()).not.toContain("Superseded");
  });

  it("puts no word of one script in the place of one of another", async () => {
    const { says, page } = await desk();
    await says("vitest はもう使いません。", "From now on mailer runs on Node 24.2.");
    expect(page()).toMatch(/^- .*vitest はもう使いません/m);
    expect(page()).not.toContain("Superseded");
  });

  it("puts no rule in the place of a rule of the same matter", async () => {
    const { says, page } = await desk();
    await says("Never book the night ferry.", "Never book the night train.", "Always use pnpm in the web folder.");
    await says("Always use cargo in the core folder.");
    for (const said of ["night ferry", "night train", "pnpm", "cargo"])
      expect(page()).toMatch(new RegExp(`^- .*${said}`, "m"));
  });
});

describe("what waits beside a correction", () => {
  it("is known on: the later of two values alone gets to a page", async () => {
    const { says, page } = await desk();
    await says("The staging host is called cobalt.");
    await says(
      "The mail queue is called heron.",
      "The staging host is called umber.",
      "The mail queue is called ibis.",
    );
    expect(page()).toContain("- The staging host is called umber");
    expect(page()).toContain("- The mail queue is called ibis");
    expect(page()).not.toContain("heron");
  });
});

describe("where it is kept", () => {
  it("goes to a page of the section where MEMORY.md is longer than its harness loads", async () => {
    const long = Array.from(
      { length: 205 },
      (_, count) => `- The customer number ${count} has a shelf of their own.`,
    );
    const text = `# Memory\n\n${long.join("\n")}\n`;
    const { says, page, memory } = await desk({ "MEMORY.md": text }, { profile: "claude-code" });
    const { kept, waiting } = await says("Never book the night ferry.");
    expect(waiting).toEqual([]);
    expect(page()).toBe(text);
    expect(kept[0]?.page).not.toBe("MEMORY.md");
    expect(memory.read(kept[0]!.page)).toContain("- Never book the night ferry [human]");
    const again = await says("Always use pnpm.");
    expect(again.kept[0]?.page).toBe(kept[0]?.page);
  });

  it.each(["CLAUDE.md", "AGENTS.md"])("stands in %s already, and is written nowhere else", async (file) => {
    const files = { "MEMORY.md": "# Memory\n", [file]: "# Rules\n\n- Never book the night ferry.\n" };
    const { says, page, memory, items } = await desk(files, { profile: "claude-code" });
    const before = memory.reasons();
    await says("Never book the night ferry.");
    expect(items()[0]?.ended).toMatchObject({ state: "kept", page: file, again: true, commit: null });
    expect(page()).toBe("# Memory\n");
    expect(memory.reasons()).toEqual(before);
  });

  it("is one entry where two keep at once", async () => {
    const { memory, says, page } = await desk();
    const { primary } = memory.workspace;
    await says("The ledger belongs to Lyon.");
    const hearing = { at, by: "codex", session: "s-two", key: "p1", isPerson: true, before: null };
    must(hear(primary, "Never book the night ferry.", hearing));
    const both = await Promise.all([0, 1].map(() => keepHeard(primary, { detached: "refuse" })));
    expect(both.flatMap((kept) => must(kept).kept)).toHaveLength(1);
    expect(page().split("night ferry")).toHaveLength(2);
  });

  it("holds no other back where one has brackets that a page refuses", async () => {
    const { says, page, items } = await desk();
    const { waiting } = await says("Never ship [truncated] logs.", "Never book the night ferry.");
    expect(page()).toContain("Never book the night ferry");
    expect(page()).toContain("Never ship “truncated” logs");
    expect([waiting, owedOf(items())]).toEqual([[], []]);
  });

  it("asks nobody for what no page is to hold", async () => {
    const { memory, items } = await desk();
    const { primary } = memory.workspace;
    const said = statementKinds.map(
      (kind) =>
        ({
          text: `A ${kind} of its own`,
          kind,
          scope: "project",
          score: 1,
          why: "",
          corrects: null,
          lasting: true,
          chance: 1,
        }) as const,
    );
    must(inboxOf(primary).add(said, { at, by: "cli", session: null, key: "k", isPerson: true }));
    must(await keepHeard(primary, { detached: "refuse" }));
    const left = items().filter(({ ended }) => ended === null);
    expect(left.map(({ kind }) => kind)).toEqual(["task", "question", "chat"]);
  });

  it("keeps what an agent remembers under its own name, beside what a person says", async () => {
    const { memory, says, page } = await desk();
    await says("Never book the night ferry.");
    const about = { by: "codex", session: null, isPerson: false };
    const done = must(await remember(memory.workspace.primary, "Always use pnpm.", about, { detached: "refuse" }));
    expect(done).toMatchObject({ says: "", kept: { page: "MEMORY.md" } });
    expect(page()).toMatch(/^- Always use pnpm\.$/m);
    expect(memory.repo.git("log", "-1", "--format=%B")).toContain("agent:codex");
  });

  it("puts an agent's word in the place of another agent's, and of no person's, heard here or in another clone", async () => {
    const hand = "# Memory\n\n## Rules\n\n- We deploy on Tuesdays. [human]\n";
    const { memory, says, page } = await desk({ "MEMORY.md": hand });
    await says("Standup is at 9:30 from now on.");
    const about = { by: "codex", session: null, isPerson: false };
    for (const text of [
      "We now deploy on Mondays.",
      "Standup is at 10:00 now.",
      "Retro is at 14:00.",
      "Retro is at 15:00 now.",
    ])
      must(await remember(memory.workspace.primary, text, about, { detached: "refuse" }));
    expect(page()).toMatch(/^- We deploy on Tuesdays\. \[human\]$/m);
    expect(page()).toMatch(/^- Standup is at 9:30 from now on \[human\]$/m);
    expect(page()).toMatch(/^- We now deploy on Mondays\.$/m);
    expect(page()).toMatch(/^- Retro is at 15:00 now\.\n.*“Retro is at 14:00\.”$/m);
  });
});
