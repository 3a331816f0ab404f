/** PatchIssue: what is wrong with the shape of a draft, in words for who wrote it, and what would be right in its place. */

import type { z } from "zod";
import type { Refusal } from "../rules/reason.js";

/** Of several things that are wrong, the first. */
export function refusalOf(issue: z.core.$ZodIssue | undefined): Refusal {
  const where =
    issue === undefined || issue.path.length === 0 ? "The patch" : `“${issue.path.map(String).join(".")}”`;
  return {
    reason: issue?.code === "too_big" ? "SIZE_LIMIT" : "SCHEMA_INVALID",
    says: `${where}: ${issue?.message ?? "this is not the shape of a patch"}.`,
    hint: rightPlaces[String(issue?.path[0])] ?? shape,
  };
}

/** What an issue says where the schema has no words of its own for it. */
export function wordsOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "too_small":
      return "it is empty";
    case "too_big":
      return `it is too long; at most ${issue.maximum} ${issue.origin === "array" ? "items" : "characters"} are allowed`;
    case "invalid_type":
      return issue.input === undefined ? "it is missing" : `${nouns[issue.expected] ?? issue.expected} was expected`;
    case "invalid_value":
      return `one of ${issue.values.map(String).join(", ")} was expected`;
    case "unrecognized_keys":
      return `it has keys that such a patch does not take: ${issue.keys.join(", ")}`;
    case "invalid_key":
      return issue.issues[0]?.message ?? "no name that a field can have";
    case "invalid_union":
      return issue.path?.[0] === "op" ? "no op that there is" : "no value that frontmatter can hold";
    default:
      return "this is not what a patch has here";
  }
}

const nouns: Readonly<Record<string, string>> = {
  string: "a text",
  array: "a list",
  object: "a map",
  record: "a map",
};

const shape =
  "A patch has an op (create, append, merge, set_with_version, archive, restore), a page, and what the op needs.";

/** By the key of a patch that the issue is at. */
const rightPlaces: Readonly<Record<string, string>> = {
  page: "Name the page by its id, for example travel-mornings; pagefile pages lists them.",
  title: "For example “Morning departures”: one line, at most 120 characters.",
  value: "For example “Trains under 4 h are fine.”; what is long becomes several pages.",
  entries: 'A list of texts, for example ["- Takes the 9:14."].',
  tags: "For example travel, or late-trains; at most 40 characters each.",
  fields: "For example prefers, with a text, a number, true, false, null, or a list or map of them.",
  key: "For example title, pin or fields.prefers.",
  base: "The version that pagefile show names; of a page without one its blob id.",
  actor: "human, or agent: and a name, for example agent:desk.",
  session: "The name that the harness gives the session, for example 7f3a; leave it out where there is none.",
  evidence: "For example session:7f3a#L120, page:travel-mornings or url:https://example.org/.",
};
