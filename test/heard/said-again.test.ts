/** Said again: what does not say that it lasts waits until another session says it, too. */

import { describe, expect, it } from "vitest";
import type { Instant } from "../../src/base/ids.js";
import { inboxOf, owedOf, pendingOf } from "../../src/heard/inbox.js";
import { hear, statementsOf } from "../../src/heard/statement.js";
import { hearWhole, keepHeard } from "../../src/night/keep/heard.js";
import { at, desk, must } from "../support/heard-desk.js";

describe("what does not say that it lasts", () => {
  const hand = "# Memory\n\n- The staging host is called cobalt, which the desk in Lyon keeps.\n";

  it("waits in the inbox, and goes to a page where it is said again in another session", async () => {
    const { memory, says, page, items } = await desk();
    const { primary } = memory.workspace;
    expect((await says("Our ferry leaves at nine.")).kept).toEqual([]);
    expect((await says("Our ferry leaves at nine!")).kept).toEqual([]);
    expect(page()).toBe("# Memory\n");
    expect(pendingOf(items())).toEqual([]);
    expect(owedOf(items()).map(({ text }) => text)).toContain("Our ferry leaves at nine");
    const hearing = { at, by: "codex", session: "s-two", key: "p1", isPerson: true, before: null };
    must(hear(primary, "our ferry leaves at nine", hearing));
    must(await keepHeard(primary, { detached: "refuse" }));
    expect(page().split("ferry leaves at nine")).toHaveLength(2);
  });

  it("goes to a page where another session tells the agent the same in other words", async () => {
    const { memory, says, page } = await desk();
    const { primary } = memory.workspace;
    await says("stop selling berths in the main harbor");
    expect(page()).toBe("# Memory\n");
    const hearing = { at, by: "codex", session: "s-two", key: "p1", isPerson: true, before: null };
    must(hear(primary, "please stop selling any berths in the main harbor", hearing));
    must(await keepHeard(primary, { detached: "refuse" }));
    expect(page()).toContain("berths in the main harbor");
  });

  it.each(["you changed the tariff in the main harbor, not the copy of the desk", "non pas du tout"])(
    "waits where the work in hand is corrected a second time: %s",
    async (text) => {
      const { memory, page } = await desk();
      const { primary } = memory.workspace;
      for (const session of ["s-one", "s-two"]) {
        must(hear(primary, text, { at, by: "codex", session, key: "p1", isPerson: true, before: null }));
        must(await keepHeard(primary, { detached: "refuse" }));
      }
      expect(page()).toBe("# Memory\n");
    },
  );

  it.each([
    "cuando es la demo con el cliente",
    "cada cuanto corre el backup",
    "where do i find the openai key",
    "en que servidor corre y hasta cuando tenemos contrato?",
    "when am i on vacation and who does the reviews?",
    "quand sort la prochaine version",
    "wie oft läuft das backup",
  ])("is a question however often it is asked: %s", (text) => {
    expect(statementsOf(text, null).filter(({ kind }) => kind !== "question")).toEqual([]);
  });

  it.each([
    "cuando vence el certificado lo renueva Ana",
    "cuando hay migraciones haz un backup antes",
    "quand passe la CI on merge avec squash",
    "quando è venerdì non facciamo deploy",
    "когда выходит релиз обнови changelog",
    "cuanto menos codigo mejor",
    "what is the database: Postgres 16 on RDS",
    "how many times have I told you not to touch the lockfile",
    "wie oft muss ich noch sagen dass wir pnpm nehmen",
    "I prefer short answers, right?",
    "I said no default exports, didn't I?",
  ])("is none where it tells a case or is told: %s", (text) => {
    expect(statementsOf(text, null)[0]?.kind).not.toBe("question");
  });

  it.each(["Keep up the great work", "Your help means a lot to me"])(
    "is courtesy however often it is said: %s",
    async (text) => {
      const { memory, page } = await desk();
      const { primary } = memory.workspace;
      for (const session of ["s-one", "s-two"])
        must(hear(primary, text, { at, by: "codex", session, key: "p1", isPerson: true, before: null }));
      must(await keepHeard(primary, { detached: "refuse" }));
      expect(page()).toBe("# Memory\n");
    },
  );

  it.each([
    [
      "Always sell a berth in the main harbor, not in the copy.",
      "i think the wrong ferry was sold in the main harbor because we made that change in the copy",
    ],
    [
      "we never touch the customers table on staging",
      "undo that, not the customers table, i meant the couriers table on staging",
    ],
    ["never touch `customers` on staging", "undo that, not `customers`, i said touch `couriers` on staging"],
    [
      "remember that redis on staging has only 256mb so no big keys",
      "undo that last edit, i changed my mind, we'll keep it in postgres not redis, because of the 256mb thing",
    ],
    [
      "Niemals die Tabelle kunden auf staging anfassen.",
      "mach das rückgängig, nicht kunden, ich meinte kuriere auf staging",
    ],
    [
      "Nunca toques la tabla clientes en staging.",
      "deshaz eso, no la tabla clientes, quise decir la tabla envíos en staging",
    ],
    ["Ne touche jamais à la table clients.", "annule ça, pas la table clients, je voulais dire la table colis"],
    [
      "Remember: the backup of the ledger runs at four on the old host.",
      "no, not the ledger, revert that and do the host list",
    ],
  ])("leaves a page where the work in hand is corrected: %s | %s", async (was, text) => {
    const { memory, says, page } = await desk();
    const { primary } = memory.workspace;
    await says(was);
    const before = page();
    expect(before).toContain("[human]");
    must(hear(primary, text, { at, by: "codex", session: "s-two", key: "p1", isPerson: true, before: "Done." }));
    must(await keepHeard(primary, { detached: "refuse" }));
    expect(page()).toBe(before);
  });

  it.each([
    ["Remember that the metrics server listens on port 8080.", "no, it's port 9090, not 8080", "8080"],
    [
      "Merk dir: unsere Ansprechpartnerin ist Frau Berger.",
      "Nein, sie heißt Frau Bauer, nicht Berger",
      "Frau Berger",
    ],
  ])("gives way to who names its number or name as wrong: %s | %s", async (was, text, gone) => {
    const { memory, says, page } = await desk();
    const { primary } = memory.workspace;
    await says(was);
    expect(page()).toContain(gone);
    must(hear(primary, text, { at, by: "codex", session: "s-two", key: "p1", isPerson: true, before: "Done." }));
    must(await keepHeard(primary, { detached: "refuse" }));
    expect(page()).toMatch(new RegExp(`Superseded [^\n]*${gone}`));
  });

  it("keeps what has words of its own beside a decision that denies one of the others", async () => {
    const { says, page } = await desk();
    await says("Remember that redis on staging has only 256mb so no big keys.");
    await says("Undo that last edit, we'll keep it in postgres not redis, because of the 256mb thing.");
    expect(page()).toContain("- redis on staging has only 256mb so no big keys [human]");
    expect(page()).toContain("keep it in postgres not redis");
  });

  it.each([
    "The ferry leaves at nine. Rename the berth of the desk. Why is the list so slow?",
    "they should be limited to one berth",
  ])("waits where one prompt was only sent again, or half a sentence said again: %s", async (prompt) => {
    const { memory, says, page } = await desk();
    const { primary } = memory.workspace;
    await says(prompt);
    must(hear(primary, prompt, { at, by: "codex", session: "s-two", key: "p1", isPerson: true, before: null }));
    must(await keepHeard(primary, { detached: "refuse" }));
    expect(page()).toBe("# Memory\n");
  });

  it("is kept where somebody asks for it", async () => {
    const { memory, says, page, items } = await desk();
    await says("This ferry leaves at nine.");
    const ids = items().map(({ id }) => id);
    must(await keepHeard(memory.workspace.primary, { detached: "refuse", ids }));
    expect(page()).toContain("- This ferry leaves at nine [human]");
  });

  it("is looked for a page to correct once, and never touches what a person wrote by hand where it names nothing wrong in it", async () => {
    const { says, page, items } = await desk({ "MEMORY.md": hand });
    await says("That is wrong, that host is at the desk in Lima.");
    expect(page()).toBe(hand);
    expect(owedOf(items())).toMatchObject([{ kind: "correction", lasting: false, looked: true }]);
    expect(pendingOf(items())).toEqual([]);
    await says("That is wrong, the staging host is at the desk in Lima.");
    expect(page()).toContain(hand);
  });

  it("waits as the later of two, and goes to a page where another session says it with nearly its words", async () => {
    const { memory, says, page, items } = await desk();
    const { primary } = memory.workspace;
    await says("Our ferry leaves at nine sharp.", "Our ferry leaves at ten sharp.");
    expect(page()).toBe("# Memory\n");
    expect(owedOf(items()).map(({ text }) => text)).toEqual(["Our ferry leaves at ten sharp"]);
    expect(items()[0]?.ended).toMatchObject({ state: "settled", because: `replaced by ${items()[1]?.id}` });
    const hearing = { at, by: "codex", session: "s-two", key: "p1", isPerson: true, before: null };
    must(hear(primary, "our ferry leaves at ten sharp!", hearing));
    must(await keepHeard(primary, { detached: "refuse" }));
    expect(page()).toMatch(/ur ferry leaves at ten sharp \[human\]/);
    expect(owedOf(items())).toEqual([]);
  });

  it.each([
    ["Never print [existing lines] in the log.", "Never print “existing lines” in the log. [human]"],
    ["[truncated]", null],
  ])("is never owed for ever because a page refuses it: %s", async (text, entry) => {
    const { memory, page, items } = await desk();
    const { primary } = memory.workspace;
    must(hearWhole(primary, text, { at, by: "codex", session: null, key: "p1", isPerson: true }));
    must(await keepHeard(primary, { detached: "refuse" }));
    expect(owedOf(items())).toEqual([]);
    if (entry === null)
      expect(items()[0]?.ended).toMatchObject({ state: "expired", rule: "stands for text that is left out" });
    else expect(page()).toContain(entry);
  });

  it("goes from the inbox after sixty days", async () => {
    const { memory, says, items } = await desk();
    const inbox = inboxOf(memory.workspace.primary);
    await says("This ferry leaves at nine.", "Never book the night ferry.");
    must(inbox.tidy("2027-01-21T08:00:00Z" as Instant));
    expect(owedOf(items())).toHaveLength(1);
    must(inbox.tidy("2027-01-23T08:00:00Z" as Instant));
    expect(items()[0]?.ended).toMatchObject({ state: "expired", rule: expect.stringContaining("said once") });
    expect(items()[1]?.ended).toMatchObject({ state: "kept" });
  });
});
