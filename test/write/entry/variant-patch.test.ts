/** Variant patches: which pages of a store are refreshed, and where a short text counts as one. */
import { describe, expect, test } from "vitest";
import { digest } from "../../../src/base/digest.js";
import type { PagePath } from "../../../src/base/ids.js";
import { limits } from "../../../src/base/limits.js";
import { readValue } from "../../../src/write/entry/keys.js";
import { keepExtract, refreshVariant, validateVariants } from "../../../src/write/entry/variant.js";
import type { PatchEnvelope } from "../../../src/write/patch.js";

import { groundOf } from "../../support/ground.js";

const page = (id: string, compressed: string, of: string, body: string): string =>
  `---\nid: ${id}\ncompressed: ${JSON.stringify(compressed)}\ncompressed_of: ${JSON.stringify(of)}\n---\n${body}`;
const [stale, fresh] = [
  page("seats", "Old.", digest("x"), "- New.\n"),
  page("fares", "Kept.", digest("- New.\n"), "- New.\n"),
];
const envelope: PatchEnvelope = { session: null, actor: "human", origin: "user", evidence: [], id: null };

function refreshed(files: Readonly<Record<string, string>>, paths: readonly string[], uncommitted = "") {
  const ground = groundOf(files, { uncommitted: [uncommitted] });
  const validated = validateVariants(paths as readonly PagePath[], envelope, ground);
  if (!validated.ok) throw new Error(validated.error.says);
  return validated.value;
}

describe("a refresh of several pages", () => {
  const files = {
    "memory/s.md": stale,
    "memory/t.md": stale.replace("id: seats", "id: trains"),
    "memory/f.md": fresh,
  };

  test("changes those whose short text is of another body, and names them as its grounds", () => {
    expect(refreshed(files, ["memory/s.md", "memory/f.md", "memory/t.md", "memory/gone.md"])).toEqual({
      targets: [
        { op: "variant", id: "seats", path: "memory/s.md" },
        { op: "variant", id: "trains", path: "memory/t.md" },
      ],
      changes: ["memory/s.md", "memory/t.md"].map((path) => ({ kind: "edit", path, edit: { kind: "variant" } })),
      reason: "VARIANT_REFRESH",
      subject: "refresh: 2 short texts made anew",
      envelope: { ...envelope, evidence: ["file:memory/s.md", "file:memory/t.md"] },
    });
    expect(refreshed(files, ["memory/s.md"]).subject).toBe("refresh: 1 short text made anew");
  });

  test("leaves out what no commit has and what is not ours to write", () => {
    expect(refreshed(files, ["memory/s.md"], "memory/s.md").targets).toEqual([]);
    const instruction = { "AGENTS.md": stale, "memory/s.md": stale.replace("id: seats", "id: zones") };
    expect(refreshed(instruction, ["AGENTS.md", "memory/s.md"]).targets.map(({ id }) => id)).toEqual(["zones"]);
  });
});

describe("a short text", () => {
  test.each([page("a", "", "x", "- a\n"), page("a", "  ", "x", "- a\n"), "---\ncompressed: 3\n---\n- a\n", "- a\n"])(
    "that is blank or no text is none: %j",
    (text) => {
      expect(refreshVariant("memory/a.md", text)).toEqual({ ok: true, value: text });
    },
  );

  test("of exactly the length a page may keep stays whole, and a longer one loses its last line", () => {
    const shortOf = (body: string): string => {
      const done = refreshVariant("memory/a.md", page("a", "Old.", "x", body));
      const kept = done.ok ? readValue("memory/a.md", done.value, ["compressed"]) : done;
      return kept.ok ? String(kept.value) : kept.error.says;
    };
    const tagged = (chars: number): string => `- ${"x".repeat(chars - 6)} [t]`;
    const [first, second] = [tagged(100), tagged(limits.compressedCharsMax - 101)];
    expect(shortOf(`${first}\n${second}\n`)).toBe(`${first}\n${second}`);
    expect(shortOf(`${first}\n${second}\n`)).toHaveLength(limits.compressedCharsMax);
    expect(shortOf(`${first}\n${tagged(limits.compressedCharsMax - 100)}\n`)).toBe(`${first}\n…`);
    expect(shortOf(`${first}\n${tagged(limits.compressedCharsMax - 103)}\n- [t]\n`)).toBe(
      `${first}\n${tagged(limits.compressedCharsMax - 103)}\n…`,
    );
  });

  test("made by hand, or refused, is carried along by nothing", () => {
    const [before, after] = [fresh, fresh.replace("- New.\n", "- Newer.\n")];
    expect(keepExtract("memory/f.md", before, { ok: true, value: after })).toEqual({ ok: true, value: after });
    const refusal = { ok: false, error: { reason: "MALFORMED", says: "x", hint: "y" } } as const;
    expect(keepExtract("memory/f.md", before, refusal)).toBe(refusal);
  });
});
