/**
 * Stories of the studio, each as a person would live it, with real keys in a real browser: a wrong fact is found and corrected, two of five are
 * approved, a night is taken back, a rule is missed in a prompt, a conflict is settled, and somebody else writes while one types.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Cli, cli } from "../support/cli.js";
import { clones, mergeCommand } from "../support/clones.js";
import { story } from "../support/harness-events.js";
import { claudeCodeSession } from "../support/recorded-sessions.js";
import { type Browser, chromium, missing, openBrowser, pictureFile, type Tab } from "./browser.js";
import { type Served, served } from "./served.js";

const program = chromium();
if (program === null) process.stderr.write(`\n\n${missing}\n\n`);
const page = "memory/preferences/travel-mornings.md";
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let browser: Browser;

interface Scene {
  readonly at: Cli;
  readonly root: string;
  readonly studio: Served;
  readonly tab: Tab;
  readonly text: (path?: string) => string;
}

async function scene(
  prepare: (at: Cli, root: string) => void = () => undefined,
  given?: { at: Cli; root: string },
): Promise<Scene> {
  const at = given?.at ?? cli();
  const root = given?.root ?? at.sample();
  prepare(at, root);
  const studio = await served(at, root);
  const tab = await browser.tab();
  await tab.size(1_200, 800);
  onTestFinished(async () => {
    expect(tab.errors()).toEqual([]);
    await tab.close();
  });
  return { at, root, studio, tab, text: (path = page) => readFileSync(join(root, path), "utf8") };
}

interface AxeFound {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What a person who sees, hears or moves otherwise could not use; `colors` for what another scheme can change. */
async function barriers(tab: Tab, rules: "all" | "colors" = "all"): Promise<readonly string[]> {
  if (await tab.value<boolean>("window.axe === undefined")) await tab.value(`${axe}; 0`);
  const only =
    rules === "colors" ? ", runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }" : "";
  const found = await tab.value<readonly AxeFound[]>(
    `axe.run(document, { resultTypes: ['violations']${only} }).then(({ violations }) => violations)`,
  );
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ html, failureSummary }) => `${html.slice(0, 120)} ${failureSummary}`)
          .join("; ")
          .slice(0, 600)}`,
    );
}

/** What fades in has its colors at its end alone. */
const still =
  "Promise.allSettled(document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < 10_000).map(({ finished }) => finished)).then(() => true)";

/** Where nothing is to be scrolled sideways, and nothing stands beyond the edge. */
const isWide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";

/** The one that the README shows, drawn anew with `UPDATE=1`. */
const shown = fileURLToPath(new URL("studio.png", import.meta.url));

/** Holds for what is in sight in both schemes and in a narrow window; `PAGEFILE_PICTURES` names a folder for pictures of it. */
async function everyWay(tab: Tab, name: string): Promise<void> {
  if (name === "now" && process.env.UPDATE === "1") await tab.picture(shown);
  for (const [scheme, rules] of [
    ["light", "all"],
    ["dark", "colors"],
  ] as const) {
    await tab.scheme(scheme);
    await tab.value(still);
    await drawn(tab, `${name}-${scheme}`);
    expect(await barriers(tab, rules), `${name}, ${scheme}`).toEqual([]);
  }
  await tab.size(400, 800);
  expect(await tab.value<boolean>(isWide), `${name} at 400 pixels`).toBe(false);
  await drawn(tab, `${name}-narrow`);
  await tab.size(1_200, 800);
  await tab.scheme("light");
}

async function drawn(tab: Tab, name: string): Promise<void> {
  const file = pictureFile(name);
  if (file !== null) await tab.picture(file);
}

function prompts(at: Cli, root: string): void {
  at.run(["--repo", root, "assemble", "--budget", "760", "--session", "7f3a"]);
  at.run(["--repo", root, "assemble", "--budget", "640", "--session", "7f3a"]);
  at.run(["--repo", root, "recall", "hotels", "--session", "7f3a"]);
  const recorded = join(at.env.HOME ?? "", ".claude/projects/-desk");
  mkdirSync(recorded, { recursive: true });
  writeFileSync(join(recorded, "7f3a.jsonl"), claudeCodeSession());
}

const things =
  "blue van,small hall,paper tickets,second key,old logo,tin boxes,long table,red carpet,wide bridge,warm soup,loud bell".split(
    ",",
  );

/** A night that asks about five statements. */
function nights(at: Cli, root: string): void {
  const lines = things.map((each) => `- **Decision:** we stay with the ${each} until spring comes`);
  writeFileSync(join(root, "memory/2026-11-20.md"), `# 2026-11-20\n\n${lines.join("\n")}\n`);
  at.git(["add", "--all"], root);
  at.git(["commit", "--quiet", "--no-verify", "--message=A day"], root);
  expect(at.run(["--repo", root, "nightly"]).exit).toBe(0);
}

describe.skipIf(program === null)("stories", () => {
  beforeAll(async () => {
    browser = await openBrowser(program!);
  });
  afterAll(() => browser.close());

  test("a wrong fact is found by typing, corrected by keys, and its earlier words stay below it", async () => {
    const { tab, studio, text } = await scene();
    await tab.goto(studio.url);
    await tab.shows("trip-desk");
    await tab.press("/");
    await tab.until("document.activeElement?.id === 'search'");
    await tab.type("morning dep");
    await tab.press("Enter");
    await tab.shows("Aisle seats; window seats on night trains");
    await everyWay(tab, "page");
    await tab.click(".entry:nth-of-type(3) button", "Correct");
    await tab.until("document.activeElement?.tagName === 'TEXTAREA'");
    await tab.type("Window seats, always. [human]");
    await tab.press("Ctrl+Enter");
    await tab.shows("Committed.");
    await tab.until("document.querySelector('.read')?.innerText.includes('Window seats, always.')");
    expect(text()).toContain("Window seats, always.");
    expect(text()).toContain("Aisle seats");
    expect(await tab.value<string>("document.querySelector('.deed .line code').textContent")).toContain(" correct ");
    await everyWay(tab, "corrected");
    await tab.click(".deed button", "Undo");
    await tab.until("!document.querySelector('.read')?.innerText.includes('always')");
    expect(text()).not.toContain("always");
  });

  test("two of five that the night asks about are accepted with the keyboard alone", async () => {
    const { tab, studio, text } = await scene(nights);
    const kept = (): number => text("MEMORY.md").match(/^- /gm)?.length ?? 0;
    const before = kept();
    await tab.goto(`${studio.url}#/inbox`);
    await tab.shows("What the night asks");
    const asked = await tab.value<number>("document.querySelectorAll('.card header').length");
    expect(asked).toBeGreaterThanOrEqual(5);
    await everyWay(tab, "inbox");
    await tab.press(" ");
    await tab.press("j");
    await tab.press(" ");
    await tab.shows("2 things chosen");
    await tab.press("a");
    await tab.until(`document.querySelectorAll('.card header').length === ${asked - 2}`, 20_000);
    expect(kept() - before).toBe(2);
    await tab.press("x");
    await tab.until(`document.querySelectorAll('.card header').length === ${asked - 3}`, 20_000);
    expect(kept() - before).toBe(2);
  });

  test("a night is taken back, and one that would be is looked at first", async () => {
    const { tab, studio, text } = await scene(nights);
    const before = text("MEMORY.md");
    expect(things.some((each) => before.includes(each))).toBe(true);
    await tab.goto(`${studio.url}#/inbox`);
    await tab.click("button", "What would tonight do?");
    await tab.until("document.querySelector('.tonight .empty, .tonight .card') !== null", 30_000);
    await tab.click("button", "Undo the last night");
    await tab.shows("Committed.", 20_000);
    expect(things.filter((each) => text("MEMORY.md").includes(each))).toEqual([]);
  });

  test("what was heard is put in better words and kept", async () => {
    const { tab, studio, root } = await scene((at, memory) => {
      const input = story(at.folder, "s-one", memory).event("UserPromptSubmit", {
        prompt: "Always book the harbour ferry for the team.",
        prompt_id: "p1",
      });
      expect(at.run(["harness", "claude-code", "UserPromptSubmit"], { cwd: memory, input }).exit).toBe(0);
    });
    await tab.goto(`${studio.url}#/inbox`);
    await tab.shows("Heard, not on a page yet");
    await tab.press("e");
    await tab.until("document.querySelector('#reword') !== null");
    await tab.value("document.querySelector('#reword').select()");
    await tab.click("#reword");
    await tab.value("document.querySelector('#reword').focus()");
    await tab.type("Always book the harbor ferry for the whole team.");
    await tab.click(".card .form button", "Save");
    await tab.shows("harbor ferry for the whole team");
    await tab.value("document.activeElement?.blur()");
    await tab.click(".card button", "Keep");
    await tab.until(
      "document.querySelector('.deed:not(.bad)') !== null && !document.body.innerText.includes('Heard, not on a page yet')",
      20_000,
    );
    const grep = cliGrep(root, "harbor ferry");
    expect(grep).toContain("harbor ferry for the whole team");
  });

  test("why a rule was not in the prompt is found by its name, and prompts are walked through", async () => {
    const { tab, studio } = await scene(prompts);
    await tab.goto(`${studio.url}#/now`);
    await tab.shows("of 640 tokens");
    await everyWay(tab, "now");
    await tab.click(".filter");
    await tab.value("document.querySelector('.filter').focus()");
    await tab.type("kickoff");
    await tab.shows("Kickoff call about Lisbon");
    await tab.shows("It did not fit into what was left");
    await tab.value("document.activeElement.blur()");
    await tab.press("j");
    await tab.shows("of 760 tokens");
    for (const [name, hash] of [
      ["time", "#/time"],
      ["cost", "#/cost"],
    ] as const) {
      await tab.goto(`${studio.url}${hash}`);
      await tab.until("document.querySelector('.moment, .card') !== null");
      if (name === "cost") {
        await tab.click(".card button", "What did the whole session cost?");
        await tab.shows("read from a cache", 20_000);
      }
      await everyWay(tab, name);
    }
  });

  test("a question shows what is found, by what, and what a prompt would be given", async () => {
    const { tab, studio } = await scene();
    await tab.goto(`${studio.url}#/recall`);
    await tab.shows("Ask something");
    await tab.press("/");
    await tab.until("document.activeElement?.id === 'question'");
    await tab.type("which hotel did we decide on?");
    await tab.press("Enter");
    await tab.shows("One hotel for everyone");
    await tab.shows("confidence");
    await everyWay(tab, "recall");
  });

  test("a conflict of two people is settled from both sides side by side", async () => {
    const both = clones("driver", { path: "memory/seats.md", text: seats });
    const seat = (version: number, kind: string) => (text: string) =>
      text
        .replace("version: 1", `version: ${version}`)
        .replace("prefers: window", `prefers: ${kind}`)
        .replace("a window", `a ${kind}`);
    both.commit(both.ours, seat(2, "middle"));
    both.commit(both.theirs, seat(3, "rear"));
    expect(both.joined(mergeCommand)).toBe(true);
    const { tab, studio } = await scene(undefined, { at: both.cli, root: both.ours });
    await tab.goto(`${studio.url}#/inbox`);
    await tab.shows("Two versions say different things");
    await everyWay(tab, "conflict");
    await tab.click(".card button", "Theirs");
    await tab.until("document.querySelectorAll('.card header').length === 1", 20_000);
    await tab.click(".card button", "Theirs");
    await tab.shows("Nothing waits", 20_000);
    expect(both.textIn(both.ours)).toContain("Prefers a rear seat.");
    expect(both.textIn(both.ours)).not.toContain("middle");
  });

  test("somebody writes while one types: nothing is lost, both are shown, and a reload keeps the draft", async () => {
    const { tab, studio, at, root, text } = await scene();
    await tab.goto(`${studio.url}#/pages/travel-mornings`);
    await tab.shows("Aisle seats");
    await tab.press("e");
    await tab.until("document.querySelector('textarea.code') !== null");
    await tab.value(
      "(() => { const area = document.querySelector('textarea.code'); area.focus(); area.setSelectionRange(area.value.length, area.value.length); })()",
    );
    await tab.type("- Typed in the studio. [human]\n");
    await tab.shows("Not saved yet");
    expect(
      at.run([
        "--repo",
        root,
        "append",
        "travel-mornings",
        "Written by an agent. [agent]",
        "--actor",
        "agent:desk",
        "--origin",
        "agent",
      ]).exit,
    ).toBe(0);
    await tab.shows("changed on disk while you were typing", 2_000);
    expect(await tab.value<string>("document.querySelector('.change ins, .note ins').textContent")).not.toBe("");
    await everyWay(tab, "both-changed");
    await tab.reload();
    await tab.until("document.querySelector('textarea.code')?.value.includes('Typed in the studio')");
    await tab.click("button", "Take what is on disk");
    await tab.until("document.querySelector('textarea.code')?.value.includes('Written by an agent')");
    await tab.value(
      "(() => { const area = document.querySelector('textarea.code'); area.focus(); area.setSelectionRange(area.value.length, area.value.length); })()",
    );
    await tab.type("- Typed once more. [human]\n");
    await tab.press("Ctrl+s");
    await tab.shows("Committed as your edit");
    expect(text()).toContain("Written by an agent.");
    expect(text()).toContain("Typed once more.");
  });

  test("fields, pins and the past of a page are at hand", async () => {
    const { tab, studio, text } = await scene();
    await tab.goto(`${studio.url}#/pages/travel-mornings/fields`);
    await tab.until("document.getElementById('field-fields.prefers') !== null");
    await everyWay(tab, "fields");
    await tab.value(
      "(() => { const field = document.getElementById('field-fields.prefers'); field.focus(); field.select(); })()",
    );
    await tab.type("before noon");
    await tab.press("Enter");
    await tab.shows("Committed.");
    expect(text()).toContain("before noon");
    await tab.until("document.querySelector('.head').innerText.includes('version 4')");
    await tab.value(
      "(() => { const pin = document.querySelector('select'); pin.value = 'soft'; pin.dispatchEvent(new Event('change', { bubbles: true })); })()",
    );
    await tab.until("document.querySelector('.head .mark.pin') !== null");
    expect(text()).toContain("pin: soft");
    await tab.goto(`${studio.url}#/pages/travel-mornings/history`);
    await tab.click(".summary", "fields.prefers");
    await tab.until("[...document.querySelectorAll('.patch ins')].some((each) => each.textContent.includes('noon'))");
    await everyWay(tab, "history");
    await tab.goto(`${studio.url}#/pages/travel-mornings/blame`);
    await tab.until("document.querySelectorAll('.blame .quote').length > 2");
    await everyWay(tab, "blame");
    await tab.press("?");
    await tab.until("document.querySelector('dialog[open]') !== null");
    expect(await barriers(tab)).toEqual([]);
  });

  test("no text of a memory runs as a script, in the studio or in the file that opens from disk", async () => {
    const wicked = "</script><script>window.hit=1</script><img src=x onerror='window.hit=1'>";
    const { tab, studio, at, root } = await scene((each, memory) => {
      prompts(each, memory);
      writeFileSync(
        join(memory, "memory/preferences/wicked.md"),
        `---\nid: wicked\ntype: preference\ntitle: "${wicked}"\ntags: ["${wicked}"]\nfields: { subject: x, prefers: "${wicked}" }\n---\n\n# ${wicked}\n\n- ${wicked} [click](javascript:window.hit=1) ![p](https://example.org/x.png)\n- [out](https://example.org/)\n`,
      );
      each.git(["add", "-A"], memory);
      each.git(["commit", "-q", "--no-verify", "-m", wicked], memory);
    });
    const file = join(at.folder, "still.html");
    expect(at.run(["--repo", root, "studio", "--static", file]).exit).toBe(0);
    for (const start of [studio.url, pathToFileURL(file).href]) {
      for (const place of [
        "pages/wicked",
        "pages/wicked/source",
        "pages/wicked/fields",
        "pages/wicked/history",
        "pages/wicked/blame",
        "now",
        "inbox",
        "time",
        "cost",
      ]) {
        await tab.goto(`${start}#/${place}`);
        await tab.until("document.querySelector('main h1') !== null");
        await tab.until("!document.querySelector('main').innerText.includes('Loading')");
        expect(await tab.value<unknown>("window.hit ?? null")).toBeNull();
        expect(
          await tab.value<number>(
            "document.querySelectorAll('main script, main img, a[href^=\"javascript\"]').length",
          ),
        ).toBe(0);
        if (start !== studio.url)
          expect(await tab.value<string>("document.querySelector('main').innerText")).not.toContain(
            "does not hold that",
          );
      }
    }
    expect(await tab.value<string>("document.querySelector('.live').textContent")).toBe("a file");
    await tab.goto(`${pathToFileURL(file).href}#/pages/travel-mornings`);
    await tab.shows("Aisle seats");
    expect(await tab.value<number>("document.querySelectorAll('main .entry-actions, main form').length")).toBe(0);
    await everyWay(tab, "still");
  });
});

const seats = `---
id: seats
type: preference
title: Seats
version: 1
updated: 2026-01-01T00:00:00Z
fields: { subject: seats, prefers: window }
---
- Prefers a window seat.
- Sits alone.
`;

function cliGrep(root: string, words: string): string {
  const at = cli();
  return at.git(["grep", "-h", words], root);
}
