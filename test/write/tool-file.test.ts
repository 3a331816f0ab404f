/** Tool file's tests: files that a memory tool makes and rewrites, as patches, and what they are refused for. */
import { describe, expect, test } from "vitest";
import type { ToolFile } from "../../src/write/tool-file.js";
import { path } from "../support/places.js";
import { files, run } from "../support/tool-scene.js";

const create = (name: string, text: string): ToolFile => ({ kind: "create", path: path(name), text });
const replace = (
  name: keyof typeof files,
  to: string,
  brought = "x",
  kind: "replace" | "insert" = "replace",
): ToolFile => ({ kind, path: path(name), from: files[name], to, brought });
describe("a new file", () => {
  test("is one change, named by its path, and a page of its id", () => {
    expect(run(create("memory/n.md", "# N\n\n- n\n"))).toMatchObject({
      targets: [{ op: "create", id: "n", path: "memory/n.md" }],
      changes: [{ kind: "edit", path: "memory/n.md", edit: { kind: "create", text: "# N\n\n- n\n" } }],
      reason: "CAPTURE",
      subject: "create: memory/n.md",
      envelope: { origin: "agent" },
    });
    expect(run(create("memory/n.md", "---\nid: own\n---\n"))).toMatchObject({ targets: [{ id: "own" }] });
    expect(run(create("memory/x/seats.md", "- n\n"))).toMatchObject({
      targets: [{ id: "x-seats" }],
    });
    expect(run(create("memory/n.txt", "n\n"))).toMatchObject({ targets: [] });
  });

  test.each<[name: string, file: ToolFile, reason: string, says: string]>([
    [
      "of a name that differs in case alone",
      create("memory/A.md", "- n\n"),
      "DESTRUCTIVE_OP",
      "memory/a.md exists already, and on some systems memory/A.md is the same file.",
    ],
    [
      "with an id that is taken",
      create("memory/n.md", "---\nid: seats\n---\n"),
      "DESTRUCTIVE_OP",
      "The id “seats” is taken by memory/a.md; two pages cannot have it.",
    ],
    [
      "that stays on this machine",
      create("memory/n.md", "---\nscope: local\n---\n"),
      "SCOPE_DENIED",
      "A page of scope local stays on this machine, and this tool commits what it writes.",
    ],
    [
      "with half a character",
      create("memory/n.md", "- \ud800\n"),
      "MALFORMED",
      "The text holds half of a character (a lone surrogate).",
    ],
    ["that is no text", create("memory/n.md", "a\0"), "MALFORMED", "Byte 1 of the file is NUL; a page is text."],
    [
      "with a secret",
      create("memory/n.md", ["ghp_", "a1B2".repeat(9)].join("")),
      "SECRET_DETECTED",
      "There is a secret in body: ",
    ],
    [
      "on grounds that do not resolve",
      create("memory/n.md", "- n\n"),
      "PROVENANCE_DANGLING",
      "The evidence “page:gone” does not resolve: there is no page “gone”.",
    ],
  ])("is refused %s", (_name, file, reason, says) => {
    const envelope = reason === "PROVENANCE_DANGLING" ? { evidence: ["page:gone"] } : {};
    expect(run(file, { envelope })).toMatchObject({ reason, says: expect.stringContaining(says) });
  });

  test("from outside stands in no prompt, and is labeled elsewhere", () => {
    const envelope = { origin: "web" } as const;
    expect(run(create("memory/policies/n.md", "- n\n"), { envelope })).toMatchObject({ reason: "ORIGIN_DENIED" });
    expect(run(create("memory/n.md", "---\ntype: constraint\n---\n- n\n"), { envelope })).toMatchObject({
      reason: "ORIGIN_DENIED",
    });
    expect(run(create("memory/n.md", "- n\n"), { envelope })).toMatchObject({
      labels: [expect.stringMatching(/^web n /)],
    });
  });
});

describe("a rewrite", () => {
  test("is one edit from the whole text to the other, as a correction or as something new", () => {
    const [from, to] = [files["memory/a.md"], `${files["memory/a.md"]}- b\n`];
    expect(run(replace("memory/a.md", to))).toMatchObject({
      targets: [{ op: "correct", id: "seats", path: "memory/a.md" }],
      changes: [{ kind: "edit", path: "memory/a.md", edit: { kind: "rewrite", from, to } }],
      reason: "CORRECTION",
      subject: "replace: memory/a.md",
    });
    expect(run(replace("memory/a.md", to, "b", "insert"))).toMatchObject({
      reason: "FLUSH_MANUAL",
      subject: "insert: memory/a.md",
    });
    expect(run(replace("memory/notes.txt", "y\n"))).toMatchObject({ targets: [], reason: "CORRECTION" });
    expect(run(replace("memory/a.md", to, "Words.", "insert"), { envelope: { origin: "web" } })).toMatchObject({
      labels: [expect.stringMatching(/^web seats /)],
    });
  });

  test("is refused where the text is no longer the one that was read, or no commit has it", () => {
    expect(run(replace("memory/a.md", "- z\n"), { disk: { "memory/a.md": "- hand\n" } })).toEqual({
      reason: "VERSION_CONFLICT",
      says: "memory/a.md is not what it was when it was read.",
      hint: "Somebody else wrote it meanwhile; view it again, then try again.",
    });
    expect(run(replace("memory/a.md", "- z\n"), { head: { "memory/a.md": null } })).toMatchObject({
      says: expect.stringContaining("is not committed yet"),
    });
    expect(run(replace("memory/a.md", "- z\n"), { disk: { "memory/a.md": null } })).toMatchObject({
      reason: "CORRECTION",
    });
  });
});
