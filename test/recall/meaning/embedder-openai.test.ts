/** The embeddings endpoint: what is sent to it, when it is asked again, and that whatever it does becomes vectors or a value that says why. */

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parseConfig } from "../../../src/memory/config.js";
import { embeddingFor, embedOpenAi } from "../../../src/recall/meaning/embedder.js";

import { plainConfig } from "../../support/facts.js";
import { answerFor, type FakeEmbeddings, fakeEmbeddings, meaningOf } from "../../support/fake-embeddings.js";
import { placeWith } from "../../support/open-memory.js";

let fake: FakeEmbeddings;

beforeAll(async () => {
  fake = await fakeEmbeddings(16);
});
afterAll(() => fake.close());
beforeEach(() => {
  fake.asked.length = fake.headers.length = fake.bodies.length = 0;
  fake.instead = null;
  fake.size = 16;
});

const ask = (
  texts: readonly string[],
  more: { url?: string; msMax?: number; key?: string; dimensions?: number; batch?: number } = {},
) => {
  const { url = fake.url, key = null, dimensions = null, msMax = 5_000, batch } = more;
  const bounds = { msMax, ...(batch === undefined ? {} : { batch }) };
  return embedOpenAi({ url, model: "small", key, dimensions }, texts, bounds);
};
const numbered = (count: number): string[] => Array.from({ length: count }, (_, i) => `sentence number${i}`);

test("gets the model, the key and the texts, and its answer comes back in their order at length 1", async () => {
  const { vectors, failure } = await ask(["night train", "aisle seat"], { key: "k-123", dimensions: 16 });
  expect(failure).toBeNull();
  expect(vectors).toEqual([meaningOf("night train", 16), meaningOf("aisle seat", 16)]);
  expect(fake.headers[0]).toMatchObject({ authorization: "Bearer k-123", "content-type": "application/json" });
  expect(fake.bodies).toEqual([{ model: "small", input: ["night train", "aisle seat"], dimensions: 16 }]);
  await ask(["plain"]);
  expect([fake.headers[1]!.authorization, fake.bodies[1]]).toEqual([undefined, { model: "small", input: ["plain"] }]);
});

test("is asked in batches of 64, of fewer where that was wished, and of fewer where texts are long", async () => {
  const { vectors } = await ask(numbered(130));
  expect(fake.asked.map(({ length }) => length)).toEqual([64, 64, 2]);
  expect(vectors).toEqual(numbered(130).map((text) => meaningOf(text, 16)));
  fake.asked.length = 0;
  await ask(numbered(20), { batch: 8 });
  await ask(Array(30).fill("word ".repeat(1_600)));
  expect(fake.asked.map(({ length }) => length)).toEqual([8, 8, 4, 12, 12, 6]);
});

test.each([429, 503])("is asked again after %i, when it said", async (status) => {
  let times = 0;
  fake.instead = (_, response) => {
    times += 1;
    if (times < 3) response.writeHead(status, { "retry-after": times === 1 ? "0" : new Date().toUTCString() }).end();
    return times < 3;
  };
  expect((await ask(["text"])).vectors).toEqual([meaningOf("text", 16)]);
  expect(fake.asked).toHaveLength(3);
});

test("is asked three times at most, and not at all where it wants to wait longer than anybody may", async () => {
  fake.instead = (_, response) => response.writeHead(503, { "retry-after": "0" }).end() !== null;
  expect((await ask(["text"])).failure?.says).toContain("status 503");
  expect(fake.asked).toHaveLength(3);
  fake.instead = (_, response) => response.writeHead(429, { "retry-after": "60" }).end() !== null;
  const before = performance.now();
  expect((await ask(["text"], { msMax: 3_000 })).failure?.says).toContain("status 429");
  expect([fake.asked.length, performance.now() - before < 2_500]).toEqual([4, true]);
});

test("a line that broke is tried again, a key that is wrong is not", async () => {
  let broken = 0;
  fake.instead = (_, response) => {
    broken += 1;
    if (broken === 1) response.destroy();
    return broken === 1;
  };
  expect((await ask(["text"])).failure).toBeNull();
  fake.instead = (_, response) => response.writeHead(401).end("sk-leak") !== null;
  const { vectors, failure } = await ask(["text"]);
  expect([vectors, fake.asked.length]).toEqual([[null], 3]);
  expect(failure).toMatchObject({ code: "io_failed", says: expect.stringContaining("status 401") });
  expect(JSON.stringify(failure)).not.toContain("sk-leak");
});

test.each<[string, string]>([
  ["no JSON", "sk-leak"],
  ["another form", '{"embeddings": [[1, 2]]}'],
  ["too few", answerFor([], 16)],
  ["too many", answerFor(["a", "b", "c"], 16)],
  ["words for numbers", '{"data": [{"embedding": ["sk-leak"]}, {"embedding": [1]}]}'],
  ["one text twice", '{"data": [{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [1]}]}'],
  ["a text that nobody sent", '{"data": [{"index": 0, "embedding": [1]}, {"index": 7, "embedding": [1]}]}'],
  ["two sizes", '{"data": [{"embedding": [1]}, {"embedding": [1, 2]}]}'],
  ["a vector that points nowhere", '{"data": [{"embedding": [0, 0]}, {"embedding": [1, 2]}]}'],
  ["no end of numbers", '{"data": [{"embedding": [1e999]}, {"embedding": [1]}]}'],
])("that answers %s is of no use, and what it said is not repeated", async (_, said) => {
  fake.instead = (_texts, response) => response.end(said) !== null;
  const { vectors, failure } = await ask(["one", "two"]);
  expect([vectors, fake.asked.length]).toEqual([[null, null], 1]);
  expect(failure?.says).toContain("form");
  expect(JSON.stringify(failure)).not.toContain("sk-leak");
});

test("another size than was asked for, or than before, ends it; what came before is kept", async () => {
  expect((await ask(["text"], { dimensions: 8 })).failure?.says).toContain("16 numbers a text where 8 were asked");
  fake.asked.length = 0;
  fake.instead = (texts, response) => (fake.asked.length === 2 ? response.end(answerFor(texts, 8)) !== null : false);
  const { vectors, failure } = await ask(numbered(6), { batch: 2 });
  expect(vectors.map((vector) => vector !== null)).toEqual([true, true, false, false, false, false]);
  expect(failure?.says).toContain("8 numbers for one text and 16 for another");
});

test("that does not answer in time is not waited for", async () => {
  fake.instead = () => true;
  const before = performance.now();
  expect((await ask(["text"], { msMax: 80 })).failure?.says).toContain("in time");
  expect(performance.now() - before).toBeLessThan(1_500);
});

test.each([413, 500])("one text that it will not take (%i) is found and the others are embedded", async (status) => {
  fake.instead = (texts, response) =>
    texts.includes("sentence number5") ? response.writeHead(status, { "retry-after": "0" }).end() !== null : false;
  const { vectors, failure } = await ask(numbered(12));
  expect(failure).toBeNull();
  expect(vectors.map((vector, i) => (vector === "refused" ? `refused ${i}` : vector?.length))).toEqual(
    numbered(12).map((_, i) => (i === 5 ? "refused 5" : 16)),
  );
});

test("one that refuses everything is not asked for each text", async () => {
  fake.instead = (_, response) => response.writeHead(400).end() !== null;
  const { vectors, failure } = await ask(numbered(64));
  expect([vectors.every((vector) => vector === null), fake.asked.length]).toEqual([true, 8]);
  expect(failure?.says).toContain("status 400");
});

test.each(["http://example.org/v1", "ftp://127.0.0.1", "https://me:secret@example.org", "no address"])(
  "%s is not spoken with",
  async (url) => {
    expect((await ask(["text"], { url })).failure?.says).toContain("https");
  },
);

test("sends nothing on to another host", async () => {
  fake.instead = (_, response) =>
    response.writeHead(307, { location: `${fake.url}/embeddings?other` }).end() !== null;
  expect((await ask(["text"])).failure?.says).toContain("cannot be reached");
  expect(fake.asked).toHaveLength(1);
});

test("only the user's environment sets one up; a repository can forbid it and cannot ask for it", async () => {
  const both = { PAGEFILE_EMBEDDER_URL: fake.url, PAGEFILE_EMBEDDER_MODEL: "small" };
  const given = (env: NodeJS.ProcessEnv, config = plainConfig) => embeddingFor({ config, place: placeWith(env) });
  expect(given(both)?.embedder).toMatchObject({ model: "small", dimensions: null, local: true });
  const elsewhere = {
    ...both,
    PAGEFILE_EMBEDDER_URL: "https://api.example.org/v1",
    PAGEFILE_EMBEDDER_DIMENSIONS: "64",
  };
  expect(given(elsewhere)).toMatchObject({ embedder: { dimensions: 64, local: false }, sendsPrivate: false });
  expect(given({ ...elsewhere, PAGEFILE_EMBEDDER_PRIVATE: "send" })?.sendsPrivate).toBe(true);
  const misspelt = given({ ...both, PAGEFILE_EMBEDDER_DIMENSIONS: "many" });
  expect((await misspelt?.embedder.embed(["text"], { msMax: 1 }))?.failure?.says).toContain("_DIMENSIONS");
  expect([given({}), given({ PAGEFILE_EMBEDDER_URL: fake.url })]).toEqual([undefined, undefined]);
  const read = (line: string) => {
    const parsed = parseConfig(`pagefile: 1\nstore: abcdefgh\n${line}\n`);
    if (!parsed.ok) throw new Error(parsed.error.says);
    return parsed.value;
  };
  expect(given(both, read("embedder: off").config)).toBeUndefined();
  const named = read(`embedder: { url: "${fake.url}", model: small }`);
  expect([given({}, named.config), named.findings.map(({ code }) => code)]).toEqual([undefined, ["config_invalid"]]);
});
