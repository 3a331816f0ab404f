/** The MCP server, spoken to by the SDK's own client: in process for all it does, and once over the real streams. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { mcpServer } from "../../../src/agents/mcp/server.js";
import { hear } from "../../../src/heard/statement.js";
import { openWorkspace } from "../../../src/open.js";
import { cli } from "../../support/cli.js";
import { secretSamples } from "../../support/secret-samples.js";

interface Heard {
  readonly texts: readonly string[];
  readonly isError: boolean;
}

let memory: string;
let git: (args: readonly string[], cwd?: string) => string;
let client: Client;
let call: (name: string, input?: Record<string, unknown>) => Promise<Heard>;

beforeEach(async () => {
  const program = cli();
  memory = program.sample();
  git = program.git;
  const open: Parameters<typeof mcpServer>[0]["open"] = (session, how) =>
    openWorkspace({
      cwd: memory,
      repos: [],
      env: program.env,
      now: null,
      session: session === null ? null : { session, how },
    });
  const { server } = mcpServer({ open, session: null, env: program.env });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  client = new Client({ name: "Test Client", version: "1.0.0" });
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  call = async (name, input = {}) => heard(await client.callTool({ name, arguments: input }));
});

afterEach(() => client.close());

function heard(result: Awaited<ReturnType<Client["callTool"]>>): Heard {
  const content = result.content as readonly { readonly type: string; readonly text: string }[];
  expect(content.every(({ type, text }) => type === "text" && text !== "")).toBe(true);
  return { texts: content.map(({ text }) => text), isError: result.isError === true };
}

describe("the tools", () => {
  test("are listed with schemas made from the types that parse what they are given", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "recall",
      "remember",
      "write_page",
      "read_page",
      "read_evidence",
      "assemble",
      "status",
      "faults",
    ]);
    for (const { inputSchema, description } of tools) {
      expect(inputSchema.type).toBe("object");
      expect(inputSchema.additionalProperties).toBe(false);
      expect(description).not.toBe("");
    }
    const remember = tools.find(({ name }) => name === "write_page");
    const patch = remember?.inputSchema.properties?.patch as { type: string; oneOf: readonly unknown[] };
    expect(patch.type).toBe("object");
    expect(JSON.stringify(patch.oneOf)).toContain('"const":"set_with_version"');
    const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false).map(({ name }) => name);
    expect(changing).toEqual(["recall", "remember", "write_page"]);
  });

  test("remember commits a patch in the name of the client, and read_page and recall give it back", async () => {
    const page = { op: "create", type: "preference", title: "Seats", fields: { subject: "seats", prefers: "aisle" } };
    const made = await call("write_page", {
      patch: { ...page, value: "- The aisle, on zeppelins too.", actor: "human" },
    });
    expect(made).toMatchObject({ isError: false, texts: ["Committed.", expect.stringContaining('"id":"seats"')] });
    const trailers = git(["log", "-1", "--format=%(trailers:only)"], memory);
    expect(trailers).toContain("Pagefile-Actor: agent:test-client\n");
    const read = await call("read_page", { page: "seats" });
    expect(read.texts[0]).toBe("Subject: seats.\nPrefers: aisle.\n\n- The aisle, on zeppelins too.\n");
    const { base } = JSON.parse(read.texts[1] ?? "");
    const set = { op: "set_with_version", page: "seats", key: "fields.prefers", value: "window", base };
    expect(await call("write_page", { patch: JSON.stringify(set) })).toMatchObject({ isError: false });
    const stale = await call("write_page", { patch: { ...set, value: "none" } });
    expect(stale).toMatchObject({
      isError: true,
      texts: [expect.stringMatching(/^version_conflict VERSION_CONFLICT: .*\n.*\n.*read_page/)],
    });
    const found = await call("recall", { query: "zeppelins" });
    expect(found.texts[0]).toContain("on zeppelins too");
    expect(JSON.parse(found.texts[1] ?? "")).toMatchObject({ status: "ok", pages: [{ id: "seats" }] });
    const none = await call("recall", { query: "quetzalcoatl" });
    expect(none.isError).toBe(false);
    expect(JSON.parse(none.texts[0] ?? "")).toMatchObject({ status: "no_match" });
  });

  test.each(["   ", "?", "\u200b"])("remember refuses %j, which says nothing", async (text) => {
    const before = git(["rev-parse", "HEAD"], memory);
    expect(await call("remember", { text })).toMatchObject({
      isError: true,
      texts: [expect.stringContaining("usage: There is nothing to remember.")],
    });
    expect(git(["rev-parse", "HEAD"], memory)).toBe(before);
  });

  test("remember refuses a secret, and says what to do", async () => {
    const token = ["ghp_", "a1B2".repeat(9)].join("");
    const { isError, texts } = await call("remember", { text: `My password is hunter2secret! and token ${token}` });
    expect(isError).toBe(true);
    expect(texts.join("\n")).toMatch(/SECRET_DETECTED: There is a secret in .*\n.*change it/);
    expect(texts.join("\n")).not.toContain(token);
  });

  test("recall has what was said and no page holds yet", async () => {
    const opened = await openWorkspace({ cwd: memory, repos: [], env: {}, now: null });
    if (!opened.ok) throw new Error(opened.error.says);
    const at = opened.value.primary.clock.now();
    const hearing = { at, by: "desk", session: "s-one", key: "p1", isPerson: true, before: null };
    expect(
      hear(opened.value.primary, "Plan the week. The lanterns of the quay are painted by Ada.", hearing).ok,
    ).toBe(true);
    await opened.value.close();
    const { texts } = await call("recall", { query: "who paints the lanterns of the quay?" });
    expect(JSON.parse(texts.at(-1) ?? "").heard).toEqual([
      { at, said: "The lanterns of the quay are painted by Ada", is: "heard, and kept on no page yet" },
    ]);
  });

  test("assemble, status and faults say what the command line says", async () => {
    const [text = "", receipt = "", facts = ""] = (await call("assemble", { budget: 900 })).texts;
    expect(text).toMatch(/^<memory fence="/);
    expect(receipt).toContain("/900 tokens");
    expect(JSON.parse(facts).tokens).toBeLessThanOrEqual(900);
    expect(JSON.parse((await call("status")).texts[0] ?? "")).toMatchObject({ branch: "main", dirty: { count: 0 } });
    await call("write_page", { patch: { op: "append", page: "agents", value: "- No." } });
    const recorded = JSON.parse((await call("faults", { kind: "writeback_rejected" })).texts[0] ?? "");
    expect(recorded.faults[0].says).toContain("POLICY_VIOLATION");
  });

  test("status tells no secret of a commit's subject or of a file's name", async () => {
    const { secret } = secretSamples(7).github!;
    git(["commit", "--allow-empty", "-qm", `Rotate ${secret}`, "--no-verify"], memory);
    writeFileSync(join(memory, `notes-${secret}.md`), "# Notes\n");
    const { texts } = await call("status");
    expect(texts.join("")).not.toContain(secret);
    const { lastCommit, untracked } = JSON.parse(texts[0] ?? "");
    expect(lastCommit.subject).toBe("Rotate [REDACTED:github-token]");
    expect(git(["rev-parse", "HEAD"], memory)).toContain(lastCommit.commit ?? lastCommit.oid);
    expect(untracked.count).toBe(1);
  });

  test("recall takes other words, and says which of them it cannot look for", async () => {
    const asked = { query: "where is everyone put up?", limit: 3 };
    const { texts } = await call("recall", {
      ...asked,
      also: ["all six stay at the harbor hotel", "hotel from the venue"],
    });
    expect(JSON.parse(texts.at(-1) ?? "").pages[0].id).toBe("one-hotel");
    expect((await call("recall", { ...asked, also: ["hotel", "?!"] })).texts[0]).toContain(
      "In one of the other wordings: The question holds no letter",
    );
    expect((await call("recall", { ...asked, also: [""] })).isError).toBe(true);
  });

  test("write_page tells of every field, of no default that never holds, and of no flag", async () => {
    const { tools } = await client.listTools();
    const schema = tools.find(({ name }) => name === "write_page")?.inputSchema.properties?.patch;
    const { oneOf } = schema as { readonly oneOf: readonly { readonly properties: Record<string, Shown> }[] };
    interface Shown {
      readonly description?: string;
      readonly default?: unknown;
    }
    for (const { properties } of oneOf) {
      for (const [key, shown] of Object.entries(properties))
        expect([key, shown.description ?? ""]).not.toEqual([key, ""]);
      for (const key of ["actor", "origin"]) expect(properties[key]).not.toHaveProperty("default");
    }
    const bare = { op: "create", type: "decision", title: "One hotel" };
    const { texts } = await call("write_page", { patch: bare });
    expect(texts[0]).toMatch(/^refused SCHEMA_INVALID/);
    expect(texts[0]).toContain("\nAdd to “fields”: decision");
    expect(texts[0]).not.toContain("--");
    const named = { ...bare, page: "No Id", fields: { decision: "a", rationale: "b", because: "c" } };
    expect((await call("write_page", { patch: named })).texts[0]).not.toContain("--");
  });

  test("answer every bad input with what is wrong and what to do", async () => {
    const bad: readonly (readonly [tool: string, input: Record<string, unknown>, says: RegExp, hint: RegExp])[] = [
      ["recall", {}, /“query”: .*expected string/, /For example: \{"query"/],
      ["recall", { query: "x", limit: 0 }, /“limit”: .*>=1/, /For example/],
      ["recall", { query: "x", since: "yesterday" }, /“since”: a day or an instant was expected/, /For example/],
      ["write_page", {}, /“patch”: .*expected record/, /"op":"append"/],
      ["write_page", { patch: "no JSON" }, /“patch”: .*expected record/, /"op":"append"/],
      [
        "write_page",
        { patch: { op: "append", page: "nope", value: "- x" } },
        /page_missing: There is no page/,
        /recall finds pages/,
      ],
      ["write_page", { patch: { op: "replace", page: "memory" } }, /SCHEMA_INVALID: “op”/, /A patch has an op/],
      ["read_page", { page: "nope" }, /page_missing: There is no page “nope”/, /resources\/list/],
      ["read_page", { page: "memory", fidelity: "most" }, /“fidelity”: .*one of/, /For example/],
      ["read_evidence", { evidence: "lisbon-fares", offset: 416 }, /It has 416 characters/, /offset below 416/],
      ["assemble", { budget: "many" }, /“budget”: .*expected number/, /For example/],
      ["assemble", { demands: [{ page: "nope" }] }, /page_missing/, /recall finds pages/],
      ["status", { verbose: true }, /Unrecognized key/, /For example: \{\}/],
      ["faults", { kind: "boredom" }, /“kind”: .*one of/, /"kind":"writeback_rejected"/],
      ["forget", {}, /There is no tool “forget”/, /There are: recall, remember/],
    ];
    for (const [tool, input, says, hint] of bad) {
      const { isError, texts } = await call(tool, input);
      const about = JSON.stringify({ tool, input, texts });
      expect(isError, about).toBe(true);
      expect(texts[0], about).toMatch(says);
      expect(texts[0], about).toMatch(hint);
    }
  });
});

describe("every tool", () => {
  type Schema = {
    readonly type?: string;
    readonly properties?: Record<string, Schema>;
    readonly required?: readonly string[];
  };

  /** Of another type than any schema here takes, and of none of its words. */
  const wrongFor = ({ type }: Schema): unknown => (type === "string" ? 7 : type === "object" ? 7 : { not: "that" });

  test("names each input that is wrong, missing or unknown, and shows one that is right", async () => {
    const { tools } = await client.listTools();
    for (const { name, inputSchema } of tools) {
      const schema = inputSchema as Schema;
      const properties = Object.entries(schema.properties ?? {});
      const first = await call(name, { nobody: true });
      const example = JSON.parse(/For example: (\{.*\})/.exec(first.texts[0] ?? "")?.[1] ?? "null");
      expect(example, name).not.toBeNull();
      const bad: (readonly [at: string, input: Record<string, unknown>])[] = [
        ["nobody", { ...example, nobody: true }],
      ];
      for (const [key, of] of properties) bad.push([key, { ...example, [key]: wrongFor(of) }]);
      for (const key of schema.required ?? []) {
        const { [key]: _, ...others } = example;
        bad.push([key, others]);
      }
      for (const [at, input] of bad) {
        const { isError, texts } = await call(name, input);
        const about = JSON.stringify({ name, input, texts });
        expect(isError, about).toBe(true);
        expect(texts[0], about).toMatch(new RegExp(`^usage: The input of ${name} is not what was expected: .*${at}`));
        expect(texts[0], about).toContain(`For example: ${JSON.stringify(example)}`);
      }
      const right = await call(name, example);
      if (right.isError) expect(right.texts[0], name).not.toMatch(/^usage/);
    }
  });
});

describe("resources and prompts", () => {
  test("list every hot page, read one, and refuse what is none", async () => {
    const { resources } = await client.listResources();
    const uri = resources.find(({ name }) => name.includes("#"))?.uri ?? "";
    expect(uri).toContain("%23");
    const read = await client.readResource({ uri });
    expect(read.contents[0]).toMatchObject({ uri, mimeType: "text/markdown", text: expect.stringContaining("-") });
    await expect(client.readResource({ uri: "pagefile://page/nope" })).rejects.toMatchObject({ code: -32_002 });
    await expect(client.readResource({ uri: "file:///etc/passwd" })).rejects.toThrow("names no page");
    await expect(client.listResources({ cursor: "nope" })).rejects.toThrow("without a cursor");
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates[0]?.uriTemplate).toBe("pagefile://page/{id}");
  });

  test("a secret that a person typed into a page reaches no model, by tool or by resource", async () => {
    const { github, passwordIs } = secretSamples(7);
    const page = `---\nid: desk\ntype: preference\ntitle: Desk ${github?.secret}\ntags: [human]\nfields: { subject: desk, password: ${passwordIs?.secret} }\n---\n\n- It stands by the window.\n- ${passwordIs?.line}\n`;
    writeFileSync(join(memory, "memory/preferences/desk.md"), page);
    const told = [
      ...(await call("read_page", { page: "desk" })).texts,
      ...(await call("read_page", { page: "desk", fidelity: "structured" })).texts,
      JSON.stringify(await client.readResource({ uri: "pagefile://page/desk" })),
      JSON.stringify(await client.listResources()),
    ].join("\n");
    expect(told).toContain("It stands by the window.");
    for (const secret of [github?.secret, passwordIs?.secret]) expect(told).not.toContain(secret);
  });

  test("bootstrap holds the memory and the goal, capture asks to save", async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["bootstrap", "capture"]);
    const begun = await client.getPrompt({ name: "bootstrap", arguments: { goal: "book a trip" } });
    expect(begun.messages[0]?.content).toMatchObject({ text: expect.stringMatching(/^<memory [\s\S]*book a trip$/) });
    const saved = await client.getPrompt({ name: "capture" });
    expect(saved.messages[0]?.content).toMatchObject({ text: expect.stringContaining("call the tool remember") });
    const { tools } = await client.listTools();
    const inputs = Object.keys(tools.find(({ name }) => name === "remember")?.inputSchema.properties ?? {});
    const others = ["origin", "page", "actor", "evidence"].filter((input) => !inputs.includes(input));
    const asked = JSON.stringify(saved.messages[0]?.content);
    expect(others.filter((input) => asked.includes(`with ${input}`))).toEqual([]);
    expect(asked).not.toContain("append to");
    await expect(client.getPrompt({ name: "nope" })).rejects.toThrow("There are: bootstrap, capture");
  });
});

describe("pagefile mcp", () => {
  test("speaks the protocol and nothing else on standard output, and answers what it was asked before its input ended", async () => {
    const program = cli();
    const root = program.sample();
    const ask = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
    };
    const write = {
      name: "write_page",
      arguments: { patch: { op: "append", page: "memory", value: "- Asked at the end." } },
    };
    const input = [
      ask,
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "tools/call", params: write },
    ];
    const lines = `${input.map((message) => JSON.stringify(message)).join("\n")}\nnot json\n`;
    const ran = program.run(["mcp", "--json"], { cwd: root, input: lines });
    const said = ran.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: number | null; result: unknown });
    expect(said.map(({ id }) => id).sort()).toEqual([1, 2, null]);
    expect(said.find(({ id }) => id === 2)?.result).toMatchObject({ content: [{ text: "Committed." }, {}] });
    expect(ran.stderr).toContain("pagefile mcp: ");
    expect(ran.exit).toBe(0);
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: ["dist/pagefile.cjs", "mcp", "--repo", root],
      env: { ...program.env },
      stderr: "pipe",
    });
    const real = new Client({ name: "real", version: "1.0.0" });
    await real.connect(transport);
    expect(real.getServerVersion()).toMatchObject({ name: "pagefile" });
    expect(heard(await real.callTool({ name: "read_page", arguments: { page: "memory" } })).texts[0]).toContain(
      "Asked at the end.",
    );
    await real.close();
  });
});
