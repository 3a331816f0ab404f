/** RandomStory: a past in the making: pages, and the commits that change them, as a stream for `git fast-import`. */

import { printMessage } from "../../src/git/history.js";
import type { AcceptedReason } from "../../src/rules/refusal.js";

export interface Page {
  readonly id: string;
  readonly path: string;
  readonly pinned: boolean;
  readonly version: number;
  readonly entries: readonly string[];
}

interface Made {
  readonly message: string;
  readonly files: readonly (readonly [path: string, text: string | null])[];
  readonly from?: number;
  readonly merged?: number;
  readonly replayed?: true;
}

export const storyConfig: string = "pagefile: 1\nstore: randomstore1\nname: random\nprofile: plain\nscope: project\n";
export const storySecret: string = ["AKIA", "QY7W", "RB3NHZK2", "TD5M"].join("");

export class Story {
  tip = 0;
  readonly expected: { readonly code: string; readonly mark: number }[] = [];
  readonly pages: Page[] = [];
  private readonly lines: string[] = [];
  private mark = 0;
  private words = 0;

  constructor() {
    this.commit({ message: "Begin\n", files: [["pagefile.yaml", storyConfig]] });
    this.create(false);
    this.create(true);
  }

  stream(): string {
    return `${this.lines.join("")}done\n`;
  }

  create(pinned: boolean): void {
    const id = `p${this.pages.length}`;
    const page = { id, path: `memory/${id}.md`, pinned, version: 1, entries: [this.word(), this.word()] };
    this.own("create", [[page, { ...page, version: 0 }]]);
  }

  both(a: Page, b: Page): [Page, Page][] {
    return a === b
      ? [[this.grown(a), a]]
      : [
          [this.grown(a), a],
          [this.grown(b), b],
        ]; // prettier-ignore
  }

  archive(page: Page): void {
    const to = page.path.startsWith("archive/") ? `memory/${page.id}.md` : `archive/2026/${page.id}.md`;
    const moved = { ...page, path: to };
    const message = say(to.startsWith("memory/") ? "restore" : "archive", [[moved, page]], [page.path]);
    this.commit({
      message,
      files: [
        [page.path, null],
        [to, print(moved)],
      ],
    }); // prettier-ignore
    this.put(moved);
  }

  /** Two lines of work from one commit, and their merge: with all that both said, or with the one side alone. */
  merge(page: Page, other: Page, how: "whole" | "ours"): void {
    const fork = this.tip;
    const mine = this.grown(page);
    this.own("append", [[mine, page]]);
    const first = this.tip;
    const theirs = this.grown(other);
    const side = this.commit({
      message: say("append", [[theirs, other]]),
      files: [[theirs.path, print(theirs)]],
      from: fork,
    });
    const joined = other === page ? { ...mine, entries: [...mine.entries, ...theirs.entries.slice(-1)] } : theirs;
    const kept = how === "whole" ? [[joined.path, print(joined)] as const] : [];
    this.commit({ message: "Merge side\n", files: kept, from: first, merged: side });
    if (how === "whole") this.put(joined);
    else this.expect("merge_lost");
  }

  /** What one side took away on purpose stays away, though the other side still has it. */
  mergeDelete(page: Page): void {
    if (page.entries.length === 0) return;
    const fork = this.tip;
    const gone = this.shrunk(page);
    this.hand([gone], ["hand_commit", "removed_by_hand"]);
    const first = this.tip;
    const mine = this.grown(page);
    const side = this.commit({
      message: say("append", [[mine, page]]),
      files: [[page.path, print(mine)]],
      from: fork,
    });
    const joined = { ...gone, version: mine.version, entries: [...gone.entries, ...mine.entries.slice(-1)] };
    this.commit({ message: "Merge side\n", files: [[page.path, print(joined)]], from: first, merged: side });
    this.put(joined);
  }

  /** One commit as this program makes it; `changed` gives the page after and what the trailers say was before. */
  own(
    op: string,
    changed: readonly (readonly [Page, Page, ("replayed" | "claimed")?])[],
    code: string | null = null,
    stray: readonly Page[] = [],
  ): void {
    const after = changed.map(([page]) => page);
    const written = changed.filter(([page, was, how]) => page !== was && how !== "claimed");
    const files = [...written.map(([page]) => page), ...stray].map((page) => [page.path, print(page)] as const);
    const replayed = changed.some(([, , how]) => how === "replayed");
    const claims = changed.map(([page, was]) => [page, was] as const);
    this.commit({ message: say(op, claims), files, ...(replayed ? { replayed } : {}) });
    if (changed.every(([, , how]) => how !== "claimed")) for (const page of [...after, ...stray]) this.put(page);
    if (code !== null) this.expect(code);
  }

  hand(pages: readonly Page[], codes: readonly string[], trailers: readonly string[] = []): void {
    const message = trailers.length === 0 ? "By hand\n" : `By hand\n\n${trailers.join("\n")}\n`;
    this.commit({ message, files: pages.map((page) => [page.path, print(page)]) });
    for (const page of pages) this.put(page);
    for (const code of codes) this.expect(code);
  }

  /** A line that is there for one commit. */
  once(page: Page, line: string, codes: readonly string[]): void {
    this.hand([{ ...page, entries: [...page.entries, line] }], codes);
    this.hand([page], ["hand_commit", "removed_by_hand"]);
  }

  scratch(text: string, codes: readonly string[]): void {
    this.commit({ message: "Scratch\n", files: [["memory/scratch.md", text]] });
    for (const code of codes) this.expect(code);
    this.commit({ message: "Tidy up\n", files: [["memory/scratch.md", null]] });
    this.expect("hand_commit");
    this.expect("removed_by_hand");
  }

  grown(page: Page): Page {
    return { ...page, version: page.version + 1, entries: [...page.entries, this.word()] };
  }

  shrunk(page: Page): Page {
    return { ...page, version: page.version + 1, entries: page.entries.slice(0, -1) };
  }

  word(): string {
    this.words += 1;
    return `- Entry ${this.words} of the story.`;
  }

  put(page: Page): void {
    const at = this.pages.findIndex((each) => each.id === page.id);
    if (at < 0) this.pages.push(page);
    else this.pages[at] = page;
  }

  expect(code: string): void {
    this.expected.push({ code, mark: this.tip });
  }

  commit({ message, files, from = this.tip, merged, replayed }: Made): number {
    this.mark += 1;
    const when = 1_760_000_000 + this.mark * 60;
    const who = (at: number): string => `Ada <ada@example.org> ${at} +0000\n`;
    const head = `commit refs/heads/story\nmark :${this.mark}\nauthor ${who(replayed ? when - 30 : when)}committer ${who(when)}`;
    const parents = `${from === 0 ? "" : `from :${from}\n`}${merged === undefined ? "" : `merge :${merged}\n`}`;
    const changes = files.map(([path, text]) =>
      text === null ? `D ${path}\n` : `M 100644 inline ${path}\n${data(text)}`,
    );
    this.lines.push(`${head}${data(message)}${parents}${changes.join("")}\n`);
    this.tip = this.mark;
    return this.mark;
  }
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

function print({ id, pinned, version, entries }: Page): string {
  const type = pinned ? "constraint" : "preference";
  return `---\nid: ${id}\ntype: ${type}\ntitle: Page ${id}\nversion: ${version}\n---\n${entries.map((entry) => `${entry}\n`).join("")}`;
}

function say(op: string, changed: readonly (readonly [Page, Page])[], from: readonly string[] = []): string {
  const reason: AcceptedReason = op === "revert" ? "REVERT" : op === "archive" ? "PRUNE_ARCHIVE" : "FLUSH_MANUAL";
  return printMessage({
    subject: `${op}: something`,
    reason,
    ops: changed.map(([page]) => `${op} ${page.id} ${page.path}`),
    pages: changed.map(([page, was]) => `${page.id}@${was.version}..${page.version}`),
    from,
    boundary: "manual",
    session: null,
    actor: "human",
    origin: "user",
    evidence: [],
    patches: ["sha256:0"],
  });
}

export function manual(op: string, page: Page): string[] {
  return ["Pagefile-Reason: MANUAL_EDIT", `Pagefile-Op: ${op} ${page.id} ${page.path}`, "Pagefile-Actor: human"];
}
