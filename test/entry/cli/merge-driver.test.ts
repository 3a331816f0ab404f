/** Merge driver's tests: real git merges and rebases through the built program, beside git without it. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type Cli, cli } from "../../support/cli.js";

const program = fileURLToPath(new URL("../../../dist/pagefile.js", import.meta.url));
const path = "memory/seats.md";
const start = `---
id: seats
type: preference
title: Seats
version: 1
updated: 2026-01-01T00:00:00Z
fields: { subject: seats, prefers: window }
---
- Prefers a window seat.
- Sits alone.
`;

interface Clones {
  readonly cli: Cli;
  readonly ours: string;
  readonly theirs: string;
}

/** Two clones of one memory; the driver is configured in both, or in neither. */
function clones(driver: "driver" | "plain"): Clones {
  const tools = cli();
  const origin = join(tools.folder, "origin");
  mkdirSync(join(origin, "memory"), { recursive: true });
  writeFileSync(join(origin, path), start);
  writeFileSync(join(origin, "pagefile.yaml"), "pagefile: 1\nstore: merge0001\nprofile: openclaw\nscope: project\n");
  writeFileSync(join(origin, ".gitattributes"), "*.md merge=pagefile\n");
  tools.git(["init", "--quiet", "--initial-branch=main", origin]);
  tools.git(["add", "--all"], origin);
  tools.git(["commit", "--quiet", "--message=Begin"], origin);
  const [ours, theirs] = ["ours", "theirs"].map((name) => {
    const folder = join(tools.folder, name);
    tools.git(["clone", "--quiet", origin, folder]);
    if (driver === "driver") {
      tools.git(
        ["config", "merge.pagefile.driver", `'${process.execPath}' '${program}' merge-driver %O %A %B %P`],
        folder,
      );
    }
    return folder;
  }) as [string, string];
  return { cli: tools, ours, theirs };
}

function commit(at: Clones, folder: string, change: (text: string) => string): void {
  const file = join(folder, path);
  writeFileSync(file, change(readFileSync(file, "utf8")));
  at.cli.git(["commit", "--quiet", "--all", "--message=Change"], folder);
}

/** True where git is done without a person. */
function joined(at: Clones, command: readonly string[]): boolean {
  at.cli.git(["fetch", "--quiet", at.theirs, "main"], at.ours);
  try {
    at.cli.git([...command, "FETCH_HEAD"], at.ours);
    return true;
  } catch {
    return false;
  }
}

const mergeCommand = ["merge", "--quiet", "--no-edit"];
const textIn = (folder: string): string => readFileSync(join(folder, path), "utf8");
const marker = /^(?:<{7}|={7}|>{7})/m;

/** The page is in the table without a finding, and the repository is sound. */
function sound(at: Clones): void {
  const listed = at.cli.run(["pages", "--json"], { cwd: at.ours });
  expect(listed.exit, listed.stderr).toBe(0);
  const { pages, findings } = JSON.parse(listed.stdout);
  expect(pages.map((page: { id: string }) => page.id)).toContain("seats");
  expect(findings.filter((each: { severity: string }) => each.severity === "error")).toEqual([]);
  at.cli.git(["fsck", "--strict"], at.ours);
}

describe("git merge", () => {
  const append = (line: string) => (text: string) => `${text.replace("version: 1", "version: 2")}${line}\n`;

  it("keeps what two clones appended; without the driver git leaves markers", () => {
    const at = clones("driver");
    commit(at, at.ours, append("- Likes the front."));
    commit(at, at.theirs, append("- Likes the rear."));
    expect(joined(at, mergeCommand)).toBe(true);
    expect(textIn(at.ours)).toBe(
      `${start.replace("version: 1", "version: 3")}- Likes the front.\n- Likes the rear.\n`,
    );
    expect(at.cli.git(["status", "--porcelain"], at.ours)).toBe("");
    sound(at);

    const control = clones("plain");
    commit(control, control.ours, append("- Likes the front."));
    commit(control, control.theirs, append("- Likes the rear."));
    expect(joined(control, mergeCommand)).toBe(false);
    expect(textIn(control.ours)).toMatch(marker);
  });

  it("leaves a path unmerged where both changed one key, with the newer value and no marker", () => {
    const change = (version: number, seat: string) => (text: string) =>
      text.replace("version: 1", `version: ${version}`).replace("prefers: window", `prefers: ${seat}`);
    const at = clones("driver");
    commit(at, at.ours, change(2, "aisle"));
    commit(at, at.theirs, change(3, "middle"));
    expect(joined(at, mergeCommand)).toBe(false);
    expect(textIn(at.ours)).toContain("prefers: middle");
    expect(textIn(at.ours)).toContain("version: 4");
    expect(textIn(at.ours)).not.toMatch(marker);
    expect(at.cli.git(["status", "--porcelain"], at.ours)).toContain(`UU ${path}`);
    expect(at.cli.git(["show", `:2:${path}`], at.ours)).toContain("prefers: aisle");
    at.cli.git(["commit", "--quiet", "--all", "--message=Settle"], at.ours);
    sound(at);
  });

  it("keeps both edits of one entry in the file and says so", () => {
    const at = clones("driver");
    commit(at, at.ours, (text) => text.replace("a window", "an aisle"));
    commit(at, at.theirs, (text) => text.replace("a window", "a middle"));
    expect(joined(at, mergeCommand)).toBe(false);
    expect(textIn(at.ours)).toContain("- Prefers an aisle seat.\n- Prefers a middle seat.\n- Sits alone.\n");
    expect(textIn(at.ours)).not.toMatch(marker);
  });

  it("keeps an edit against a deletion", () => {
    const at = clones("driver");
    commit(at, at.ours, (text) => text.replace("- Prefers a window seat.\n", ""));
    commit(at, at.theirs, (text) => text.replace("a window", "an aisle"));
    expect(joined(at, mergeCommand)).toBe(true);
    expect(textIn(at.ours)).toBe(start.replace("a window", "an aisle"));
    sound(at);
  });

  it("rebases three commits over three", () => {
    const at = clones("driver");
    for (const n of [1, 2, 3]) {
      const more = (who: string) => (text: string) =>
        `${text.replace(/version: \d/, `version: ${n + 1}`)}- ${who} wrote ${n}.\n`;
      commit(at, at.ours, more("Ada"));
      commit(at, at.theirs, more("Grace"));
    }
    expect(joined(at, ["rebase", "--quiet"])).toBe(true);
    const lines = textIn(at.ours).split("\n");
    for (const n of [1, 2, 3]) {
      expect(lines).toContain(`- Ada wrote ${n}.`);
      expect(lines).toContain(`- Grace wrote ${n}.`);
    }
    expect(lines).toHaveLength(start.split("\n").length + 6);
    expect(at.cli.git(["rev-list", "--count", "HEAD"], at.ours).trim()).toBe("7");
    sound(at);
  });
});

describe("pagefile merge-driver", () => {
  const files = (at: Cli, texts: readonly (string | Uint8Array)[]): void => {
    for (const [i, name] of ["O", "A", "B"].entries()) writeFileSync(join(at.folder, name), texts[i] ?? "");
  };
  const drive = (at: Cli) => at.run(["merge-driver", "O", "A", "B", path]);

  it("works outside of any repository, and prints its answer as JSON", () => {
    const at = cli();
    files(at, [start, `${start}- a\n`, `${start}- b\n`]);
    const ran = at.run(["merge-driver", "O", "A", "B", path, "--json"]);
    expect(JSON.parse(ran.stdout)).toMatchObject({ result: "merged", conflicts: [], path });
    expect(ran.exit).toBe(0);
    expect(readFileSync(join(at.folder, "A"), "utf8")).toBe(`${start}- a\n- b\n`);
  });

  it.each<[name: string, ours: string | Uint8Array, theirs: string | Uint8Array]>([
    ["malformed frontmatter", `${start}- a\n`, start.replace("version: 1", "version: 1\nversion: 2")],
    ["two ids", `${start}- a\n`, start.replace("id: seats", "id: chairs")],
    ["bytes that are no text", new Uint8Array([0, 1, 2]), `${start}- b\n`],
  ])("leaves our file as it was and exits 1: %s", (_name, ours, theirs) => {
    const at = cli();
    files(at, [start, ours, theirs]);
    const ran = drive(at);
    expect(ran.exit).toBe(1);
    expect(ran.stderr).toContain("not merged");
    expect(readFileSync(join(at.folder, "A"))).toEqual(Buffer.from(ours));
  });

  it("says which file is missing", () => {
    const at = cli();
    appendFileSync(join(at.folder, "O"), start);
    const ran = drive(at);
    expect(ran.stderr).toContain("There is no file B");
    expect(ran.exit).not.toBe(0);
  });
});
