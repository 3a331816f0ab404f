/** Tool: one signature for calls that ask for the same, different ones for calls that do not. */

import { expect, it } from "vitest";
import { pathOf, signatureOf, toolKind } from "../../../src/session/transcript/transcript.js";

it("does not care for the order of keys", () => {
  expect(signatureOf("Grep", { pattern: "x", path: "src" })).toBe(signatureOf("Grep", { path: "src", pattern: "x" }));
  expect(signatureOf("Grep", { pattern: "x" })).toBe('Grep {"pattern":"x"}');
});

it("does not care for a remark on a command, and does for everything else", () => {
  const make = signatureOf("Bash", { command: "make" });
  expect(signatureOf("Bash", { command: "make", description: "Build it" })).toBe(make);
  expect(signatureOf("Bash", { command: "make", timeout: 5 })).not.toBe(make);
  expect(signatureOf("bash", { command: "make" })).not.toBe(make);
  const issue = signatureOf("mcp__issues__create", { description: "It burns" });
  expect(signatureOf("mcp__issues__create", { description: "It smokes" })).not.toBe(issue);
});

it("tells long calls apart by a digest, and stays short", () => {
  const long = "x".repeat(5_000);
  const one = signatureOf("Write", { file_path: "a", content: `${long}1` });
  const two = signatureOf("Write", { file_path: "a", content: `${long}2` });
  expect(one).not.toBe(two);
  expect(one.length).toBeLessThan(200);
});

it("cuts no character in two", () => {
  for (let pad = 0; pad < 4; pad += 1) {
    const signature = signatureOf("Read", { path: `${"a".repeat(pad)}${"🌧".repeat(200)}` });
    expect(signature).toBe(Buffer.from(signature, "utf8").toString("utf8"));
  }
});

it("knows tools by any spelling of their case, and their files by any name of the key", () => {
  expect(["Read", "grep", "BASH", "Write", "apply_patch", "mcp__x__read"].map(toolKind)).toEqual([
    "read",
    "read",
    "command",
    "edit",
    "edit",
    "other",
  ]);
  expect(pathOf({ notebook_path: "n.ipynb" })).toBe("n.ipynb");
  expect(pathOf({ path: 7 })).toBeNull();
});
