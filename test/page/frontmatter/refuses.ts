/** Refuses: tests that the scanner refuses texts with these words, on these lines. */

import { expect, test } from "vitest";
import { scanFrontmatter } from "../../../src/page/frontmatter/scan.js";
import type { FindingCode } from "../../../src/page/page.js";

/** What stands between the fences, and the line of the file that is named. */
type Refused = readonly (readonly [string, number])[];

export function refuses(says: string, hint: string, code: FindingCode, list: Refused): void {
  test.each(list)(`${says} %j`, (inner, line) => {
    const error = { code, severity: "error", path: "notes/a.md", line, says, hint };
    expect(scanFrontmatter("notes/a.md", `---\n${inner}\n---\nbody\n`)).toEqual({ ok: false, error });
  });
}
