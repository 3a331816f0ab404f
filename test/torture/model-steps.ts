/** Model steps: what writers, users, clocks and clones do, as data that fast-check draws and shrinks. */

import fc from "fast-check";
import { draftOf } from "./against-git-steps.js";
import { lineOf, type Places, pathOfPage, type Wish } from "./model-state.js";

export interface Asking {
  readonly op: "append" | "merge" | "title" | "create" | "archive" | "restore";
  readonly page: number;
  readonly n: number;
  readonly stale: boolean;
}

/** Where a process dies or a call fails, counted in calls that change something; null nowhere. */
export type Blow = { readonly at: number; readonly how: "dies" | "EIO" | "ENOSPC" } | null;
export type Meanwhile = "nothing" | "edit" | "elsewhere";
export type HandAct =
  | "edit"
  | "drop"
  | "status"
  | "delete"
  | "create"
  | "squat"
  | "add"
  | "commit_all"
  | "commit_staged";

export type Step =
  | { readonly kind: "patch"; readonly asking: Asking; readonly meanwhile: Meanwhile; readonly blow: Blow }
  | { readonly kind: "stage"; readonly asking: Asking; readonly blow: Blow }
  | { readonly kind: "flush"; readonly boundary: string; readonly meanwhile: Meanwhile; readonly blow: Blow }
  | { readonly kind: "hand"; readonly act: HandAct; readonly page: number; readonly n: number }
  | { readonly kind: "clock"; readonly seconds: number }
  | { readonly kind: "fork" | "merge" | "reopen" }
  | { readonly kind: "clone"; readonly asking: Asking };

const pages = ["p0", "p1", "n0", "p0", "n1", "p2"] as const;

const pageAt = (at: number): string => pages[at % pages.length] ?? "p0";

const asking: fc.Arbitrary<Asking> = fc.record({
  op: fc.constantFrom("append", "append", "append", "merge", "merge", "title", "create", "archive", "restore"),
  page: fc.nat(5),
  n: fc.nat(9),
  stale: fc.integer({ min: 0, max: 5 }).map((roll) => roll === 0),
});
const blow: fc.Arbitrary<Blow> = fc
  .option(fc.record({ at: fc.integer({ min: 1, max: 36 }), how: fc.constantFrom("dies", "dies", "EIO", "ENOSPC") }), {
    freq: 3,
  })
  .map((drawn) => (drawn !== null && drawn.at % 4 !== 0 ? drawn : null));
const meanwhile = fc.constantFrom<Meanwhile>("nothing", "nothing", "nothing", "edit", "elsewhere");
const acts: readonly HandAct[] = [
  ..."edit edit edit drop status delete create squat add add commit_all commit_staged".split(" "),
] as HandAct[];

export const stepArbitraries: readonly fc.Arbitrary<Step>[] = [
  fc.record({ kind: fc.constant("patch" as const), asking, meanwhile, blow }),
  fc.record({ kind: fc.constant("stage" as const), asking, blow }),
  fc.record({
    kind: fc.constant("flush" as const),
    boundary: fc.constantFrom("turn", "compaction", "reset", "switch", "fork", "shutdown", "manual"),
    meanwhile,
    blow,
  }),
  fc.record({ kind: fc.constant("stage" as const), asking, blow: fc.constant(null) }),
  fc.record({ kind: fc.constant("hand" as const), act: fc.constantFrom(...acts), page: fc.nat(5), n: fc.nat(99) }),
  fc.record({ kind: fc.constant("hand" as const), act: fc.constantFrom(...acts), page: fc.nat(5), n: fc.nat(99) }),
  fc.record({
    kind: fc.constant("clock" as const),
    seconds: fc.constantFrom(-31_536_000, -3600, -1, 60, 86_400, 31_536_000),
  }),
  fc.record({ kind: fc.constantFrom("fork" as const, "merge" as const, "merge" as const, "reopen" as const) }),
  fc.record({ kind: fc.constant("clone" as const), asking }),
];

/** The asking as a patch on what HEAD holds now. */
export function wishOf(
  { op, page, n, stale }: Asking,
  places: Places,
): { readonly wish: Wish; readonly draft: object } {
  const name = pageAt(page);
  const head = places.head.get(pathOfPage(places.work, name) ?? "") ?? "";
  const wish = ((): Wish => {
    switch (op) {
      case "append":
        return { op, page: name, entry: `Fact ${n}.` };
      case "merge":
        return { op, page: name, entries: [`Fact ${n}.`, `Fact ${n + 1}.`], tag: n % 3 === 0 ? null : `t${n % 3}` };
      case "title":
        return { op, page: name, title: `Title ${n}`, base: stale ? "98" : (lineOf(head, "version") ?? "97") };
      case "create":
        return { op, page: `n${n % 2}`, entry: `Made ${n}.` };
      default:
        return { op, page: name };
    }
  })();
  if (wish.op === "merge") {
    const tags = wish.tag === null ? [] : [wish.tag];
    return { wish, draft: { op: "merge", page: name, entries: wish.entries, tags } };
  }
  if (wish.op === "restore") return { wish, draft: { op: "restore", page: name } };
  return { wish, draft: draftOf(wish, wish.base ?? "") };
}

/** What the user's hands leave in the three places; the same places where there is nothing to do. */
export function byHand(places: Places, act: HandAct, page: number, n: number): Places {
  const path = pathOfPage(places.work, pageAt(page)) ?? "";
  const text = places.work.get(path);
  const put = (to: string, is: string | null): Places => {
    const work = new Map(places.work);
    if (is === null) work.delete(to);
    else work.set(to, is);
    return { ...places, work };
  };
  switch (act) {
    case "edit":
      return text === undefined ? places : put(path, text.replace(/^- /m, `- Hand ${n}.\n- `));
    case "drop":
      return text === undefined ? places : put(path, text.replace(/^- .*\n(?=- )/m, ""));
    case "status":
      return text === undefined ? places : put(path, text.replace(/^status: .*$/m, `status: hand ${n}`));
    case "delete":
      return text === undefined ? places : put(path, null);
    case "create":
      return put(`memory/u${n}.md`, `---\nid: u${n}\n---\n- By hand ${n}.\n`);
    case "squat": {
      const to = `archive/2026/${pageAt(page)}.md`;
      return places.work.has(to) ? places : put(to, `---\ntags: [broken\n- Squatter ${n}.\n`);
    }
    case "add": {
      const index = new Map(places.index);
      if (text !== undefined) index.set(path, text);
      return { ...places, index };
    }
    case "commit_all": {
      const kept = [...places.index.keys()].filter((tracked) => places.work.has(tracked));
      const index = new Map(kept.map((tracked) => [tracked, places.work.get(tracked) ?? ""]));
      return { ...places, head: index, index };
    }
    case "commit_staged":
      return { ...places, head: places.index };
  }
}
