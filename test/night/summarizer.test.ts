/** The OpenAI-compatible endpoint: what is sent to it, what it may answer, and that it can do nothing worse than be of no use. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parseConfig } from "../../src/memory/config.js";
import { askOpenAi, type ShownEntry } from "../../src/night/model.js";
import { summarizerFor } from "../../src/night/night.js";

import { plainConfig } from "../support/facts.js";
import { placeWith } from "../support/open-memory.js";

let server: Server;
let url = "";
let asked: { request: IncomingMessage; body: string }[] = [];
let answer: (response: ServerResponse) => void = () => {};
const said = (content: unknown): string => JSON.stringify({ choices: [{ message: { content } }] });

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      asked.push({ request, body });
      answer(response);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
});

const entries: readonly ShownEntry[] = [
  { name: "file:memory/2026-11-19.md#aa", day: "2026-11-19", text: "Use the night train.", tags: ["decision"] },
  { name: "file:memory/2026-11-20.md#bb", day: "2026-11-20", text: "The night train is booked.", tags: ["lesson"] },
];
const ask = (more: { url?: string; msMax?: number; key?: string } = {}) =>
  askOpenAi({ url, model: "small", key: null, ...more }, entries);

test("is asked with the model, the key and the entries by number; its answer comes back by the entries' names", async () => {
  const statements = [
    { text: "Night trains it is.", evidence: [1, 2] },
    { text: "Made up.", evidence: [3, true, "1"] },
    { text: "Without." },
  ];
  answer = (response) => response.end(said(JSON.stringify({ statements })));
  expect(await ask({ key: "k-123" })).toEqual({
    ok: true,
    value: [
      { text: "Night trains it is.", evidence: entries.map(({ name }) => name) },
      { text: "Made up.", evidence: ["unknown", "unknown", "unknown"] },
      { text: "Without.", evidence: [] },
    ],
  });
  const { request, body } = asked[0]!;
  expect([request.method, request.url, request.headers.authorization]).toEqual([
    "POST",
    "/v1/chat/completions",
    "Bearer k-123",
  ]);
  expect(JSON.parse(body)).toMatchObject({ model: "small", temperature: 0 });
  expect(body).toContain("Use the night train.");
  expect(body).not.toMatch(/memory\/2026|#aa/);
});

test.each<[string, (response: ServerResponse) => void]>([
  ["an error", (response) => response.writeHead(500).end("sk-leak")],
  ["no JSON", (response) => response.end("sk-leak")],
  ["no statements", (response) => response.end(said('{"other": "sk-leak"}'))],
  ["a statement that is none", (response) => response.end(said('{"statements": [{"text": 7}]}'))],
  ["too many", (response) => response.end(said(JSON.stringify({ statements: Array(33).fill({ text: "A." }) })))],
  ["too much", (response) => response.end(said(`{"statements": []}${" ".repeat(300_000)}`))],
  ["another host", (response) => response.writeHead(307, { location: `${url}/elsewhere` }).end()],
  ["a broken line", (response) => response.destroy()],
])("that answers %s is of no use, and what it said is not repeated", async (_, reply) => {
  answer = reply;
  const failed = await ask();
  expect(failed).toMatchObject({
    ok: false,
    error: { code: "io_failed", says: expect.stringContaining("not of use") },
  });
  expect(JSON.stringify(failed)).not.toContain("sk-leak");
  expect(asked).toHaveLength(1);
});

test("that does not answer in time is not waited for", async () => {
  answer = () => {};
  expect(await ask({ msMax: 50 })).toMatchObject({
    ok: false,
    error: { says: expect.stringContaining("within 0.05 s") },
  });
});

test.each(["http://example.org/v1", "ftp://127.0.0.1", "https://me:secret@example.org", "no address"])(
  "%s is not spoken with",
  async (other) => {
    expect(await ask({ url: other })).toMatchObject({ ok: false, error: { says: expect.stringContaining("https") } });
  },
);

test("only the user's environment sets one up; a repository can forbid it and cannot ask for it", () => {
  const given = (env: NodeJS.ProcessEnv, config = plainConfig) => summarizerFor({ config, place: placeWith(env) });
  const both = { PAGEFILE_SUMMARIZER_URL: url, PAGEFILE_SUMMARIZER_MODEL: "small" };
  expect(given(both)?.name).toBe("small");
  expect(given({})).toBeUndefined();
  expect(given({ PAGEFILE_SUMMARIZER_URL: url })).toBeUndefined();
  const read = (line: string) => parseConfig(`pagefile: 1\nstore: abcdefgh\n${line}\n`);
  const off = read("summarizer: off");
  expect(off.ok && given(both, off.value.config)).toBeUndefined();
  const named = read(`summarizer: { url: "${url}", model: small }`);
  expect(named.ok && [given({}, named.value.config), named.value.findings.map(({ code }) => code)]).toEqual([
    undefined,
    ["config_invalid"],
  ]);
});
