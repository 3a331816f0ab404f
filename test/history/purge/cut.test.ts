/** Purge cut: what goes goes wherever it stands, and every other entry keeps its digest; a trace follows evidence and nothing else. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Oid } from "../../../src/base/ids.js";
import { cutFile, cutMessage, cutRecord, cutText } from "../../../src/history/purge/cut.js";
import { type TracedCommit, traceBack } from "../../../src/history/purge/find.js";
import { profileOf } from "../../../src/memory/profile.js";
import { outline } from "../../../src/page/markdown/outline.js";

import { draws } from "../../support/draws.js";
import { noCut } from "../../support/no-cut.js";

const noRenames = { object: () => null, paths: [] };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (of: Uint8Array | null): string | null => (of === null ? null : new TextDecoder().decode(of));

const block = fc.constantFrom(
  "- item",
  "* star",
  "1. one",
  "para",
  "> quote",
  "```\ncode\n```",
  "***",
  "# Head",
  "## Part",
  "<b>html</b>",
);
const piece = fc.tuple(block, fc.nat(9_999), fc.constantFrom("\n", "\n", "\n", "\n\n", "\r\n"));

describe("an entry", () => {
  test("goes, and no other entry's digest does, whatever stands around it", () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
        const page = pieces
          .map(([kind, n, end]) => kind.replace(/[a-z]+(?![a-z>])/, (word) => `${word} ${n}`) + end)
          .join("");
        const digests = outline(page, 0).entries.map((entry) => entry.digest);
        for (const going of new Set(digests)) {
          const cut = { ...noCut, entries: new Set([going]) };
          const kept = outline(cutText(page, cut), 0).entries.map((entry) => entry.digest);
          expect(kept).not.toContain(going);
          for (const digest of digests) if (digest !== going) expect(kept).toContain(digest);
        }
      }),
      { numRuns: Number(process.env.PAGEFILE_RUNS ?? draws(300)) },
    );
  });

  test("takes its line along and leaves every other byte", () => {
    const page = "---\r\nid: a\r\n---\r\n- One.\r\n- Two.\r\n- Three.\r\n";
    const [, two] = outline(page, 20).entries;
    const cut = { ...noCut, entries: new Set([two?.digest ?? ""]) };
    expect(text(cutFile("memory/a.md", bytes(page), cut, profileOf("openclaw")))).toBe(
      page.replace("- Two.\r\n", ""),
    );
    expect(text(cutRecord(bytes('{"draft":{"value":"Two."}}'), cut))).toBe(null);
    const other = bytes('{"draft":{"value":"Twofold."}}');
    expect(cutRecord(other, cut)).toBe(other);
  });
});

test("a message loses the words and the claims of what goes, and keeps its other trailers", () => {
  const message =
    "append: The first words of something… (gone)\n\nPagefile-Reason: TURN_COMMIT\nPagefile-Op: append gone memory/gone.md\nPagefile-Page: gone@1..2\nPagefile-Actor: human\n";
  const cut = { ...noCut, pages: new Set(["gone"]), gists: ["The first words of something…"] };
  expect(cutMessage(message, cut, noRenames)).toBe(
    "append: REDACTED (gone)\n\nPagefile-Reason: TURN_COMMIT\nPagefile-Actor: human\n",
  );
  expect(
    cutMessage("Fix 0123456789 and 99999999\n", noCut, {
      ...noRenames,
      object: (hex) => (hex === "0123456789" ? "abcdefabcd" : null),
    }),
  ).toBe("Fix abcdefabcd and 99999999\n");
});

describe("a trace", () => {
  const commit = (oid: string, page: string, entry: string, evidence: readonly string[] = []): TracedCommit => ({
    oid: oid as Oid,
    evidence,
    isMerge: false,
    files: [{ path: `${page}.md`, id: page, added: [entry], holds: [entry], created: false, gained: [], values: [] }],
  });

  test("takes all that rests on a source, however many steps away, and nothing that does not", () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(11), { nil: null }), { minLength: 1, maxLength: 12 }), (picks) => {
        // Each commit writes a page of its own and rests on an earlier page, on the bad source (0 points nowhere earlier) or on nothing.
        const bad = new Set<number>();
        const commits = picks.map((pick, at) => {
          const from = pick === null ? [] : pick < at ? [`page:p${pick}`] : ["url:bad"];
          if (pick !== null && (pick >= at || bad.has(pick))) bad.add(at);
          return commit(`${at}`.padStart(40, "0"), `p${at}`, `entry${at}`, from);
        });
        const traced = traceBack(commits, { kind: "source", name: "url:bad" });
        expect([...traced.entries.keys()]).toEqual([...bad].map((at) => `entry${at}`));
        expect(traced.commits.length).toBe(bad.size);
      }),
      { numRuns: Number(process.env.PAGEFILE_RUNS ?? draws(300)) },
    );
  });

  test("of an entry follows nothing, and names who cites it", () => {
    const commits = [commit("a".repeat(40), "p", "e1"), commit("b".repeat(40), "q", "e2", ["page:p"])];
    const traced = traceBack(commits, { kind: "entry", name: "e1" });
    expect([...traced.entries]).toEqual([["e1", "p"]]);
    expect(traced.cites).toEqual(["b".repeat(40)]);
  });

  test("does not take what an earlier commit had brought already", () => {
    const [a, b] = ["a".repeat(40) as Oid, "b".repeat(40) as Oid];
    const traced = traceBack([commit(a, "p", "e1"), commit(b, "q", "e1")], { kind: "commit", name: "b", oid: b });
    expect([...traced.entries]).toEqual([]);
    expect(traced.commits).toEqual([{ commit: b, why: "named" }]);
  });
});
