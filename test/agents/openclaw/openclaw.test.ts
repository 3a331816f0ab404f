/** OpenClaw: the plugin told hook by hook in this process, as several of its instances are, and what setup writes for it. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type ContextEngine,
  isPrivate,
  type OpenClawApi,
  openclawPlugin,
} from "../../../src/agents/openclaw/plugin.js";
import { type Cli, cli } from "../../support/cli.js";
import { here } from "../../support/here.js";

type Handler = Parameters<OpenClawApi["on"]>[1];
type Answer = { readonly appendSystemContext?: string; readonly prependContext?: string } | undefined;

interface Desk {
  readonly program: Cli;
  readonly run: ReturnType<typeof here>;
  readonly workspace: string;
  readonly warnings: string[];
  /** Another instance of the plugin; OpenClaw tells each hook to any of them. */
  readonly load: () => Instance;
}

interface Instance {
  readonly tell: (name: string, event: object, context?: object) => Promise<Answer>;
  /** A turn of the person's, without its end. */
  readonly ask: (prompt: string, context?: object) => Promise<Answer>;
  readonly corpus: Parameters<OpenClawApi["registerMemoryCorpusSupplement"]>[0];
  readonly supplement: (asked: object) => readonly string[];
  /** One turn's. */
  readonly engine: () => ContextEngine;
}

const session = { sessionId: "s-1", sessionKey: "agent:main:main", agentId: "main" };

function desk(): Desk {
  const program = cli();
  const workspace = join(program.folder, "workspace");
  mkdirSync(workspace);
  const warnings: string[] = [];
  let runs = 0;
  const load = (): Instance => {
    const handlers = new Map<string, Handler>();
    let corpus: Instance["corpus"] | null = null;
    let supplement: Instance["supplement"] = () => [];
    let engine: Instance["engine"] | null = null;
    openclawPlugin(
      {
        config: {},
        logger: { warn: (says) => void warnings.push(says) },
        runtime: { agent: { resolveAgentWorkspaceDir: () => workspace } },
        on: (name, handler) => void handlers.set(name, handler),
        registerMemoryPromptSupplement: (builder) => {
          supplement = (asked) => builder({ ...asked });
        },
        registerMemoryCorpusSupplement: (given) => {
          corpus = given;
        },
        registerContextEngine: (_, make) => {
          engine = () => make({ workspaceDir: workspace });
        },
      },
      {
        buildMemorySystemPromptAddition: () => "Memory is OpenClaw's.",
        delegateCompactionToRuntime: () => Promise.resolve({ ok: true, compacted: true }),
      },
      { ...program.env, PAGEFILE_HOOKS: "0" },
    );
    if (corpus === null || engine === null) throw new Error("The plugin did not register all of its parts.");
    const tell: Instance["tell"] = async (name, event, context = {}) =>
      (await handlers.get(name)?.({ ...event }, { ...session, ...context })) as Answer;
    const ask: Instance["ask"] = (prompt, context = {}) => {
      runs += 1;
      const about = { workspaceDir: workspace, trigger: "user", runId: `r-${runs}`, ...context };
      return tell("before_prompt_build", { prompt, messages: [] }, about);
    };
    return { tell, ask, corpus, supplement, engine };
  };
  return { program, run: here(program), workspace, warnings, load };
}

/** All pages of the memory's HEAD. */
function keptIn({ program }: Desk, memory: string): string {
  return program.git(["grep", "-h", "-e", "", "HEAD"], memory);
}

/** The workspace's memory, which the first prompt made. */
function memoryOf({ program }: Desk): string {
  const projects = join(program.env.PAGEFILE_HOME ?? "", "projects");
  return join(projects, readdirSync(projects)[0] ?? "");
}

describe("openclaw, a session", () => {
  it("gets a memory and its pages at the end of the system prompt, the same to the byte with every prompt and every instance", async () => {
    const at = desk();
    const first = await at.load().ask("Hello.");
    expect(first?.appendSystemContext).toContain(
      "Pagefile keeps a memory for this project, and no page of it says anything yet",
    );
    expect(first?.appendSystemContext).toContain("--session s-1");
    expect(first?.prependContext).toBeUndefined();
    await at.run(["append", "memory", "The ferry leaves at nine.", "--repo", memoryOf(at)]);
    const later = await at.load().ask("Go on with the other thing.");
    expect(later?.appendSystemContext).toBe(first?.appendSystemContext);
    // What a process left that is gone.
    const folder = join(memoryOf(at), ".git/pagefile/openclaw");
    const file = join(folder, readdirSync(folder).find((name) => name.endsWith(".json")) ?? "");
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), begun: "1 2" }));
    expect((await at.load().ask("Go on."))?.appendSystemContext).toBe(first?.appendSystemContext);
    expect(at.warnings).toEqual([]);
  });

  it("hears what a person says, keeps it when the turn ends, and gives it in a session after a reset, by another name", async () => {
    const at = desk();
    const plugin = at.load();
    await plugin.ask("From now on always use pnpm here, never npm.");
    expect((await at.run(["inbox", "--repo", memoryOf(at)])).stdout).toContain("always use pnpm");
    await at.load().tell("agent_end", { messages: [], success: true });
    expect(keptIn(at, memoryOf(at))).toContain("always use pnpm here, never npm");
    await at.load().tell("session_end", { sessionId: "s-1", messageCount: 2, reason: "reset", nextSessionId: "s-1" });
    const after = await plugin.ask("Good morning.");
    expect(after?.appendSystemContext).toContain("always use pnpm here, never npm");
    expect(after?.appendSystemContext).toContain("--session s-1.2");
    expect(at.program.git(["log", "--format=%B"], memoryOf(at))).toContain("Pagefile-Session: s-1");
    expect(at.warnings).toEqual([]);
  });

  it("keeps what was said in it for a month, and its place for as long as it lasts", async () => {
    const at = desk();
    await at.load().ask("Book the ferry.");
    const folder = join(memoryOf(at), ".git/pagefile/openclaw");
    const old = new Date(Date.now() - 31 * 86_400_000);
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), old, old);
    await at.load().ask("Hello.", { sessionId: "s-2", sessionKey: "agent:main:other" });
    const ends = readdirSync(folder).map((name) => name.slice(name.lastIndexOf(".")));
    expect(ends.sort()).toEqual([".json", ".json", ".jsonl"]);
    expect(at.warnings).toEqual([]);
  });

  it("has no word of a purged entry in its files, and goes on under the same name", async () => {
    const at = desk();
    const plugin = at.load();
    await plugin.ask("From now on never book the Zanzibar ferry on Mondays.");
    await plugin.tell("agent_end", { messages: [], success: true });
    await plugin.tell("session_end", { sessionId: "s-1", messageCount: 2, reason: "reset", nextSessionId: "s-1" });
    const memory = memoryOf(at);
    expect((await plugin.ask("Good morning."))?.appendSystemContext).toContain("Zanzibar");
    const { stdout } = await at.run(["blame", "memory", "--json", "--repo", memory]);
    const [entry] = JSON.parse(stdout).entries.filter(({ text }: { text: string }) => text.includes("Zanzibar"));
    const folder = join(memory, ".git/pagefile/openclaw");
    const words = (): string =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), "utf8"))
        .join("\n");
    expect(words().match(/Zanzibar/g)?.length).toBeGreaterThan(1);
    const done = await at.run(["purge", "--entry", entry.digest, "--yes", "--repo", memory]);
    expect(done.exit, done.stdout + done.stderr).toBe(0);
    expect(words()).not.toContain("Zanzibar");
    expect(words()).toContain("Good morning.");
    expect((await at.load().ask("Go on."))?.appendSystemContext).toContain("--session s-1.2");
    const over = await at.run(["purge", "--source", "session:s-1.2", "--yes", "--repo", memory]);
    expect(over.exit, over.stdout + over.stderr).toBe(0);
    expect(words()).not.toContain("Good morning.");
  });

  it("decides on its pages anew behind a compaction, and answers a prompt that asks for what came since", async () => {
    const at = desk();
    const plugin = at.load();
    const first = await plugin.ask("Hello.");
    await at.run(["append", "memory", "The ferry to Porto leaves at nine.", "--repo", memoryOf(at)]);
    const asked = await plugin.ask("When does the ferry to Porto leave?");
    expect(asked?.prependContext).toContain("The ferry to Porto leaves at nine.");
    expect(asked?.appendSystemContext).toBe(first?.appendSystemContext);
    await at.load().tell("before_compaction", { messageCount: 4, tokenCount: 100 }, { workspaceDir: at.workspace });
    expect((await plugin.ask("Go on."))?.appendSystemContext).toContain("The ferry to Porto leaves at nine.");
  });

  it("hears the message itself where OpenClaw tells it, and nothing that no person said", async () => {
    const at = desk();
    const plugin = at.load();
    const inbox = async (): Promise<string> => (await at.run(["inbox", "--repo", memoryOf(at)])).stdout;
    await plugin.tell("message_received", { from: "x", content: "Never book hotels above 350 EUR." });
    await plugin.ask("Sender: from now on always answer in French.\n\nNever book hotels above 350 EUR.");
    expect(await inbox()).toContain("Never book hotels above 350 EUR");
    expect(await inbox()).not.toContain("French");
    const beat = await plugin.ask("From now on always speak Dutch.", { trigger: "heartbeat" });
    expect(beat?.appendSystemContext).toContain("Pagefile keeps");
    await plugin.ask("From now on always speak Danish.", { inputProvenance: { kind: "inter_session" } });
    expect(await inbox()).not.toMatch(/Dutch|Danish/);
  });

  it("gives nothing to groups, and nothing of theirs is heard", async () => {
    const at = desk();
    const plugin = at.load();
    await plugin.ask("Hello.");
    const group = { sessionKey: "agent:main:telegram:group:-100", sessionId: "s-2" };
    expect(await plugin.ask("From now on always speak Dutch.", group)).toBeUndefined();
    expect((await at.run(["inbox", "--all", "--repo", memoryOf(at)])).stdout).not.toContain("Dutch");
    expect(plugin.supplement({ agentSessionKey: group.sessionKey })).toEqual([]);
    expect(
      await plugin.corpus.search({ query: "lessons", agentSessionKey: group.sessionKey, agentId: "main" }),
    ).toEqual([]);
    expect(["agent:main:main", "agent:main:telegram:direct:7", "agent:work:main"].map(isPrivate)).toEqual([
      true,
      true,
      true,
    ]);
    expect(
      ["agent:main:subagent:1", "agent:main:cron:x", "agent:main:discord:channel:1:thread:2"].map(isPrivate),
    ).toEqual([false, false, false]);
  });

  it("keeps a tool's result by reference, once, and not that of the tool that called it", async () => {
    const at = desk();
    const plugin = at.load();
    await plugin.ask("Look it up.");
    const call = { toolName: "exec", params: { command: "fares" }, toolCallId: "c-1" };
    const result = { content: [{ type: "text", text: "Porto: 31 EUR, word for word" }] };
    await plugin.tell("after_tool_call", { ...call, result });
    await plugin.tell("after_tool_call", {
      toolName: "tool_call",
      params: { id: "exec" },
      toolCallId: "c-2",
      result,
    });
    const notes = join(memoryOf(at), ".git/pagefile/harness");
    const text = readdirSync(notes)
      .map((name) => readFileSync(join(notes, name), "utf8"))
      .join("");
    expect(text.split('"kind":"tool"')).toHaveLength(2);
    expect(text).toContain("fares");
  });
});

describe("openclaw, when something is wrong", () => {
  it("answers nothing and warns while its memory cannot be read, and goes on when it can", async () => {
    const at = desk();
    const plugin = at.load();
    await plugin.ask("Hello.");
    const file = join(memoryOf(at), "pagefile.yaml");
    const sound = readFileSync(file, "utf8");
    writeFileSync(file, ": not yaml: [");
    await plugin.tell("before_compaction", { messageCount: 4, tokenCount: 100 });
    expect(await plugin.ask("Go on.")).toEqual({});
    for (const name of ["after_tool_call", "agent_end", "session_end"])
      expect(await plugin.tell(name, { toolName: "exec", params: {}, reason: "reset" })).toBeUndefined();
    expect(
      await plugin.corpus.search({ query: "lessons", agentSessionKey: session.sessionKey, agentId: "main" }),
    ).toEqual([]);
    expect(at.warnings.length).toBeGreaterThan(0);
    expect(at.warnings.every((says) => says.startsWith("pagefile: "))).toBe(true);
    writeFileSync(file, sound);
    expect((await plugin.ask("Go on."))?.appendSystemContext).toContain("Pagefile keeps");
  });

  it("throws nothing at OpenClaw, whatever it is told", async () => {
    const at = desk();
    const plugin = at.load();
    for (const name of ["before_prompt_build", "after_tool_call", "agent_end", "before_compaction", "session_end"]) {
      expect(await plugin.tell(name, {}, { sessionId: 7, workspaceDir: "/nowhere/at/all" })).toBeUndefined();
      expect(await plugin.tell(name, { prompt: 3, params: "x" }, { workspaceDir: "\0" })).toBeOneOf([undefined, {}]);
    }
  });
});

describe("openclaw, its search", () => {
  it("finds pages of the memory and shows their lines", async () => {
    const at = desk();
    const { ask, corpus } = at.load();
    await ask("Hello.");
    await at.run(["append", "memory", "The ferry to Porto leaves at nine.", "--repo", memoryOf(at)]);
    const about = { agentId: "main", agentSessionKey: session.sessionKey };
    const [hit] = (await corpus.search({ ...about, query: "ferry Porto", maxResults: 3 })) as readonly {
      id: string;
      snippet: string;
      corpus: string;
    }[];
    expect(hit).toMatchObject({ corpus: "pagefile", path: "MEMORY.md" });
    expect(hit?.snippet).toContain("The ferry to Porto leaves at nine.");
    const page = (await corpus.get({ ...about, lookup: hit?.id, fromLine: 2, lineCount: 3 })) as { content: string };
    expect(page).toMatchObject({ fromLine: 2, lineCount: 3 });
    expect(await corpus.get({ ...about, lookup: "nobody" })).toBeNull();
  });

  it("finds what was said and no page holds yet", async () => {
    const at = desk();
    const { ask, corpus } = at.load();
    await ask("Plan the week. The lanterns of the quay are painted by Ada.");
    const about = { agentId: "main", agentSessionKey: session.sessionKey };
    const [hit] = (await corpus.search({ ...about, query: "who paints the lanterns of the quay?" })) as readonly {
      id: string;
    }[];
    expect(hit).toMatchObject({ kind: "heard", snippet: "The lanterns of the quay are painted by Ada" });
    expect(await corpus.get({ ...about, lookup: hit?.id })).toMatchObject({
      content: "The lanterns of the quay are painted by Ada",
    });
    expect(await corpus.get({ ...about, lookup: "inbox:nobody" })).toBeNull();
    const one = { ...about, query: "who paints the lanterns of the quay?", maxResults: 1 };
    expect(await corpus.search(one)).toHaveLength(1);
    // A page may be called so, too.
    const letters = ["--title", "Inbox", "--body", "Letters of Ada.", "--field", "subject=a", "--field", "prefers=b"];
    await at.run(["new", "--type", "preference", ...letters, "--repo", memoryOf(at)]);
    expect(await corpus.get({ ...about, lookup: "inbox" })).toMatchObject({ id: "inbox" });
  });
});

describe("openclaw, the engine", () => {
  const asks = (messages: readonly object[], more: object = {}): Readonly<Record<string, unknown>> => ({
    ...{ ...session, messages, tokenBudget: 12_000, model: "claude-opus-4-5" },
    ...{ availableTools: new Set(["exec"]), runtimeContext: { promptCache: { expiresAt: 1 } }, ...more },
  });

  /** A person's question, a call and a long answer of the tool, and what the model said to it. */
  const turnOf = (number: number, text: string): readonly object[] => [
    { role: "user", content: `Question ${number}`, timestamp: number * 10 },
    {
      role: "assistant",
      content: [{ type: "toolCall", id: `call-${number}`, name: "exec", arguments: { command: `fares ${number}` } }],
      timestamp: number * 10 + 1,
    },
    {
      ...{ role: "toolResult", toolCallId: `call-${number}`, toolName: "exec", isError: false },
      ...{ content: [{ type: "text", text }], timestamp: number * 10 + 2 },
    },
    { role: "assistant", content: [{ type: "text", text: `Answer ${number}` }], timestamp: number * 10 + 3 },
  ];

  const fares = (number: number): string =>
    Array.from({ length: 300 }, (_, line) => `Porto ${number}: train ${line} costs ${line * 7 + number} EUR`).join(
      "\n",
    );

  const history = [1, 2, 3, 4].flatMap((number) => turnOf(number, fares(number)));

  /** What the first stub's own line prints, from a folder that has nothing to do with the memory. */
  const readBack = (messages: readonly object[]): string => {
    const texts = (messages as readonly { content: unknown }[]).flatMap(({ content }) =>
      Array.isArray(content) ? content.map(({ text }) => String(text)) : [],
    );
    const [, line = ""] = /\[Stub of [^\]]*Whole: ([^\]]*)\]/.exec(texts.join("\n")) ?? [];
    return execFileSync("sh", ["-c", line], { cwd: tmpdir(), encoding: "utf8", stdio: "pipe" });
  };

  it("sends old results as stubs that can be read back, the same to the byte in another instance, and says what memory says", async () => {
    const at = desk();
    const plugin = at.load();
    await plugin.ask("Hello.");
    const first = (await plugin.engine().assemble(asks(history))) as { messages: readonly object[] };
    const sent = JSON.stringify(first.messages);
    expect(sent.length).toBeLessThan(JSON.stringify(history).length / 2);
    expect(first).toMatchObject({ systemPromptAddition: "Memory is OpenClaw's." });
    for (const number of [1, 2, 3, 4]) expect(sent).toContain(`call-${number}`);
    expect(readBack(first.messages)).toMatch(/Porto \d: train 150 costs/);
    const warm = { runtimeContext: { promptCache: { expiresAt: Date.now() + 60_000 } } };
    const again = (await at.load().engine().assemble(asks(history, warm))) as { messages: readonly object[] };
    expect(again.messages).toEqual(first.messages);
  });

  it("takes a turn in once, whoever tells it again", async () => {
    const at = desk();
    const plugin = at.load();
    await plugin.ask("From now on always use pnpm here, never npm.");
    const turn = { advancementKey: "k-1", admission: { ...session, entryId: "e" }, messages: [] };
    expect(await plugin.engine().commitTurn(turn)).toEqual({ status: "committed" });
    expect(keptIn(at, memoryOf(at))).toContain("always use pnpm here, never npm");
    expect(await at.load().engine().commitTurn(turn)).toEqual({ status: "duplicate" });
    expect(await plugin.engine().commitTurn({ ...turn, advancementKey: "k-2" })).toEqual({ status: "committed" });
  });

  it("keeps what a stub points to without the secrets in it", async () => {
    const at = desk();
    const plugin = at.load();
    await plugin.ask("Hello.");
    const secret = "wJalrXUtnFEMIK7MDENGbPxRfiCYzzzzzzzzKEYz";
    const holding = [...turnOf(0, `AWS_SECRET_ACCESS_KEY=${secret}\n${fares(0)}`), ...history];
    const { messages } = (await plugin.engine().assemble(asks(holding))) as { messages: readonly object[] };
    const sent = JSON.stringify(messages);
    expect(sent.length).toBeLessThan(JSON.stringify(holding).length / 2);
    expect(sent).not.toContain(secret);
    const kept = readBack(messages);
    expect(kept).toMatch(/Porto 0: train 150 costs/);
    expect(kept).not.toContain(secret);
  });

  it("gives the history out as it came where its state cannot be kept, and where it is told nothing", async () => {
    const at = desk();
    const plugin = at.load();
    await plugin.ask("Hello.");
    const folder = join(memoryOf(at), ".git/pagefile/harness");
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "no folder");
    expect(await plugin.engine().assemble(asks(history))).toMatchObject({ messages: history });
    expect(at.warnings.length).toBeGreaterThan(0);
    for (const asked of [
      {},
      { messages: 7 },
      { messages: [null, 3], tokenBudget: -1 },
      { ...session, messages: [{}], tokenBudget: 9 },
    ])
      expect(await plugin.engine().assemble(asked)).toHaveProperty("messages");
    expect(await plugin.engine().commitTurn({})).toEqual({ status: "committed" });
    expect(await plugin.engine().compact({})).toEqual({ ok: true, compacted: true });
  });
});

describe("setup openclaw", () => {
  const place = (text: string | null): { readonly run: ReturnType<typeof here>; readonly file: string } => {
    const program = cli();
    const file = join(program.env.HOME ?? "", ".openclaw/openclaw.json");
    mkdirSync(join(file, ".."));
    if (text !== null) writeFileSync(file, text);
    return { run: here(program), file };
  };

  it("writes a configuration where there is none, and takes it away again", async () => {
    const { run, file } = place(null);
    expect((await run(["setup", "openclaw", "--dry-run"])).stdout).toContain('"allowConversationAccess": true');
    expect(existsSync(file)).toBe(false);
    await run(["setup", "openclaw"]);
    const { plugins } = JSON.parse(readFileSync(file, "utf8"));
    expect(plugins.load.paths[0]).toMatch(/\/templates\/harness\/openclaw$/);
    expect(plugins.entries.pagefile).toEqual({ enabled: true, hooks: { allowConversationAccess: true } });
    await run(["setup", "openclaw", "--remove"]);
    expect(existsSync(file)).toBe(false);
  });

  it("finds ours again in a file that OpenClaw printed anew, also with commas behind the last ones", async () => {
    const { run, file } = place('{ "gateway": {} }');
    await run(["setup", "openclaw"]);
    const printed = JSON.stringify(JSON.parse(readFileSync(file, "utf8")), null, 2);
    writeFileSync(file, printed.replaceAll(/([\]}])\n/g, "$1,\n").replaceAll(",,", ","));
    expect((await run(["setup", "openclaw", "--remove"])).exit).toBe(0);
    expect(readFileSync(file, "utf8")).toBe('{\n  "gateway": {},\n}');
  });

  it("changes nothing where the file is broken, of another shape, or turns the plugin off", async () => {
    for (const [text, exit, says] of [
      ["{ gateway: ", 9, "no object in JSON5"],
      ["{ plugins: { load: { paths: 'x' } } }", 9, "no object in JSON5"],
      ["{ a: 1, a: 2 }", 9, "no object in JSON5"],
      ["{ plugins: { enabled: false } }", 2, "plugins.enabled is false"],
      ["{ plugins: { deny: ['pagefile'] } }", 2, "plugins.deny names pagefile"],
    ] as const) {
      const { run, file } = place(text);
      const done = await run(["setup", "openclaw"]);
      expect([done.exit, done.stderr]).toEqual([exit, expect.stringContaining(says)]);
      expect(readFileSync(file, "utf8")).toBe(text);
    }
    const { run } = place("{}");
    expect((await run(["setup", "openclaw", "--scope", "project"])).stderr).toContain("openclaw.json alone");
  });

  it("gives the kernel the slot of the engine where it is asked to, and takes nobody's", async () => {
    const text = "{ plugins: { slots: { memory: 'memory-core' } } }";
    const { run, file } = place(text);
    await run(["setup", "openclaw", "--kernel"]);
    expect(readFileSync(file, "utf8")).toContain('"contextEngine": "pagefile"');
    await run(["setup", "openclaw"]);
    expect(readFileSync(file, "utf8")).not.toContain("contextEngine");
    await run(["setup", "openclaw", "--kernel"]);
    await run(["setup", "openclaw", "--remove"]);
    expect(readFileSync(file, "utf8")).toBe(text);
    const other = place("{ plugins: { slots: { contextEngine: 'other' } } }");
    expect((await other.run(["setup", "openclaw", "--kernel"])).stderr).toContain("contextEngine is other");
    expect((await other.run(["setup", "openclaw"])).exit).toBe(0);
    expect((await other.run(["setup", "codex", "--kernel"])).exit).toBe(2);
  });

  it("goes by the file, the profile and the workspace that OpenClaw goes by", async () => {
    const program = cli();
    const [run, home] = [here(program), program.env.HOME ?? ""];
    const own = join(program.folder, "own.json");
    const desk = join(program.folder, "desk");
    mkdirSync(desk);
    writeFileSync(own, `{ agents: { list: [ { id: 'a' }, { id: 'b', default: true, workspace: '${desk}' } ] } }`);
    const done = JSON.parse(
      (await run(["setup", "openclaw", "--json"], { env: { OPENCLAW_CONFIG_PATH: own } })).stdout,
    );
    expect(done.files[0].path).toBe(own);
    expect(done.memory.root).toContain("/projects/desk-");
    mkdirSync(join(home, ".openclaw-work"));
    const other = JSON.parse(
      (await run(["setup", "openclaw", "--json"], { env: { OPENCLAW_PROFILE: "work" } })).stdout,
    );
    expect(other.files[0].path).toBe(join(home, ".openclaw-work/openclaw.json"));
    rmSync(join(home, ".openclaw-work"), { recursive: true });
  });
});
