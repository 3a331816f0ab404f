/** GuardText: no word of a patch may be a secret, and none may stand for text that was left out. */

import { findElisions } from "../../rules/elision.js";
import type { Refusal } from "../../rules/reason.js";
import { findSecrets, redactSecrets, type SecretMatch } from "../../rules/secret-keys--secret.js";
import type { Patch } from "../patch.js";

/** What the patch brings, and nothing of the page it is for: what is in a page already is not this patch's doing. */
export function guardText(patch: Patch): Refusal | null {
  const { texts, grounds } = partsOf(patch);
  for (const [field, text] of [...texts, ...grounds]) {
    const secret = findSecrets(text)[0];
    if (secret !== undefined) return secretRefused(field, secret);
  }
  for (const [field, text] of texts) {
    const elision = findElisions(text)[0];
    if (elision === undefined) continue;
    const hint =
      elision.kind === "omission"
        ? "Send only what is new: a patch adds to what is there, so nothing needs to be stood for. To write about such words, put them in `backticks`."
        : "Leave the blanked value out, or name where it is kept. To write about such a blank, put it in `backticks`.";
    const place = text.includes("\n") ? `${field}, line ${elision.line}` : field;
    const what = elision.kind === "omission" ? "stands for text that was left out" : "is a blank that redaction left";
    return {
      reason: "ELISION_DETECTED",
      says: `“${redactSecrets(elision.text)}” in ${redactSecrets(place)} ${what}.`,
      hint,
    };
  }
  return null;
}

/** `field` is where the secret was met, as the writer would name it; it is blanked too, because a name can be the secret. */
export function secretRefused(field: string, secret: Pick<SecretMatch, "kind" | "redacted">): Refusal {
  return {
    reason: "SECRET_DETECTED",
    says: `There is a secret in ${redactSecrets(field)}: ${secret.redacted}. Nothing of it was kept.`,
    hint: "Write where the secret is kept instead of the secret. If it was real and went through an agent, change it.",
  };
}

type Part = readonly [field: string, text: string];

interface Parts {
  /** What becomes part of a page. */
  readonly texts: readonly Part[];
  /** What becomes part of the commit message or of a name; an id is no prose, so elisions are not looked for. */
  readonly grounds: readonly Part[];
}

function partsOf(patch: Patch): Parts {
  const { actor, session, id, evidence, page } = patch;
  const grounds: Part[] = [
    ["actor", actor],
    ["session", session ?? ""],
    ["id", id ?? ""],
    ["evidence", evidence.join("\n")],
    ["page", page ?? ""],
  ];
  switch (patch.op) {
    case "create":
      return {
        texts: [["title", patch.title], ["body", patch.value], ...named(patch.fields)],
        grounds: [...grounds, tagsOf(patch)],
      };
    case "append":
      return { texts: [["value", patch.value]], grounds };
    case "merge":
      return {
        texts: [["entries", patch.entries.join("\n")], ...named(patch.fields)],
        grounds: [...grounds, tagsOf(patch)],
      };
    case "set_with_version":
      return {
        texts: flat(patch.key, patch.key, patch.value),
        grounds: [...grounds, ["key", patch.key], ["base", patch.base]],
      };
    case "archive":
    case "restore":
      return { texts: [], grounds };
  }
}

function tagsOf(patch: { readonly tags: readonly string[] }): Part {
  return ["tags", patch.tags.join("\n")];
}

function named(fields: Readonly<Record<string, unknown>>): readonly Part[] {
  return Object.entries(fields).flatMap(([key, value]) => [
    ["fields", key] as const,
    ...flat(`fields.${key}`, key, value),
  ]);
}

/** With the key in front, because `password` is what makes a secret of its value; and without, because it may be split. */
function flat(name: string, leaf: string, value: unknown): readonly Part[] {
  if (Array.isArray(value)) {
    const strings = value.filter((item) => typeof item === "string");
    return [[name, strings.join("\n")], ...value.flatMap((item) => flat(name, leaf, item))];
  }
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, item]) => [
      [name, key] as const,
      ...flat(`${name}.${key}`, key, item),
    ]);
  }
  const text = String(value);
  return [
    [name, text],
    [name, `${leaf}: ${JSON.stringify(text)}`],
  ];
}
