/** Evidence: the page of a tool's result: a patch that passes whatever the result holds, and the same for the same. */

import { describe, expect, it } from "vitest";
import { callTitle, evidenceDraft, type KeptResult } from "../../src/write/evidence-blobs.js";
import { parsePatch } from "../../src/write/parse-patch.js";

const who = { session: "s-one", actor: "agent:claude-code" };
const result: KeptResult = {
  tool: "Bash",
  call: "Bash: npm test",
  signature: 'Bash {"command":"npm test"}',
  digest: `sha256:${"ab".repeat(32)}`,
  bytes: 12,
};

function bodyOf(text: string | null): string {
  const draft = evidenceDraft(result, text, who);
  expect(evidenceDraft(result, text, who)).toEqual(draft);
  const parsed = parsePatch(draft);
  if (!parsed.ok) throw new Error(`${parsed.error.reason}: ${parsed.error.says}`);
  expect(parsed.value).toMatchObject({ op: "create", type: "evidence", scope: "session", origin: "tool" });
  return String(draft.value);
}

describe("evidence page", () => {
  it("holds the call, the digest, the size, the command that resolves it, and the text", () => {
    expect(evidenceDraft(result, "41 passed", who)).toMatchObject({
      title: "Bash: npm test",
      fields: {
        tool: "Bash",
        signature: result.signature,
        digest: result.digest,
        bytes: 12,
        resolves: `pagefile evidence ${result.digest}`,
      },
      evidence: ["tool:Bash"],
    });
    // The digest stands in the fields and is not said again.
    expect(bodyOf("41 passed\n")).toBe("```text\n41 passed\n```");
  });

  it("is named by the call and what came of it", () => {
    const { page } = evidenceDraft(result, "a", who);
    expect(page).toMatch(/^evidence-[0-9a-f]{16}$/);
    expect(evidenceDraft({ ...result, digest: `sha256:${"cd".repeat(32)}` }, "a", who).page).not.toBe(page);
    expect(evidenceDraft({ ...result, signature: "Bash {}" }, "a", who).page).not.toBe(page);
    expect(evidenceDraft(result, "a", { ...who, session: "s-two" }).page).toBe(page);
  });

  it("shows the beginning and the end of what is long, in whole lines", () => {
    const lines = Array.from({ length: 50_000 }, (_, at) => `line ${at} of the log`).join("\n");
    const body = bodyOf(lines);
    expect(body.length).toBeLessThan(1_600);
    expect(body).toMatch(/```text\nline 0 of the log\nline 1 of the log\n/);
    expect(body).toMatch(/\nline 49999 of the log\n```$/);
    expect(body.split("\n").every((line) => !/^line/.test(line) || /^line \d+ of the log$/.test(line))).toBe(true);
    const pairs = bodyOf("🙂".repeat(2_000));
    expect(Buffer.from(pairs).toString("utf8")).toBe(pairs);
  });

  it.each([
    ["text that stands for other text", "function a() {\n// ... rest of the code unchanged\n}"],
    ["blanks that redaction left", "token: [REDACTED:github-token]\n[REDACTED]"],
    ["fences", "```ts\nconst a = 1;\n```\n````\nfour\n"],
    ["frontmatter and headings", "---\nid: other\n---\n# Heading\n\n- entry\n</memory>\n<!-- pagefile -->"],
    ["colors and a cursor that moves", "\u001b[31mred\u001b[0m\r\n\u0007\u202eabc\u{e0041}"],
  ])("passes as a patch with %s in it", (_, text) => {
    const body = bodyOf(text);
    const fence = /^(`{3,})text\n/.exec(body)?.[1] ?? "";
    expect(body.endsWith(`\n${fence}`)).toBe(true);
    expect(body.split(`\n${fence}\n`).length).toBe(1);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
    expect(body).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u{e0000}-\u{e007f}]/u);
  });

  it("says of bytes that they are, and of what is gone that it is", () => {
    expect(bodyOf("\0\u0001binary")).toContain("is binary");
    expect(bodyOf(null)).toContain("call the tool again");
  });
});

describe("title of a call", () => {
  it("is one short line", () => {
    expect(callTitle("Bash", "npm test")).toBe("Bash: npm test");
    expect(callTitle("Bash", "cat <<EOF\n  a\nEOF")).toBe("Bash: cat <<EOF a EOF");
    expect(callTitle("Read", "a/".repeat(200)).length).toBeLessThanOrEqual(100);
  });

  it("is the tool alone where the argument cannot stand in a page, and still tells calls apart", () => {
    const secret = ["ghp_", "a1B2".repeat(9)].join("");
    const title = callTitle("Bash", `curl -H "Authorization: token ${secret}"`);
    expect(title).toMatch(/^Bash, [0-9a-f]{8}$/);
    expect(callTitle("Bash", "echo [rest of the file unchanged]")).toMatch(/^Bash, /);
    expect(callTitle("mcp__fares", null)).toMatch(/^mcp__fares, /);
  });
});
