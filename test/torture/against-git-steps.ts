/** Steps against git: what a user and a writer do, drawn from a seed, and what a patch makes of a text by plain string work. */

import { type Chance, pick, upTo } from "./fuzz-corpus.js";

export const twinPages: readonly string[] = ["p0", "p1", "p2"];

/** Begins with the executable bit set, and is never archived: a page that moves becomes an ordinary file. */
export const executable = "p1";

/** One patch, as far as this differential goes. */
export type Ask =
  | { readonly op: "append"; readonly page: string; readonly entry: string }
  | { readonly op: "title"; readonly page: string; readonly title: string }
  | { readonly op: "create"; readonly page: string; readonly entry: string }
  | { readonly op: "archive"; readonly page: string };

export type Step =
  /** Committed one by one, or staged and flushed as one commit. */
  | { readonly kind: "patch"; readonly asks: readonly Ask[]; readonly stale: boolean }
  | { readonly kind: "hand"; readonly act: Act; readonly page: string; readonly n: number };

export type Act =
  | "edit"
  | "status"
  | "other"
  | "untracked"
  | "add"
  | "commit_all"
  | "commit_staged"
  | "chmod"
  | "stash";

const acts: readonly Act[] = [
  ..."edit edit edit status other untracked add add commit_all commit_staged chmod stash".split(" "),
] as Act[];

/** `number` makes every word unique; archived pages are asked for no more. */
export function drawStep(chance: Chance, number: number, archived: ReadonlySet<string>): Step {
  const live = twinPages.filter((page) => !archived.has(page));
  const page = pick(chance, live);
  if (chance() < 0.5) {
    const act = pick(chance, acts);
    return { kind: "hand", act, page: act === "chmod" ? executable : page, n: number };
  }
  const roll = chance();
  const stale = chance() < 0.1;
  if (roll < 0.06 && page !== executable) return { kind: "patch", asks: [{ op: "archive", page }], stale: false };
  if (roll < 0.2)
    return { kind: "patch", asks: [{ op: "create", page: `n${number}`, entry: `Made ${number}.` }], stale: false };
  if (roll < 0.4 || stale) return { kind: "patch", asks: [{ op: "title", page, title: `Title ${number}` }], stale };
  const many = roll < 0.75 ? 1 : 2 + upTo(chance, 2);
  const asks = Array.from({ length: many }, (_, at) => {
    const entry = chance() < 0.15 ? "Line 1." : `Fact ${number}.${at}.`;
    return { op: "append" as const, page: pick(chance, live), entry };
  });
  return { kind: "patch", asks, stale };
}

/** The page as every twin begins with it. */
export function firstText(page: string): string {
  return `---\nid: ${page}\ntype: evidence\ntitle: Page ${page}\nversion: 1\nupdated: 2026-01-01T00:00:00Z\nstatus: open\ntags: [human]\n---\n- Line 0.\n- Line 1.\n`;
}

/** What the patch makes of one place's text: lines and nothing else. null is an absent file. */
export function afterAsk(text: string | null, ask: Ask, now: string): string | null {
  if (ask.op === "create") {
    const head = `id: ${ask.page}\ntype: decision\ntitle: New ${ask.page}\nscope: project\nversion: 1\ncreated: ${now}\nupdated: ${now}\norigin: user\n`;
    return `---\n${head}fields: { because: b, decision: d }\n---\n- ${ask.entry}\n`;
  }
  if (text === null || ask.op === "archive") return text;
  const lines = text.split("\n");
  if (ask.op === "append") {
    if (lines.includes(`- ${ask.entry}`)) return text;
    lines.splice(-1, 0, `- ${ask.entry}`);
  } else {
    const at = lines.findIndex((line) => line.startsWith("title: "));
    if (lines[at] === `title: ${ask.title}`) return text;
    lines[at] = `title: ${ask.title}`;
  }
  return lines
    .map((line) => {
      const version = /^version: (\d+)$/.exec(line)?.[1];
      if (version !== undefined) return `version: ${Number(version) + 1}`;
      return line.startsWith("updated: ") ? `updated: ${now}` : line;
    })
    .join("\n");
}

export function draftOf(ask: Ask, base: string): object {
  switch (ask.op) {
    case "append":
      return { op: "append", page: ask.page, value: ask.entry };
    case "title":
      return { op: "set_with_version", page: ask.page, key: "title", value: ask.title, base };
    case "archive":
      return { op: "archive", page: ask.page };
    case "create": {
      const fields = { because: "b", decision: "d" };
      return { op: "create", page: ask.page, type: "decision", title: `New ${ask.page}`, fields, value: ask.entry };
    }
  }
}
