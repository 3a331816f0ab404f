/** Tool scene: a small memory as a memory tool meets it, and what a file of the tool is validated to. */

import type { Oid } from "../../src/base/ids.js";
import type { Refusal } from "../../src/rules/refusal.js";
import type { Validated, ValidationInput } from "../../src/write/change.js";
import type { PatchEnvelope } from "../../src/write/patch.js";
import { type ToolFile, validateToolFile } from "../../src/write/tool-file.js";

import { blobOf, envelopeOf, groundOf } from "./ground.js";
import { path } from "./places.js";

export const files = {
  "memory/a.md": "---\nid: seats\ntitle: A\n---\n- a\n",
  "memory/sub/b.md": "- b\n",
  "memory/notes.txt": "x\n",
  "memory/rule.md": "---\nid: rule\n---\n- x [pinned]\n- y\n",
  "archive/2026/x.md": "---\nid: other\n---\n- x\n",
};
type Texts = Readonly<Record<string, string | null>>;

interface Otherwise {
  /** What stands on disk, or in HEAD, in place of the file of the scene; null for nothing. */
  readonly disk?: Texts;
  readonly head?: Texts;
  readonly ground?: Partial<ValidationInput>;
  readonly envelope?: Partial<PatchEnvelope>;
}

/** By an agent, where nothing else is said. */
export function run(
  file: ToolFile,
  { disk = {}, head = {}, ground = {}, envelope = {} }: Otherwise = {},
): Validated | Refusal {
  const blob = (text: string | null | undefined) => (text == null ? null : blobOf(text));
  const states = new Map(
    [...Object.entries(files), ...Object.entries(head)].map(([name, text]) => {
      const [committed, work] = [
        name in head ? (head[name] ?? null) : text,
        name in disk ? (disk[name] ?? null) : text,
      ];
      return [name, { path: path(name), head: blob(committed), index: blob(committed), work: blob(work) }] as const;
    }),
  );
  const at = groundOf(files, ground);
  const sent = envelopeOf({ actor: "agent:x", origin: "agent", ...envelope });
  const done = validateToolFile(file, sent, at, { commit: "c0" as Oid, states, config: at.config, now: at.now });
  return done.ok ? done.value : done.error;
}
