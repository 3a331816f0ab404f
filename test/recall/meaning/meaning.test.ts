/** Recall with a model: what words miss is found and says why; what the model may not see is not sent; whatever it does, words answer. */

import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Memory, refresh } from "../../../src/memory/memory.js";
import type { Workspace } from "../../../src/memory/workspace.js";
import { openSearch, searchOf } from "../../../src/recall/index/open.js";
import type { Embedding } from "../../../src/recall/meaning/embedder.js";
import { embeddingFor, embeddingOf } from "../../../src/recall/meaning/embedder.js";
import { embedAll, vectorsOf } from "../../../src/recall/meaning/fill.js";
import { openVectorStore } from "../../../src/recall/meaning/vectors.js";

import { embedderInMemory, type FakeEmbeddings, fakeEmbeddings } from "../../support/fake-embeddings.js";
import { withServices } from "../../support/open-memory.js";
import { ask, ids, type RecallSample, typed, untouched } from "../../support/recall-sample.js";

let sample: RecallSample;
let fake: FakeEmbeddings;
let state = "";
const opened: Memory[] = [];

beforeAll(async () => {
  sample = await untouched();
  fake = await fakeEmbeddings();
});
afterAll(() => fake.close());
beforeEach(() => {
  state = join(sample.repo.home, "meaning");
  fake.asked.length = 0;
  fake.instead = null;
  fake.size = 256;
});
afterEach(() => {
  for (const memory of opened.splice(0)) searchOf(memory)?.close();
  rmSync(state, { recursive: true, force: true });
});

/** The sample by its real index, with a model by the real adapter unless another is given. */
function withModel(
  more: { url?: string; embedding?: Embedding; session?: string } = {},
): Workspace & { memory: Memory } {
  const { primary } = sample.workspace;
  const env = { PAGEFILE_EMBEDDER_URL: more.url ?? fake.url, PAGEFILE_EMBEDDER_MODEL: "small" };
  const { config, place } = primary;
  const embedding = more.embedding ?? embeddingFor({ config, place: { ...place, env, state } });
  const search = openSearch({ dir: join(state, "index"), version: "test" });
  const session = more.session === undefined ? {} : { session: more.session };
  const given = [
    [embeddingOf, embedding],
    [searchOf, search],
  ] as const;
  const memory: Memory = { ...withServices(primary, given), ...session };
  opened.push(memory);
  return { ...sample.workspace, primary: memory, memories: [memory], memory };
}
const inMemory = (local: boolean, sendsPrivate = false) => {
  const embedder = embedderInMemory(local);
  const store = openVectorStore({ dir: join(state, "v"), model: "m", dimensions: null, version: "t" });
  return { embedder, sendsPrivate, store: async () => store };
};
const sent = (): string => fake.asked.flat().join("\n");

test("what no word of the question stands in is found by meaning, and the hit says how near it is", async () => {
  const at = withModel();
  expect(ids(await ask(sample.workspace, "window on a plane"))).not.toContain("seats");
  const answer = await ask(at, "window on a plane");
  expect([answer.status, ids(answer)[0], answer.degraded]).toEqual(["ok", "seats", []]);
  const { why, confidence } = answer.pages[0]!;
  expect([why.terms, why.vector?.rank, why.shares, confidence]).toEqual([[], 1, { meaning: 1 }, "low"]);
  expect(why.vector!.similarity).toBeGreaterThan(0.4);
  expect(why.says).toContain("none of the question's words stands in it; number 1 in meaning (similarity 0.");
  expect(answer.uncertainty?.says).toContain("plane");
});

test("each text is embedded once, the question too; what changes is embedded again and nothing else", async () => {
  await ask(withModel(), "window on a plane");
  expect(new Set(fake.asked.flat()).size).toBe(fake.asked.flat().length);
  fake.asked.length = 0;
  await ask(withModel(), "window on a plane");
  expect(fake.asked).toEqual([]);
  const file = join(sample.repo.dir, "memory/plans/new.md");
  writeFileSync(file, typed("new", "plan", "", "- Goal: learn the cello."));
  try {
    const at = withModel();
    expect(refresh(at.memory).ok).toBe(true);
    await ask(at, "cello");
    expect(fake.asked).toEqual([["cello"], ["Title of new\n- Goal: learn the cello."]]);
  } finally {
    rmSync(file);
    refresh(sample.workspace.primary);
  }
});

test("words and meaning that agree go first, and both stand in the reasons", async () => {
  const answer = await ask(withModel(), "aisle on flights");
  expect(ids(answer)[0]).toBe("seats");
  const { why } = answer.pages[0]!;
  expect(why.vector?.rank).toBe(1);
  expect(why.shares.meaning).toBeGreaterThan(0);
  expect(Object.values(why.shares).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6);
});

test("archived pages are found by meaning when the hot ones are not enough", async () => {
  const answer = await ask(withModel(), "boat people", { restore: false });
  expect(answer.pages.map(({ id, tier }) => [id, tier])).toContainEqual(["zanzibar", "cold"]);
  expect(ids(await ask(withModel(), "boat people", { tier: "hot" }))).not.toContain("zanzibar");
});

test("quotes, days and types are asked of meaning too", async () => {
  expect((await ask(withModel(), '"plane window"')).status).toBe("no_match");
  expect(fake.asked).toEqual([]);
  const dated = await ask(withModel(), "window on a plane", { since: "2026-11-02" });
  expect([dated.status, dated.pages]).toEqual(["no_match", []]);
  expect(ids(await ask(withModel(), "window on a plane", { since: "2026-11-01", until: "2026-11-01" }))).toContain(
    "seats",
  );
  expect(ids(await ask(withModel(), "window on a plane", { types: ["decision"] }))).not.toContain("seats");
});

test("a question that has nothing to do with any page is still answered by no page", async () => {
  expect((await ask(withModel(), "zzyzx")).status).toBe("no_match");
});

const failures: readonly [name: string, instead: FakeEmbeddings["instead"], says: string][] = [
  ["is broken", (_, response) => response.writeHead(501).end() !== null, "status 501"],
  ["says the key is wrong", (_, response) => response.writeHead(401).end() !== null, "status 401"],
  ["answers garbage", (_, response) => response.end("<html>") !== null, "form"],
  ["wants to be left alone", (_, response) => response.writeHead(429, { "retry-after": "90" }).end() !== null, "429"],
  ["says nothing", () => true, "in time"],
];

test.each(failures)("words answer as ever where the model %s, and the answer says so", async (_, instead, says) => {
  fake.instead = instead;
  const before = performance.now();
  const answer = await ask(withModel(), "aisle seat");
  expect(performance.now() - before).toBeLessThan(4_000);
  expect([answer.status, ids(answer)]).toEqual(["ok", ids(await ask({ ...withModel({ url: "" }) }, "aisle seat"))]);
  expect(answer.degraded).toEqual([{ what: "vectors", says: expect.stringContaining(says) }]);
  expect(answer.pages[0]!.why.vector).toBeNull();
});

test("nobody at the address, and a model that throws, are told alike", async () => {
  const gone = await fakeEmbeddings();
  gone.close();
  const down = await ask(withModel({ url: gone.url }), "aisle seat");
  expect([down.status, down.degraded[0]?.says]).toEqual(["ok", expect.stringContaining("cannot be reached")]);
  const embedding = { ...inMemory(true), store: () => Promise.reject(new Error("no such module")) };
  const broke = await ask(withModel({ embedding }), "aisle seat");
  expect([broke.status, broke.degraded[0]?.says]).toEqual(["ok", expect.stringContaining("no such module")]);
});

test("a model that gives another size than before is left out until everything is embedded anew", async () => {
  await ask(withModel(), "window on a plane");
  fake.size = 128;
  const answer = await ask(withModel(), "an aisle seat then");
  expect([answer.status, ids(answer)[0]]).toEqual(["ok", "seats"]);
  expect(answer.degraded[0]?.says).toMatch(/128 numbers .* 256 are stored.*index embed/);
  const at = withModel();
  expect(await embedAll(at)).toMatchObject({ ok: true, value: { stores: [{ dimensions: 128, pending: 0 }] } });
  expect(ids(await ask(withModel(), "window on a plane"))[0]).toBe("seats");
});

test("what has no vector yet is ranked by words, and how much that is is told", async () => {
  let times = 0;
  fake.instead = (_, response) => {
    times += 1;
    if (times > 1) response.writeHead(503, { "retry-after": "90" }).end();
    return times > 1;
  };
  const answer = await ask(withModel(), "aisle seat");
  expect([answer.status, ids(answer)[0]]).toEqual(["ok", "seats"]);
  expect(answer.degraded[0]?.says).toMatch(/^Vectors pending: 6 pages have none yet.*status 503/);
});

test("damaged vectors are made anew by the recall that meets them", async () => {
  await ask(withModel(), "window on a plane");
  const dir = join(state, "index-vectors");
  const model = readdirSync(dir).find((name) => name.startsWith("m-")) ?? "";
  for (const name of readdirSync(join(dir, model))) writeFileSync(join(dir, model, name), "not vectors");
  const met = await ask(withModel(), "window on a plane");
  expect([ids(met)[0], met.degraded[0]?.says]).toEqual(["seats", expect.stringContaining("damaged")]);
  expect((await ask(withModel(), "window on a plane")).degraded).toEqual([]);
});

test("private pages, and a session's, are sent to no other machine unless the user said so", async () => {
  const remote = inMemory(false);
  await ask(withModel({ embedding: remote }), "window on a plane");
  expect(remote.embedder.seen.join("\n")).toContain("aisle seat");
  // The diary says so itself, the log of a day is private as all are.
  expect(remote.embedder.seen.join("\n")).not.toMatch(/quinoa|GraphQL/);
  const at = withModel({ embedding: remote });
  expect(await vectorsOf(at, at.memory)).toMatchObject({ ready: 4, kept: 2, pending: 0 });
  for (const [local, sends] of [
    [true, false],
    [false, true],
  ] as const) {
    rmSync(state, { recursive: true, force: true });
    const told = inMemory(local, sends);
    await ask(withModel({ embedding: told }), "window on a plane");
    expect(told.embedder.seen.join("\n")).toContain("quinoa");
  }
  rmSync(state, { recursive: true, force: true });
  const own = inMemory(false);
  await ask(withModel({ embedding: own, session: "s1" }), "window on a plane", { session: "s1" });
  expect(own.embedder.seen).toEqual(["window on a plane"]);
});

test("a text that holds a secret is shown to no model, nor is such a question", async () => {
  const secret = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
  const file = join(sample.repo.dir, "memory/plans/leak.md");
  writeFileSync(file, typed("leak", "plan", "", `- Goal: rotate ${secret} soon.`));
  try {
    const at = withModel();
    expect(refresh(at.memory).ok).toBe(true);
    expect((await ask(at, "aisle seat")).degraded).toEqual([]);
    const answer = await ask(at, `aisle seat ${secret}`);
    expect([answer.status, answer.degraded[0]?.says]).toEqual(["ok", expect.stringContaining("secret")]);
    expect(sent()).toContain("aisle seat");
    expect(sent()).not.toContain(secret);
  } finally {
    rmSync(file);
    refresh(sample.workspace.primary);
  }
});

test("a group's question is answered, and denied, as without a model", async () => {
  const at = withModel();
  await ask(at, "quinoa");
  const denied = await ask(at, "quinoa", { audience: "group" });
  expect([denied.status, denied.pages]).toEqual(["denied", []]);
  expect((await ask(at, "zzyzx", { audience: "group" })).status).toBe("no_match");
});

test("a page that becomes private while it is looked for is not given away by what was embedded of it before", async () => {
  const at = withModel();
  const path = join(sample.repo.dir, "memory/preferences/seats.md");
  const shared = readFileSync(path, "utf8");
  const own = shared.replace("type:", "audience: private\ntype:");
  const ofGroup = () => ask(at, "window on a plane", { audience: "group", fresh: false });
  try {
    for (const text of [own, shared]) {
      writeFileSync(path, text);
      expect(refresh(at.memory).ok).toBe(true);
      await ask(at, "window on a plane");
    }
    expect(ids(await ofGroup())).toContain("seats");
    writeFileSync(path, own);
    expect(ids(await ofGroup())).not.toContain("seats");
  } finally {
    writeFileSync(path, shared);
    refresh(sample.workspace.primary);
  }
});
