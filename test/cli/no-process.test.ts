/** The embedded engine starts no process: nothing it loads, at any depth, can. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { closureOf } from "./compiled.js";

const entry = "src/git/embedded/history.ts";
const able = ["child_process", "cluster", "worker_threads", "vm"];

describe("what the embedded engine loads", () => {
  it("is no module that starts a process", () => {
    const { files, packages } = closureOf(entry);
    expect(files.size).toBeGreaterThan(20);
    expect([...packages].filter((name) => able.includes(name.replace(/^node:/, "")))).toEqual([]);
    expect([...packages].filter((name) => !name.startsWith("node:"))).toContain("isomorphic-git");
  });

  it("isomorphic-git itself requires none either", () => {
    const code = readFileSync(createRequire(import.meta.url).resolve("isomorphic-git"), "utf8");
    const required = [...code.matchAll(/\brequire\('([^']+)'\)/g)].map((match) => match[1] ?? "");
    expect(required.length).toBeGreaterThan(3);
    expect(required.filter((name) => able.includes(name.replace(/^node:/, "")))).toEqual([]);
  });
});
