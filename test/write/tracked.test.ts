/** Tracked files: what stands on disk alone, or was edited by hand, taken into HEAD and the index. */
import { describe, expect, test } from "vitest";
import type { Change, Edit } from "../../src/write/change.js";
import { blobOf } from "../support/ground.js";
import { laid, type Places, path } from "../support/places.js";

const p = path("memory/p.md");
const one = (head: string | null, index = head, work = index): Readonly<Record<string, Places>> => ({
  [p]: [head, index, work],
});

describe("a file taken as it is", () => {
  const track = (of: Edit | null): Change => ({ kind: "track", path: p, edit: of });
  const adopt: Edit = { kind: "adopt", pairs: [["id", "p"]] };

  test.each<[name: string, files: Readonly<Record<string, Places>>, change: Change, want: Places | null]>([
    ["is known from now on", one(null, null, "- a\n"), track(null), ["- a\n", "- a\n", "- a\n"]],
    [
      "is edited on the way",
      one(null, null, "- a\n"),
      track(adopt),
      Array(3).fill("---\nid: p\n---\n- a\n") as unknown as Places,
    ],
    [
      "is edited like any other where it is known",
      one("- a\n", "- a\n", "- z\n"),
      track(adopt),
      ["---\nid: p\n---\n- a\n", "---\nid: p\n---\n- a\n", "---\nid: p\n---\n- z\n"],
    ],
    ["is left alone where it is known", one("- a\n", "- a\n", "- z\n"), track(null), null],
    ["is nothing where it is gone", one(null), track(null), null],
  ])("%s", (_name, files, change, want) => {
    expect(laid(files, change)).toEqual(want === null ? {} : { [p]: want });
  });

  test("by hand makes a page, or is refused", () => {
    const take = (text: string): Change => ({ kind: "take", path: p, work: blobOf(text).oid });
    expect(laid(one("- a\n", "- a\n", "- z\n"), take("- z\n"))).toEqual({ [p]: ["- z\n", "- z\n", "- z\n"] });
    const broken = "---\npin: soft\n";
    expect(laid(one("- a\n", "- a\n", broken), take(broken))).toMatchObject({ reason: "SCHEMA_INVALID" });
  });
});
