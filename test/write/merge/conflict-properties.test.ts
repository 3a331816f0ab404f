/** Conflict properties: what two sides say differently is kept through merges in any order, and settling takes only what was chosen against. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Conflict } from "../../../src/page/decode.js";
import { bodyStartOf, outline } from "../../../src/page/markdown/outline.js";
import { mergePages } from "../../../src/write/merge/merge.js";
import {
  conflictsIn,
  droppedBy,
  settleText,
  type Take,
  takes,
  withConflicts,
} from "../../../src/write/merge/settle.js";

/** Five entries and three keys that a clone may each edit, and what it may append. */
interface Clone {
  readonly entries: readonly (string | null)[];
  readonly keys: readonly (string | null)[];
  readonly more: readonly string[];
}

const word = fc.constantFrom("aisle", "middle", "rear", "früh", "日本");
const clone: fc.Arbitrary<Clone> = fc.record({
  entries: fc.array(fc.option(word, { freq: 3 }), { minLength: 5, maxLength: 5 }),
  keys: fc.array(fc.option(word, { freq: 3 }), { minLength: 3, maxLength: 3 }),
  more: fc.uniqueArray(fc.constantFrom("- Night trains.", "- Two bags.", "Some text."), { maxLength: 2 }),
});

const names = ["mood", "status", "summary"];
const begun: Clone = { entries: Array(5).fill(null), keys: Array(3).fill(null), more: [] };

function printed({ entries, keys, more }: Clone, version: number): string {
  const head = keys.map((key, i) => `${names[i]}: ${key ?? "as before"}\n`).join("");
  const body = entries.map((entry, i) => `- Rule ${i} of the house is ${entry ?? "as before"}.\n`).join("");
  return `---\nid: a\nversion: ${version}\n${head}---\n${body}${more.map((each) => `\n${each}\n`).join("")}`;
}

function merged(base: string, ours: string, theirs: string): string {
  const outcome = mergePages("a.md", base, ours, theirs);
  if (!outcome.ok) throw new Error(outcome.error.says);
  return outcome.value.text;
}

function openIn(text: string): readonly Conflict[] {
  const known = conflictsIn("a.md", text);
  if (!known.ok) throw new Error(known.error.says);
  return known.value;
}

const saidBy = (one: Conflict): readonly string[] =>
  (one.kind === "key" ? one.values.map((value) => `${one.key.join(".")}=${value}`) : one.entries).toSorted();
const alternatives = (text: string): readonly (readonly string[])[] =>
  openIn(text)
    .map(saidBy)
    .toSorted((a, b) => (a.join() < b.join() ? -1 : 1));
const saidIn = (text: string): readonly string[] => alternatives(text).flat();
const digests = (text: string): readonly string[] =>
  outline(text, bodyStartOf(text)).entries.map(({ digest }) => digest);

const runs = { numRuns: Number(process.env.PAGEFILE_MERGE_RUNS ?? "80") };
const base = printed(begun, 1);

describe("conflicts", () => {
  it("are exactly what both changed differently, and every alternative stands or is listed", () => {
    fc.assert(
      fc.property(clone, clone, (a, b) => {
        const text = merged(base, printed(a, 2), printed(b, 3));
        const open = openIn(text);
        const differ = (mine: readonly unknown[], yours: readonly unknown[]): number =>
          mine.filter((each, i) => each !== null && yours[i] !== null && each !== yours[i]).length;
        expect(open.filter(({ kind }) => kind === "key")).toHaveLength(differ(a.keys, b.keys));
        expect(open.filter(({ kind }) => kind === "entry")).toHaveLength(differ(a.entries, b.entries));
        for (const one of open) {
          if (one.kind === "entry") expect(digests(text)).toEqual(expect.arrayContaining([...one.entries]));
          else expect(text).toContain(`\n${one.key[0]}: ${one.values[1]}\n`);
        }
      }),
      runs,
    );
  });

  it("of three clones are the same in whichever order they meet, and lose no alternative", () => {
    fc.assert(
      fc.property(clone, clone, clone, (a, b, c) => {
        const [x, y, z] = [printed(a, 2), printed(b, 3), printed(c, 4)];
        const first = merged(base, merged(base, x, y), z);
        const others = [
          merged(base, x, merged(base, y, z)),
          merged(base, merged(base, z, x), y),
          merged(base, z, merged(base, y, x)),
        ];
        for (const other of others) {
          expect(alternatives(other)).toEqual(alternatives(first));
          expect(digests(other).toSorted()).toEqual(digests(first).toSorted());
        }
        for (const side of [x, y, z]) {
          const gone = digests(side).filter((digest) => !digests(first).includes(digest));
          expect(digests(base)).toEqual(expect.arrayContaining(gone));
        }
      }),
      runs,
    );
  });

  it("come to rest where two clones merged each other and meet again", () => {
    fc.assert(
      fc.property(clone, clone, (a, b) => {
        const [x, y] = [printed(a, 2), printed(b, 3)];
        const [here, there] = [merged(base, x, y), merged(base, y, x)];
        const again = merged(base, here, there);
        expect(alternatives(again)).toEqual(alternatives(here));
        expect(digests(again).toSorted()).toEqual(digests(here).toSorted());
        expect(merged(here, again, again)).toBe(again);
      }),
      runs,
    );
  });

  it("are settled without a trace, and only what was chosen against goes", () => {
    fc.assert(
      fc.property(clone, clone, fc.constantFrom(...takes), (a, b, take) => {
        const text = merged(base, printed(a, 2), printed(b, 3));
        const choices = openIn(text)
          .filter((one) => one.kind === "entry" || take !== "both")
          .map((conflict) => ({ conflict, take }));
        const settled = settleText("a.md", text, choices);
        if (!settled.ok) throw new Error(settled.error.says);
        const dropped = choices.flatMap(droppedBy);
        expect(digests(settled.value)).toEqual(digests(text).filter((digest) => !dropped.includes(digest)));
        expect(openIn(settled.value)).toEqual(
          openIn(text).filter(
            (one) => !choices.some(({ conflict }) => conflict === one) && one.kind === "key" && take === "both",
          ),
        );
        for (const { conflict } of choices) {
          if (conflict.kind !== "key" || take === "as_is") continue;
          expect(settled.value).toContain(`\n${conflict.key[0]}: ${conflict.values[take === "ours" ? 0 : 1]}\n`);
        }
        expect(settleText("a.md", settled.value, choices)).toEqual(settled);
      }),
      runs,
    );
  });

  it("that one side settled stay settled when the other side only added", () => {
    fc.assert(
      fc.property(clone, clone, fc.constantFrom("ours" as const, "theirs" as const), (a, b, take) => {
        const text = merged(base, printed(a, 2), printed(b, 3));
        const settled = settleText(
          "a.md",
          text,
          openIn(text).map((conflict) => ({ conflict, take })),
        );
        if (!settled.ok) throw new Error(settled.error.says);
        const added = `${text}\nWritten meanwhile.\n`;
        for (const both of [merged(text, settled.value, added), merged(text, added, settled.value)]) {
          expect(openIn(both)).toEqual([]);
          expect(digests(both).toSorted()).toEqual(
            [...digests(settled.value), ...digests(added).slice(-1)].toSorted(),
          );
        }
      }),
      runs,
    );
  });

  it("settled on both sides hold what either chose, and are open again exactly where the choices differ", () => {
    const choice = fc.constantFrom("ours" as const, "theirs" as const, "as_is" as const);
    const more = fc.constantFrom("", "\nWritten meanwhile.\n");
    const settled = (text: string, take: Take): string => {
      const done = settleText(
        "a.md",
        text,
        openIn(text).map((conflict) => ({ conflict, take })),
      );
      if (!done.ok) throw new Error(done.error.says);
      return done.value;
    };
    fc.assert(
      fc.property(clone, clone, choice, choice, more, (a, b, mine, yours, added) => {
        const text = merged(base, printed(a, 2), printed(b, 3));
        const [here, there] = [settled(text, mine), settled(text, yours) + added];
        for (const [x, y] of [
          [here, there],
          [there, here],
        ] as const) {
          const both = merged(text, x, y);
          for (const one of openIn(text)) {
            if (one.kind === "entry") {
              const chosen = one.entries.filter((each) => digests(x).includes(each) || digests(y).includes(each));
              expect(chosen).not.toEqual([]);
              expect(
                digests(both)
                  .filter((each) => one.entries.includes(each))
                  .toSorted(),
              ).toEqual(chosen.toSorted());
              expect(saidIn(both)).toEqual(
                mine === yours ? expect.not.arrayContaining(one.entries as string[]) : expect.arrayContaining(chosen),
              );
              continue;
            }
            const [left, right] = [x, y].map((each) => new RegExp(`^${one.key[0]}: (.*)$`, "m").exec(each)?.[1]);
            const again = openIn(both).find((each) => each.kind === "key" && each.key[0] === one.key[0]);
            expect(again).toEqual(left === right ? undefined : { ...one, values: [left, right] });
          }
        }
      }),
      runs,
    );
  });

  it("with more than two alternatives leave the rest to choose from", () => {
    const list: readonly Conflict[] = [{ kind: "key", key: ["mood"], values: ["calm", "wild", "odd"] }];
    const text = withConflicts("a.md", "---\nmood: odd\n---\n- x\n", list);
    if (!text.ok) throw new Error(text.error.says);
    const settled = settleText("a.md", text.value, [{ conflict: list[0]!, take: "theirs" }]);
    const want = "---\nmood: wild\nconflicts: [{ key: mood, values: [wild, odd] }]\n---\n- x\n";
    expect(settled).toEqual({ ok: true, value: want });
  });

  it("read back as they were written, whatever the values are", () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.string(), { maxLength: 3 }),
    );
    const one: fc.Arbitrary<Conflict> = fc.oneof(
      fc.record({
        kind: fc.constant("key" as const),
        key: fc.array(fc.constantFrom("fields", "a.b", "constructor", "früh"), { minLength: 1, maxLength: 3 }),
        values: fc.array(value, { minLength: 2, maxLength: 4 }),
      }),
      fc.record({
        kind: fc.constant("entry" as const),
        entries: fc.array(fc.string(), { minLength: 2, maxLength: 3 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(one, { maxLength: 3 }), fc.constantFrom(base, "- a\n", "\ufeff- a\r\n"), (list, text) => {
        const written = withConflicts("a.md", text, list);
        if (!written.ok) throw new Error(written.error.says);
        expect(openIn(written.value)).toEqual(list);
        const back = withConflicts("a.md", written.value, []);
        expect(back).toEqual({ ok: true, value: text });
      }),
      runs,
    );
  });
});
