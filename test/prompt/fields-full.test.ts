/** Fields at full fidelity: what a page says in fields alone is in prompts and in show, and its file stays as it is. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { digest } from "../../src/base/digest.js";
import { assemble } from "../../src/prompt/assemble.js";
import { show } from "../../src/prompt/parts.js";

import { makeRepo } from "../support/git-repo.js";
import { openTestWorkspace } from "../support/open-memory.js";

const files: Readonly<Record<string, string>> = {
  "memory/limit.md":
    "---\nid: limit\ntype: constraint\ntitle: Limit\nfields:\n  rule: Ask before the kiln is lit\n  applies_to: [studio, garage]\n  review_day: Friday!\n---\n",
  "memory/seats.md":
    "---\nid: seats\ntype: preference\ntitle: Seats\nfields: { subject: seats, prefers: aisle }\n---\n\n- Never the last row.\n",
  "MEMORY.md": "---\nfields: { owner: Ines }\n---\n# Memory\n\n## People\n\n- Ben bakes.\n",
};

async function opened(more: Readonly<Record<string, string>> = {}) {
  const repo = makeRepo();
  for (const [path, text] of Object.entries({ ...files, ...more })) repo.write(path, text);
  const workspace = await openTestWorkspace(repo);
  repo.git("add", "-A");
  repo.git("commit", "-qm", "Sample");
  onTestFinished(async () => {
    await workspace.close();
    repo.remove();
  });
  return { repo, workspace };
}

async function text(
  of: Promise<{ readonly ok: boolean; readonly value?: { readonly text: string } }>,
): Promise<string> {
  return (await of).value?.text ?? "none";
}

test("a prompt holds no secret that a compressed text has", async () => {
  const token = ["ghp", "abcdefghijklmnopqrstuvwxyz0123456789"].join("_");
  const body = `\n${"- The desk by the window has a red lamp and two drawers.\n".repeat(80)}`;
  const written = JSON.stringify(`Window desk, key ${token}.`);
  const head = `---\nid: desk\ntype: preference\ncompressed: ${written}\ncompressed_of: ${digest(body)}\n---\n`;
  const { workspace } = await opened({ "memory/desk.md": head + body });
  const demands = [{ page: "desk", fidelity: "compressed" }] as const;
  const said = await text(assemble(workspace, { budget: 500, demands, session: null, audience: "owner" }));
  expect(said).toContain("Window desk");
  expect(said).not.toContain(token);
});

test("a prompt holds no secret that the name of a file has", async () => {
  const token = ["ghp", "abcdefghijklmnopqrstuvwxyz0123456789"].join("_");
  const { workspace } = await opened({ [`memory/key-${token}.md`]: "---\nid: key\n---\n\n- The lamp is red.\n" });
  const said = await text(assemble(workspace, { budget: 4000, demands: [], session: null, audience: "owner" }));
  expect(said).toContain("The lamp is red.");
  expect(said).not.toContain(token);
});

test("a prompt and show hold the fields as sentences above the body, the same each time", async () => {
  const { repo, workspace } = await opened();
  const prompt = (): Promise<string> =>
    text(assemble(workspace, { budget: 4000, demands: [], session: null, audience: "owner" }));
  const said = await prompt();
  expect(said).toContain(
    ">\nRule: Ask before the kiln is lit.\nApplies to: studio; garage.\nReview day: Friday!\n</page-",
  );
  expect(said).toContain(">\nSubject: seats.\nPrefers: aisle.\n\n- Never the last row.\n</page-");
  expect(said).toContain(">\nOwner: Ines.\n\n# Memory\n</page-");
  expect(await prompt()).toBe(said);
  expect(await text(show(workspace, { page: "limit", fidelity: null }))).toBe(
    "Rule: Ask before the kiln is lit.\nApplies to: studio; garage.\nReview day: Friday!\n",
  );
  expect(await text(show(workspace, { page: "seats", fidelity: "compressed" }))).toContain("Prefers: aisle.");
  for (const [path, content] of Object.entries(files))
    expect(readFileSync(join(repo.dir, path), "utf8")).toBe(content);
});
