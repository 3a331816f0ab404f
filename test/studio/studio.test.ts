/** Studio: who gets in and who does not, and that nothing is lost, whatever happens to the memory or to the studio. */

import { once } from "node:events";
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { openWorkspace } from "../../src/open.js";
import { argvOf, lineOf, shownOf } from "../../src/studio/acts.js";
import type {
  BillAnswer,
  BlameAnswer,
  HistoryAnswer,
  InboxAnswer,
  NowAnswer,
  Overview,
  PageAnswer,
  RecallAnswer,
  TimeAnswer,
} from "../../src/studio/shape.js";
import { stillOf } from "../../src/studio/still.js";
import { type Cli, cli } from "../support/cli.js";
import { here } from "../support/here.js";
import { claudeCodeSession } from "../support/recorded-sessions.js";
import { secretSamples } from "../support/secret-samples.js";
import { type Served, served } from "./served.js";

const path = "memory/preferences/travel-mornings.md";

async function opened(): Promise<{ readonly program: Cli; readonly root: string; readonly studio: Served }> {
  const program = cli();
  const root = program.sample();
  return { program, root, studio: await served(program, root) };
}

async function pageOf(studio: Served, id = "travel-mornings"): Promise<PageAnswer> {
  const answer = await studio.view<PageAnswer>("page", { id });
  if (!answer.ok) throw new Error(answer.says);
  return answer.value;
}

describe("what a prompt would be given", () => {
  test("is what a session's prompt is given, with what waits for its words", async () => {
    const { program, root, studio } = await opened();
    const waiting =
      "---\nname: ferry-tickets\ntype: procedural_rule\ntrigger: { words: [night ferry] }\n---\n\n# Ferry\n\n- Show both tickets at the gate.\n";
    writeFileSync(join(root, "memory", "ferry-tickets.md"), waiting);
    program.git(["add", "-A"], root);
    program.git(["commit", "--quiet", "--message=Add a page that waits"], root);
    const text = "Book us onto the night ferry, please.";
    const answer = await studio.view<RecallAnswer>("recall", { q: text });
    if (!answer.ok) throw new Error(answer.says);
    expect(answer.value.given.map((entry) => entry.text)).toContain("Show both tickets at the gate.");
  });
});

describe("who gets in", () => {
  test("a foreign host, a foreign origin, no token and a wrong one get nothing", async () => {
    const { studio } = await opened();
    const { port, pathname } = new URL(studio.url);
    const json = { "Content-Type": "application/json" };
    const body = JSON.stringify({ act: "archive", words: { page: "travel-mornings" } });
    const tries = [
      await studio.ask("", { headers: { Host: `memory.example.org:${port}` } }),
      await studio.ask("api/overview", { headers: { Host: "127.0.0.1" } }),
      await studio.ask("api/overview", { headers: { Origin: "https://example.org" } }),
      await studio.ask("api/overview", { headers: { Origin: "null" } }),
      await studio.ask("api/overview", { headers: { "Sec-Fetch-Site": "cross-site" } }),
      await studio.ask("act", { method: "POST", headers: { ...json, Origin: "https://example.org" }, body }),
      await studio.ask("act", { method: "POST", headers: json, body }),
      await studio.ask("act", {
        method: "POST",
        headers: { "Content-Type": "text/plain", Origin: studio.origin },
        body,
      }),
      await studio.ask("act", { method: "PUT", headers: { ...json, Origin: studio.origin }, body }),
      await studio.askAny("/"),
      await studio.askAny("/api/overview"),
      await studio.askAny(`${pathname.slice(0, -2)}/api/overview`),
      await studio.askAny(`//example.org${pathname}`),
      await studio.askAny(`${pathname}../../etc/passwd`),
    ];
    expect(tries.map(({ status }) => status)).toEqual([
      403, 403, 403, 403, 403, 403, 403, 415, 405, 404, 404, 404, 404, 404,
    ]);
    expect(tries.map(({ text }) => text).join("")).not.toContain("travel");
    expect((await pageOf(studio)).page.tier).toBe("hot");
  });

  test("every answer closes the page to scripts, frames, caches and other sites, and sets no cookie", async () => {
    const { studio } = await opened();
    for (const name of ["", "studio.js", "studio.css", "api/overview", "nothing"]) {
      const { headers } = await studio.ask(name);
      expect(headers["content-security-policy"]).toContain("script-src 'self'");
      expect(headers["content-security-policy"]).not.toContain("unsafe");
      expect(headers["referrer-policy"]).toBe("no-referrer");
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers["set-cookie"]).toBeUndefined();
      expect(headers["access-control-allow-origin"]).toBeUndefined();
    }
    expect((await studio.ask("")).text).not.toMatch(/<script(?![^>]* src=)/);
  });

  test("the files of the page are under 60 KB, packed", async () => {
    const { studio } = await opened();
    const files = await Promise.all(["", "studio.js", "studio.css"].map((name) => studio.ask(name)));
    expect(files.reduce((sum, { text }) => sum + gzipSync(text).length, 0)).toBeLessThan(60_000);
  });

  test("it listens on this machine alone", async () => {
    const { studio } = await opened();
    expect(new URL(studio.url).hostname).toBe("127.0.0.1");
    expect(new URL(studio.url).pathname).toMatch(/^\/[\w-]{24}\/$/);
    const others = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    for (const { address, family, internal } of others) {
      if (internal || family !== "IPv4") continue;
      const socket = connect({ host: address, port: Number(new URL(studio.url).port) });
      await expect(once(socket, "connect")).rejects.toThrow("ECONNREFUSED");
    }
  });
});

describe("acts", () => {
  test("no text that a person writes becomes an option of the command", () => {
    for (const act of [
      "append",
      "correct",
      "rm",
      "mv",
      "set",
      "setText",
      "archive",
      "revert",
      "keep",
      "settle",
      "reword",
      "approve",
      "retry",
    ]) {
      const wicked = "--actor=agent:other";
      const words = {
        page: wicked,
        entry: wicked,
        text: wicked,
        to: wicked,
        key: wicked,
        value: wicked,
        base: wicked,
        id: wicked,
        commit: wicked,
        what: wicked,
        because: wicked,
      };
      const argv = argvOf(lineOf(act, words)!, ["--repo=somewhere"]);
      const options = argv.slice(0, argv.indexOf("--"));
      expect(options).not.toContain(wicked);
    }
    expect(lineOf("toString", {})).toBeNull();
    expect(lineOf("purge", {})).toBeNull();
    expect(shownOf(lineOf("append", { page: "a", text: "it's $(here)" })!, [])).toBe(
      `pagefile append a 'it'\\''s $(here)'`,
    );
  });

  test("an act is committed as the person's, and a refusal is told with its hint", async () => {
    const { studio, program, root } = await opened();
    const done = await studio.act("append", { page: "travel-mornings", text: "--session=x is only text. [human]" });
    expect(done).toMatchObject({ ok: true, says: "Committed." });
    expect(done.line).toBe(`pagefile --repo=${root} append -- travel-mornings '--session=x is only text. [human]'`);
    expect(program.git(["log", "-1", "--format=%B"], root)).toContain("Pagefile-Actor: human");
    expect(readFileSync(join(root, path), "utf8")).toContain("- --session=x is only text. [human]");
    const refused = await studio.act("append", { page: "agents", text: "Book whatever is cheapest." });
    expect(refused).toMatchObject({ ok: false, reason: "POLICY_VIOLATION" });
    expect(refused.hint).not.toBe("");
    expect(await studio.act("append", { page: "nowhere", text: "x" })).toMatchObject({ ok: false });
  });

  test("what is undone is undone by a commit", async () => {
    const { studio, root } = await opened();
    const before = readFileSync(join(root, path), "utf8");
    const { commit } = await studio.act("append", { page: "travel-mornings", text: "One thing more. [human]" });
    expect(await studio.act("revert", { commit: commit ?? "" })).toMatchObject({ ok: true });
    expect(readFileSync(join(root, path), "utf8").split("---")[2]).toBe(before.split("---")[2]);
  });

  test("a studio that an agent started changes nothing as a person's", async () => {
    const program = cli();
    const root = program.sample();
    const studio = await served(program, root, { CLAUDECODE: "1" });
    const overview = await studio.view<Overview>("overview");
    expect(overview.ok && overview.value.readOnly).toContain("agent:claude-code");
    const { oid, source } = await pageOf(studio);
    expect(await studio.act("save", { page: "travel-mornings", text: `${source}- More.\n`, oid })).toMatchObject({
      ok: false,
    });
    await studio.act("append", { page: "travel-mornings", text: "By whom? [human]" });
    expect(program.git(["log", "-1", "--format=%B"], root)).toContain("Pagefile-Actor: agent:claude-code");
  });
});

describe("saving a page", () => {
  test("is a person's edit, and a page that has changed since is left as it is", async () => {
    const { studio, program, root } = await opened();
    const { source, oid } = await pageOf(studio);
    const mine = source.replace("Aisle seats", "Window seats");
    expect(await studio.act("save", { page: "travel-mornings", text: mine, oid })).toMatchObject({
      ok: true,
      line: `pagefile --repo=${root} edit travel-mornings`,
    });
    expect(program.git(["log", "-1", "--format=%B"], root)).toContain("Pagefile-Actor: human");
    const late = await studio.act("save", { page: "travel-mornings", text: source, oid });
    expect([late.ok, late.says]).toEqual([false, "The page was changed on disk since you opened it."]);
    expect(readFileSync(join(root, path), "utf8")).toContain("Window seats");
  });

  test("what a commit by hand would refuse is taken off the disk again", async () => {
    const { studio, root } = await opened();
    const { source, oid } = await pageOf(studio);
    const secret = ["ghp", "0123456789abcdefghijABCDEFGHIJ012345"].join("_");
    const refused = await studio.act("save", {
      page: "travel-mornings",
      text: `${source}- The token is ${secret}.\n`,
      oid,
    });
    expect(refused.ok).toBe(false);
    expect(`${refused.says} ${refused.hint}`).not.toContain(secret);
    expect(readFileSync(join(root, path), "utf8")).toBe(source);
  });

  test("two studios on one memory lose nothing of each other", async () => {
    const { studio, program, root } = await opened();
    const other = await served(program, root);
    const texts = Array.from({ length: 6 }, (_, i) => `Statement number ${i} of two people. [human]`);
    const done = await Promise.all(
      texts.map((text, i) => (i % 2 === 0 ? studio : other).act("append", { page: "travel-mornings", text })),
    );
    expect(done.map(({ ok, says }) => (ok ? "" : says))).toEqual(texts.map(() => ""));
    const now = readFileSync(join(root, path), "utf8");
    for (const text of texts) expect(now).toContain(text);
    const { source, oid } = await pageOf(studio);
    const both = await Promise.all(
      [studio, other].map((one, i) =>
        one.act("save", { page: "travel-mornings", text: `${source}- Saved by ${i}. [human]\n`, oid }),
      ),
    );
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(program.git(["status", "--porcelain"], root)).toBe("");
  });

  test("SIGKILL while it saves leaves the page as it was or as it was meant, and the next studio goes on", async () => {
    const program = cli();
    const root = program.sample();
    for (const wait of [0, 3, 8, 15, 25, 40]) {
      const studio = await served(program, root);
      const { source, oid } = await pageOf(studio);
      const text = `${source}- Saved after ${wait} ms. [human]\n`;
      const saving = studio.act("save", { page: "travel-mornings", text, oid }).catch(() => null);
      await new Promise((later) => setTimeout(later, wait));
      studio.process.kill("SIGKILL");
      await saving;
      const body = (all: string): string => all.split("---\n").slice(2).join("---\n");
      expect([body(source), body(text)]).toContain(body(readFileSync(join(root, path), "utf8")));
      program.git(["fsck", "--strict"], root);
    }
    const studio = await served(program, root);
    expect(await studio.act("append", { page: "travel-mornings", text: "It goes on. [human]" })).toMatchObject({
      ok: true,
    });
  });
});

describe("what it shows", () => {
  test("scripts in titles, bodies, tags, file names and commit messages come as texts in JSON, and as data in a file", async () => {
    const program = cli();
    const root = program.sample();
    const wicked = "</script><script>alert(1)</script><img src=x onerror=alert(1)>";
    writeFileSync(
      join(root, "memory/preferences/<img src=x onerror=alert(1)>.md"),
      "# A name that only a person gives\n",
    );
    writeFileSync(
      join(root, "memory/preferences/'&lt;b&gt;.md"),
      `---\nid: wicked\ntype: preference\ntitle: "${wicked}"\ntags: ["${wicked}"]\nfields: { subject: "x", prefers: "${wicked}" }\n---\n\n- ${wicked} [x](javascript:alert(1))\n`,
    );
    program.git(["add", "-A"], root);
    program.git(["commit", "-q", "--no-verify", "-m", `${wicked}`], root);
    const studio = await served(program, root);
    const answer = await studio.ask("api/page?id=wicked");
    expect(answer.headers["content-type"]).toContain("application/json");
    expect(JSON.parse(answer.text).value.page.title).toBe(wicked);
    const overview = await studio.view<Overview>("overview");
    expect(overview.ok && overview.value.pages.map((each) => each.path).join()).toContain("<img src=x");
    const file = join(program.folder, "still.html");
    expect(program.run(["--repo", root, "studio", "--static", file]).exit).toBe(0);
    const html = readFileSync(file, "utf8");
    expect(html).not.toContain("<img");
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).toContain("script-src 'sha256-");
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  test("a page of 5 MB is named with what is wrong with it, and the rest goes on", async () => {
    const { studio, root } = await opened();
    writeFileSync(
      join(root, "memory/preferences/huge.md"),
      `# Huge\n\n${"- A line of a page that is far too long.\n".repeat(130_000)}`,
    );
    await expect
      .poll(
        async () => {
          const overview = await studio.view<Overview>("overview");
          return overview.ok ? overview.value.findings.map(({ path: where }) => where) : [];
        },
        { timeout: 5_000 },
      )
      .toContain("memory/preferences/huge.md");
    expect((await pageOf(studio)).source).toContain("Aisle seats");
  });

  test("a change on disk is told soon, and a page that goes is said to be gone", async () => {
    const { studio, root } = await opened();
    const before = await pageOf(studio);
    const began = Date.now();
    writeFileSync(join(root, path), before.source.replace("Aisle seats", "Sleeper seats"));
    await expect
      .poll(async () => (await pageOf(studio)).source, { timeout: 5_000, interval: 25 })
      .toContain("Sleeper seats");
    expect(Date.now() - began).toBeLessThan(4_000);
    expect((await pageOf(studio)).page.state).toBe("edited");
    renameSync(join(root, path), join(root, "gone.txt"));
    await expect
      .poll(async () => (await studio.view<PageAnswer>("page", { id: "travel-mornings" })).ok, { timeout: 5_000 })
      .toBe(false);
  });

  test("the past of a page and who brought each entry say what the commands say", async () => {
    const { studio, program, root } = await opened();
    await studio.act("append", { page: "travel-mornings", text: "Night trains are fine. [human]" });
    await expect
      .poll(async () => {
        const history = await studio.view<HistoryAnswer>("history", { id: "travel-mornings" });
        return history.ok ? history.value.commits.length : 0;
      })
      .toBe(2);
    const blame = await studio.view<BlameAnswer>("blame", { id: "travel-mornings" });
    const told = JSON.parse(program.run(["--repo", root, "blame", "travel-mornings", "--json"]).stdout);
    expect(blame.ok && blame.value.entries.map(({ digest }) => digest)).toEqual(
      told.entries.map((each: { digest: string }) => each.digest),
    );
  });

  test("a file that is given away holds nothing that is private", async () => {
    const program = cli();
    const root = program.sample();
    const local =
      "---\nid: my-own\ntype: preference\ntitle: My own\nscope: local\nfields: { subject: a, prefers: b }\n---\n\n- Only on this disk.\n";
    writeFileSync(join(root, "memory/preferences/my-own.md"), local);
    program.run(["--repo", root, "remember", "Maybe the red bicycle is a thing."]);
    const owed = JSON.parse(program.run(["--repo", root, "inbox", "--all", "--json"]).stdout);
    const file = join(program.folder, "still.html");
    program.run(["--repo", root, "studio", "--static", file]);
    const html = readFileSync(file, "utf8");
    expect(html).not.toContain("Only on this disk");
    expect(html).not.toContain("my-own");
    if (owed.items.some(({ state }: { state: string }) => state === "heard"))
      expect(html).not.toContain("red bicycle");
    expect(program.run(["--repo", root, "studio", "--static", join(root, "MEMORY.md")])).toMatchObject({ exit: 2 });
  });

  test("a file that is given away holds no page, commit or refusal that others may not see, and counts what it holds", async () => {
    const program = cli();
    const root = program.sample();
    const page = (id: string, audience: string): string =>
      `---\nid: ${id}\ntype: preference\ntitle: ${id} title\n${audience}fields: { subject: a, prefers: b }\n---\n\n- Entry of ${id}.\n`;
    writeFileSync(join(root, "memory/preferences/hidden.md"), page("hidden-pay", "audience: private\n"));
    writeFileSync(join(root, "memory/preferences/open.md"), page("open-one", ""));
    writeFileSync(join(root, "USER.md"), "# The user\n\n- Born in Zanzibar.\n");
    program.git(["add", "-A"], root);
    program.git(["commit", "-q", "--no-verify", "-m", "Salary of Ada by hand"], root);
    const run = here(program);
    await run(["--repo", root, "append", "open-one", "- Of an ibex.\n- Of a crane."]);
    await run(["--repo", root, "mv", "open-one", "Of an ibex", "--to", "hidden-pay"]);
    await run(["--repo", root, "append", "hidden-pay", "Mentions a walrus."]);
    await run(["--repo", root, "append", "open-one", "Mentions a heron."]);
    await run(["--repo", root, "append", "hidden-pay", "A mole said so.", "--origin", "web"]);
    const opened = await openWorkspace({ cwd: root, repos: [], env: program.env, now: null });
    if (!opened.ok) throw new Error(opened.error.says);
    const made = await stillOf(opened.value, { script: "", style: "" });
    await opened.value.close();
    if (!made.ok) throw new Error(made.error.says);
    const { html, pages } = made.value;
    const words = [
      "hidden-pay",
      "Zanzibar",
      "Salary",
      "walrus",
      "mole",
      "-- Of an ibex",
      "+- Of an ibex",
      "USER.md",
      "memory/2026-11-18.md",
    ];
    expect(words.filter((word) => html.includes(word))).toEqual([]);
    const log = readFileSync(join(root, "memory/2026-11-18.md"), "utf8").match(/^- .{20}/m)?.[0] ?? "-";
    expect(html).not.toContain(log);
    expect(html).toContain("Mentions a heron.");
    expect(html).toContain("append: Mentions a heron. (open-one)");
    const data = JSON.parse(html.match(/id="still">(.*?)<\/script>/s)?.[1] ?? "");
    expect(data.overview.value.pages).toHaveLength(pages);
    expect(Object.keys(data).filter((key) => key.startsWith("page?"))).toHaveLength(pages);
    expect(data.overview.value.pages.map(({ path: at }: { path: string }) => at)).not.toContain("MEMORY.md");
  });

  test("a file that is given away holds no secret that a person typed, in page, entry, field, blame or change", async () => {
    const program = cli();
    const root = program.sample();
    const file = join(root, "memory/preferences/desk.md");
    const samples = secretSamples(11);
    const [committed, typed, said] = ["github", "pem", "passwordIs"].map((kind) => samples[kind]!);
    const page = (...lines: readonly string[]): string =>
      `---\nid: desk\ntype: preference\ntitle: Desk\nfields: { subject: desk, password: ${said?.secret} }\n---\n\n- It stands by the window.\n${lines.join("")}`;
    writeFileSync(file, page(`- Token ${committed?.secret} of the lift.\n`));
    writeFileSync(
      join(root, `memory/preferences/${samples.npm?.secret}.md`),
      "# A name that is one\n\n- Of a heron.\n",
    );
    program.git(["add", "-A"], root);
    program.git(
      ["commit", "-q", "--no-verify", "-m", `Let ${committed?.secret} in\n\nPagefile-Page: desk@1..2`],
      root,
    );
    writeFileSync(file, page("- It is of oak.\n", `- ${said?.line}\n`));
    program.git(["commit", "-q", "--no-verify", "-am", "Take it out\n\nPagefile-Page: desk@2..3"], root);
    writeFileSync(file, page("- It is of oak.\n", `- ${said?.line}\n`, `\n${typed?.line}\n`));
    const opened = await openWorkspace({ cwd: root, repos: [], env: program.env, now: null });
    if (!opened.ok) throw new Error(opened.error.says);
    const made = await stillOf(opened.value, { script: "", style: "" });
    await opened.value.close();
    if (!made.ok) throw new Error(made.error.says);
    const data = JSON.parse(made.value.html.match(/id="still">(.*?)<\/script>/s)?.[1] ?? "");
    const all = JSON.stringify(data);
    expect(Object.keys(data).filter((key) => key.startsWith("changes?id=desk"))).toHaveLength(2);
    expect(all).toContain("It is of oak.");
    const lines = [committed, samples.npm, said].map((each) => each?.secret ?? "");
    const secrets = [...lines, ...(typed?.secret ?? "").split("\n")];
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
    const { source, body, entries } = data["page?id=desk"].value;
    expect(source.slice(body)).toContain(entries[0].text);
  });

  test("what was refused waits in the inbox", async () => {
    const { studio, program, root } = await opened();
    const draft = { op: "append", page: "agents", value: "Book it all.", actor: "agent:desk", origin: "agent" };
    program.run(["--repo", root, "stage", "--patch", "-"], { input: JSON.stringify(draft) });
    program.run(["--repo", root, "flush"]);
    const refused = async (): Promise<InboxAnswer["refused"]> => {
      const inbox = await studio.view<InboxAnswer>("inbox");
      return inbox.ok ? inbox.value.refused : [];
    };
    const [row] = await refused();
    expect(row?.reason).toBe("POLICY_VIOLATION");
    // Settled, it waits no more, and is there to be read.
    expect(await studio.act("dismiss", { id: row?.id ?? "" })).toMatchObject({ ok: true });
    expect(await refused()).toEqual([]);
    expect(program.run(["--repo", root, "journal", "--rejected"]).stdout).toMatch(
      /POLICY_VIOLATION[\s\S]*settled 20/,
    );
  });

  test("a night is one row, with all that it committed", async () => {
    const { studio, program, root } = await opened();
    const lines = ["van", "hall", "key"].map((each) => `- **Decision:** we stay with the blue ${each} until spring`);
    writeFileSync(join(root, "memory/2026-11-20.md"), `# 2026-11-20\n\n${lines.join("\n")}\n`);
    program.git(["add", "--all"], root);
    program.git(["commit", "--quiet", "--no-verify", "--message=A day"], root);
    expect(program.run(["--repo", root, "nightly"]).exit).toBe(0);
    const answer = await studio.view<TimeAnswer>("time");
    const happenings = answer.ok ? answer.value.happenings : [];
    const [night, ...others] = happenings.filter(({ kind }) => kind === "night");
    expect(others).toEqual([]);
    expect(night).toMatchObject({
      title: expect.stringMatching(/^A night: \d commits?$/),
      hint: "pagefile undo night",
    });
    expect(night?.says).toContain("curate");
    expect(happenings.some(({ kind, title }) => kind === "commit" && title.includes("curate"))).toBe(false);
  });

  test("what was asked behind a prompt stands with it, and what a session cost is read from its harness", async () => {
    const { studio, program, root } = await opened();
    program.run(["--repo", root, "assemble", "--budget", "700", "--session", "s-one"]);
    program.run(["--repo", root, "recall", "hotels", "--session", "s-one"]);
    program.run(["--repo", root, "recall", "ferries", "--session", "s-two"]);
    const answer = await studio.view<NowAnswer>("now");
    const [prompt] = answer.ok ? answer.value.prompts : [];
    expect(prompt?.asked.map(({ query }) => query)).toEqual(["hotels"]);
    expect(prompt?.asked[0]?.pages.length).toBeGreaterThan(0);
    expect(await studio.view("bill", { session: "s-one" })).toMatchObject({ ok: false });
    expect(await studio.view("bill", { session: "../s-one" })).toMatchObject({ ok: false });
    const folder = join(program.env.HOME ?? "", ".claude/projects/-desk");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "s-one.jsonl"), claudeCodeSession());
    const bill = await studio.view<BillAnswer>("bill", { session: "s-one" });
    expect(bill).toMatchObject({ ok: true, value: { harness: "claude-code", file: join(folder, "s-one.jsonl") } });
    expect(bill.ok && bill.value.read).toBeGreaterThan(0);
    expect(bill.ok && bill.value.causes.map(({ cause }) => cause)).toContain("the session grew");
    const told = JSON.parse(program.run(["cost", "--json", join(folder, "s-one.jsonl")]).stdout).sessions[0];
    expect(bill.ok && bill.value.dollars).toEqual(told.dollars);
    const overview = await studio.view<Overview>("overview");
    expect(overview.ok && overview.value.before).toBe(`--repo=${root} `);
  });
});
