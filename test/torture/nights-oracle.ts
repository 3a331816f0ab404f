/** Nights oracle: what became of every entry by git's own account, line by line and commit by commit; it uses nothing of Pagefile's. */

import type { TestRepo } from "../support/git-repo.js";

interface Change {
  readonly path: string;
  /** null where the file goes. */
  readonly oid: string | null;
}

interface Commit {
  readonly oid: string;
  readonly message: string;
  readonly changes: readonly Change[];
}

/** HEAD's entries, kept in step commit by commit. Entries are lines that begin with `- `, as all of the agent's do. */
export class Past {
  private readonly repo: TestRepo;
  private tip: string | null = null;
  private readonly lines: Map<string, readonly string[]> = new Map();
  /** In how many places a line stands. */
  private readonly counts: Map<string, number> = new Map();
  private index = "";

  constructor(repo: TestRepo) {
    this.repo = repo;
  }

  /** Reads what was committed since the last call; gives what vanished there without a word. */
  follow(): readonly string[] {
    const commits = this.commits();
    const texts = this.texts(commits.flatMap(({ changes }) => changes.flatMap(({ oid }) => oid ?? [])));
    const broken: string[] = [];
    for (const { oid, message, changes } of commits) {
      const before = changes.flatMap(({ path }) => this.lines.get(path) ?? []);
      for (const change of changes) this.put(change, texts);
      const gone = before.filter((line) => !this.counts.has(line));
      const reason = /^Pagefile-Reason: \S/m.test(message);
      // Nights move what they take out; a person may throw away.
      const moves = /^Pagefile-Actor: agent:nightly$/m.test(message);
      if (gone.length > 0 && !reason) broken.push(`${oid.slice(0, 10)} drops “${gone[0]}” and gives no reason`);
      else if (gone.length > 0 && moves) broken.push(`${oid.slice(0, 10)}, a night's, loses “${gone[0]}”`);
      this.tip = oid;
    }
    return broken;
  }

  /** Tokens that stand in some line of HEAD. */
  tokens(): ReadonlySet<string> {
    return new Set([...this.counts.keys()].flatMap((line) => line.match(/\bm\d+x\b/g) ?? []));
  }

  /** Archived files that no line of the archive's index leads to. */
  unlisted(): readonly string[] {
    const archived = [...this.lines.keys()].filter(
      (path) => path.startsWith("archive/") && path !== "archive/INDEX.md",
    );
    return archived.filter((path) => !this.index.includes(`(${path.slice("archive/".length)})`));
  }

  private put({ path, oid }: Change, texts: ReadonlyMap<string, string>): void {
    for (const line of this.lines.get(path) ?? []) {
      const left = (this.counts.get(line) ?? 0) - 1;
      if (left > 0) this.counts.set(line, left);
      else this.counts.delete(line);
    }
    const text = oid === null ? null : (texts.get(oid) ?? "");
    if (path === "archive/INDEX.md") this.index = text ?? "";
    if (text === null) return void this.lines.delete(path);
    const lines = text.split("\n").filter((line) => line.startsWith("- "));
    this.lines.set(path, lines);
    for (const line of lines) this.counts.set(line, (this.counts.get(line) ?? 0) + 1);
  }

  private commits(): readonly Commit[] {
    const range = this.tip === null ? "HEAD" : `${this.tip}..HEAD`;
    const args = [
      "log",
      "--reverse",
      "--topo-order",
      "--raw",
      "--no-renames",
      "--no-abbrev",
      "--root",
      "--format=%x01%H%n%B%x02",
    ];
    const records = this.repo
      .git(...args, range)
      .split("\u0001")
      .slice(1);
    return records.map((record) => {
      const [head = "", rows = ""] = record.split("\u0002");
      const end = head.indexOf("\n");
      const changes = rows
        .split("\n")
        .filter((row) => row.startsWith(":"))
        .map((row): Change => {
          const [about = "", path = ""] = row.split("\t");
          const [, , , oid = "", status] = about.split(" ");
          return { path, oid: status === "D" ? null : oid };
        });
      return {
        oid: head.slice(0, end),
        message: head.slice(end + 1),
        changes: changes.filter(({ path }) => path.endsWith(".md")),
      };
    });
  }

  private texts(oids: readonly string[]): ReadonlyMap<string, string> {
    const wanted = [...new Set(oids)];
    if (wanted.length === 0) return new Map();
    const out = this.repo.tryGit(["cat-file", "--batch"], `${wanted.join("\n")}\n`).stdout;
    const bytes = Buffer.from(out, "utf8");
    const texts = new Map<string, string>();
    for (let at = 0; at < bytes.length; ) {
      const end = bytes.indexOf(0x0a, at);
      const [oid = "", , size = "0"] = bytes.toString("utf8", at, end).split(" ");
      texts.set(oid, bytes.toString("utf8", end + 1, end + 1 + Number(size)));
      at = end + 2 + Number(size);
    }
    return texts;
  }
}
