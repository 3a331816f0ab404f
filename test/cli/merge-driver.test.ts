/** Merge driver's tests: real git merges and rebases through the built program, beside git without it. */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Cli, cli } from "../support/cli.js";
import { type Clones, clones as clonesOf, marker, mergeCommand } from "../support/clones.js";
import { here } from "../support/here.js";

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

const clones = (driver: "driver" | "plain"): Clones => clonesOf(driver, { path, text: start });

describe("git merge", () => {
  const append = (line: string) => (text: string) => `${text.replace("version: 1", "version: 2")}${line}\n`;

  it("keeps what two clones appended; without the driver git leaves markers", () => {
    const at = clones("driver");
    at.commit(at.ours, append("- Likes the front."));
    at.commit(at.theirs, append("- Likes the rear."));
    expect(at.joined(mergeCommand)).toBe(true);
    expect(at.textIn(at.ours)).toBe(
      `${start.replace("version: 1", "version: 3")}- Likes the front.\n- Likes the rear.\n`,
    );
    expect(at.cli.git(["status", "--porcelain"], at.ours)).toBe("");
    at.sound();

    const control = clones("plain");
    control.commit(control.ours, append("- Likes the front."));
    control.commit(control.theirs, append("- Likes the rear."));
    expect(control.joined(mergeCommand)).toBe(false);
    expect(control.textIn(control.ours)).toMatch(marker);
  });

  it("keeps an edit against a deletion", () => {
    const at = clones("driver");
    at.commit(at.ours, (text) => text.replace("- Prefers a window seat.\n", ""));
    at.commit(at.theirs, (text) => text.replace("a window", "an aisle"));
    expect(at.joined(mergeCommand)).toBe(true);
    expect(at.textIn(at.ours)).toBe(start.replace("a window", "an aisle"));
    at.sound();
  });

  it("rebases three commits over three", () => {
    const at = clones("driver");
    for (const n of [1, 2, 3]) {
      const more = (who: string) => (text: string) =>
        `${text.replace(/version: \d/, `version: ${n + 1}`)}- ${who} wrote ${n}.\n`;
      at.commit(at.ours, more("Ada"));
      at.commit(at.theirs, more("Grace"));
    }
    expect(at.joined(["rebase", "--quiet"])).toBe(true);
    const lines = at.textIn(at.ours).split("\n");
    for (const n of [1, 2, 3]) {
      expect(lines).toContain(`- Ada wrote ${n}.`);
      expect(lines).toContain(`- Grace wrote ${n}.`);
    }
    expect(lines).toHaveLength(start.split("\n").length + 6);
    expect(at.cli.git(["rev-list", "--count", "HEAD"], at.ours).trim()).toBe("7");
    at.sound();
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
    ["two new ids", start.replace("id: seats", "id: sofas"), start.replace("id: seats", "id: chairs")],
    ["bytes that are no text", new Uint8Array([0, 1, 2]), `${start}- b\n`],
  ])("leaves our file as it was and exits 1: %s", (_name, ours, theirs) => {
    const at = cli();
    files(at, [start, ours, theirs]);
    const ran = drive(at);
    expect(ran.exit).toBe(1);
    expect(ran.stderr).toContain("not merged");
    expect(readFileSync(join(at.folder, "A"))).toEqual(Buffer.from(ours));
  });

  it("says how to settle what it left, by a command that works as it stands", async () => {
    const settle = async (was: string, ours: string, theirs: string): Promise<string> => {
      const at = cli();
      files(at, [start, start.replace(was, ours), start.replace(was, theirs)]);
      const ran = await here(at)(["merge-driver", "O", "A", "B", "memory/my seats.md"]);
      return ran.stderr.replaceAll(/\s+/g, " ").split("Settle it with: ")[1] ?? ran.stderr;
    };
    const resolve = "pagefile resolve 'memory/my seats.md'";
    expect(await settle("- Sits", "- Never sits", "- Mostly sits")).toContain(
      `${resolve} --ours, --theirs or --both`,
    );
    expect(await settle("title: Seats", "title: Sofas", "title: Chairs")).toContain(`${resolve} --ours or --theirs`);
  });

  it("says which file is missing", () => {
    const at = cli();
    appendFileSync(join(at.folder, "O"), start);
    const ran = drive(at);
    expect(ran.stderr).toContain("There is no file B");
    expect(ran.exit).not.toBe(0);
  });
});
