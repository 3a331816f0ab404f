/** Trace's tests: what a purge takes with it, commit by commit, and what it leaves alone. */
import { describe, expect, it } from "vitest";
import type { Oid } from "../../../src/base/ids.js";
import { type PurgeQuery, type TracedCommit, type TracedFile, traceBack } from "../../../src/history/purge/find.js";

const oid = (digit: string): Oid => digit.repeat(40) as Oid;

function file(id: string, more: Partial<TracedFile> = {}): TracedFile {
  const added = more.added ?? [];
  return { path: `${id}.md`, id, added, holds: added, created: false, gained: [], values: [], ...more };
}

function commit(digit: string, files: readonly TracedFile[], more: Partial<TracedCommit> = {}): TracedCommit {
  return { oid: oid(digit), evidence: [], isMerge: false, files, ...more };
}

function traced(commits: readonly TracedCommit[], query: PurgeQuery) {
  const { entries, pages, values, commits: named, cites } = traceBack(commits, query);
  return {
    entries: [...entries.keys()],
    pages: [...pages],
    values: [...values],
    commits: named.map(({ commit: each, why }) => [each[0], why]),
    cites: cites.map((each) => each[0]),
  };
}

const nothing = { entries: [], pages: [], values: [], commits: [], cites: [] };
const source: PurgeQuery = { kind: "source", name: "url:bad" };

describe("a bad source", () => {
  it("takes a page whole that a commit made on it, and only entries and long values of one that was there", () => {
    const values = ["a value of some length", "short"];
    const rests = { evidence: ["url:bad"] };
    expect(traced([commit("1", [file("p", { added: ["e1"], created: true, values })], rests)], source)).toEqual({
      ...nothing,
      entries: ["e1"],
      pages: ["p"],
      commits: [["1", "rests on url:bad"]],
    });
    const before = commit("0", [file("p", { added: ["e0"], created: true })]);
    for (const created of [true, false]) {
      const after = commit("1", [file("p", { added: ["e1"], holds: ["e0", "e1"], created, values })], rests);
      expect(traced([before, after], source)).toEqual({
        ...nothing,
        entries: ["e1"],
        values: ["a value of some length"],
        commits: [["1", "rests on url:bad"]],
      });
    }
  });

  it("takes what rests on a tainted page, a purged page, a section of it, a bad commit or a purged entry", () => {
    const first = commit("1", [file("p", { added: ["e1e1e1e1"], created: true })], { evidence: ["url:bad"] });
    for (const evidence of ["page:p", "page:p#s", `commit:${oid("1")}`, "commit:1111111", "session:x#e1e1e1e1"]) {
      const next = commit("2", [file("q", { added: ["e2"] })], { evidence: [evidence] });
      expect(traced([first, next], source)).toMatchObject({
        entries: ["e1e1e1e1", "e2"],
        commits: [
          ["1", "rests on url:bad"],
          ["2", `rests on ${evidence}`],
        ],
      });
    }
    for (const evidence of ["page:q", "commit:111111", "commit:2222222", "url:bad/more", "session:x", "bad", ":p"]) {
      const next = commit("2", [file("r", { added: ["e2"] })], { evidence: [evidence] });
      expect(traced([first, next], source).entries, evidence).toEqual(["e1e1e1e1"]);
    }
  });

  it("takes what is held by a page that holds a purged entry later", () => {
    const commits = [
      commit("1", [file("p", { added: ["e1"] })], { evidence: ["url:bad"] }),
      commit("2", [file("q", { holds: ["e1"] })]),
      commit("3", [file("r", { added: ["e3"] })], { evidence: ["page:q"] }),
    ];
    expect(traced(commits, source).entries).toEqual(["e1", "e3"]);
  });

  it("takes of a commit the page alone whose frontmatter came to rest on it", () => {
    const files = [file("p", { added: ["e1"], gained: ["url:bad"] }), file("q", { added: ["e2"] })];
    expect(traced([commit("1", files)], source)).toEqual({
      ...nothing,
      entries: ["e1"],
      commits: [["1", "its page p rests on url:bad"]],
    });
  });

  it("takes nothing that a merge only joined", () => {
    const files = [file("p", { added: ["e1"], gained: ["url:bad"], created: true })];
    expect(traced([commit("1", files, { isMerge: true, evidence: ["url:bad"] })], source)).toEqual(nothing);
  });
});

describe("a bad commit", () => {
  it("is taken though it is a merge, and nothing else where nothing rests on it", () => {
    const commits = [
      commit("1", [file("p", { added: ["e1"], created: true })], { isMerge: true }),
      commit("2", [file("q", { added: ["e2"] })]),
    ];
    expect(traced(commits, { kind: "commit", name: "1", oid: oid("1") })).toEqual({
      ...nothing,
      entries: ["e1"],
      pages: ["p"],
      commits: [["1", "named"]],
    });
  });
});

describe("a page", () => {
  it("takes its entries and nobody else's, and names who cites it", () => {
    const commits = [
      commit("1", [file("p", { added: ["e1"], created: true }), file("q", { added: ["e2"] })]),
      commit("2", [file("p", { added: ["e3"], gained: ["page:p"], values: ["a value of some length"] })]),
      commit("3", [file("r", { added: ["e4"], gained: ["page:p"] })], { evidence: ["page:p#s"] }),
    ];
    expect(traced(commits, { kind: "page", name: "p" })).toEqual({
      ...nothing,
      entries: ["e1", "e3"],
      pages: ["p"],
      cites: ["3"],
    });
  });

  it("keeps to itself an entry that another page had before", () => {
    const commits = [commit("1", [file("q", { added: ["e1"] })]), commit("2", [file("p", { added: ["e1"] })])];
    expect(traced(commits, { kind: "page", name: "p" }).entries).toEqual([]);
  });
});

describe("an entry", () => {
  it("is its own, with the first page that held it", () => {
    const commits = [
      commit("1", [file("p", { holds: ["e1"] })]),
      commit("2", [file("q", { added: ["e2"], holds: ["e1"] })]),
    ];
    expect([...traceBack(commits, { kind: "entry", name: "e1" }).entries]).toEqual([["e1", "p"]]);
  });
});

it("a secret traces nothing", () => {
  expect(
    traced([commit("1", [file("p", { added: ["e1"] })], { evidence: ["url:bad"] })], { kind: "secret" }),
  ).toEqual(nothing);
});
