/**
 * ParsePatch: the one reader of drafts, wherever they come from: the shape and the bounds of a patch, and in words what is wrong with one and what
 * would be right in its place. What needs the page table is checked by `validate`.
 */

import * as z from "zod/mini";
import { limits } from "../base/limits.js";
import { err, ok, type Result } from "../base/result.js";
import type { YamlValue } from "../page/frontmatter/print.js";
import { origins, pageTypes, pins, scopes } from "../page/page.js";
import type { Refusal } from "../rules/refusal.js";
import type { Patch } from "./patch.js";
import { guardText } from "./validate.js";

/** Everything that has a default may be left out: actor, origin, session, evidence, id, tags, fields, entries. */
export function parsePatch(draft: unknown): Result<Patch, Refusal> {
  const parsed = patchSchema().safeParse(draft, { error: wordsOf });
  if (!parsed.success) return err(refusalOf(parsed.error.issues[0]!));
  // Before anything can stage, journal or name it: no draft that holds a secret ever becomes a patch.
  const refused = guardText(parsed.data);
  return refused === null ? ok(parsed.data) : err(refused);
}

let made: z.ZodMiniType<Patch> | null = null;

/**
 * What a draft may be, as data: whoever offers patches as a tool shows its JSON Schema. Made when it is first asked for: most
 * processes read pages alone, and it costs them a tenth of their start.
 */
export function patchSchema(): z.ZodMiniType<Patch> {
  made ??= makeSchema();
  return made;
}

function makeSchema(): z.ZodMiniType<Patch> {
  const yamlValue: z.ZodMiniType<YamlValue> = z.lazy(() =>
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(yamlValue), z.record(z.string(), yamlValue)]),
  );

  const words = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));
  const pageName = z.string().check(z.minLength(1), z.maxLength(limits.pathCharsMax));
  const text = z.string().check(
    z.refine((value) => value.trim() !== "", "the text is empty; at least one word is expected"),
    z.maxLength(limits.patchBytesMax, `the text is longer than ${limits.patchBytesMax} characters`),
  );
  const title = z.string().check(
    z.trim(),
    z.minLength(1, "the title is empty"),
    z.maxLength(
      limits.titleCharsMax,
      `the title is longer than ${limits.titleCharsMax} characters; move the detail into the body`,
    ),
    z.refine((value) => !/[\r\n]/.test(value), "the title has a line break; one line is expected"),
  );
  const tag = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/, "a tag is lower-case letters, digits and dashes"));
  const tags = z._default(z.array(tag).check(z.maxLength(limits.tagsMax)), []);
  const name = z.string().check(z.regex(/^[A-Za-z_][\w-]{0,63}$/, "a field name is letters, digits, _ and -"));
  const fields = z._default(z.record(name, yamlValue), {});
  const body = z
    .string()
    .check(z.maxLength(limits.patchBytesMax, `the body is longer than ${limits.patchBytesMax} characters`));

  const envelope = {
    actor: z._default(words(120), "human"),
    origin: z._default(z.enum(origins), "user"),
    session: z._default(z.nullable(words(120)), null),
    evidence: z._default(z.array(words(500)).check(z.maxLength(20)), []),
    id: z._default(z.nullable(z.string().check(z.minLength(1), z.maxLength(120))), null),
  };

  return z.discriminatedUnion("op", [
    z.strictObject({
      op: z.literal("create"),
      page: z._default(z.nullable(pageName), null),
      type: z.enum(pageTypes),
      title,
      scope: z._default(z.nullable(z.enum(scopes)), null),
      pin: z._default(z.nullable(z.enum(pins)), null),
      tags,
      fields,
      value: z._default(body, ""),
      ...envelope,
    }),
    z.strictObject({ op: z.literal("append"), page: pageName, value: text, ...envelope }),
    z.strictObject({
      op: z.literal("merge"),
      page: pageName,
      fields,
      tags,
      entries: z._default(z.array(text).check(z.maxLength(200)), []),
      ...envelope,
    }),
    z.strictObject({
      op: z.literal("set_with_version"),
      page: pageName,
      key: z.string().check(z.minLength(1), z.maxLength(200)),
      value: yamlValue,
      base: z.string().check(z.trim(), z.minLength(1, "the base names the version the writer saw")),
      ...envelope,
    }),
    z.strictObject({ op: z.enum(["archive", "restore"]), page: pageName, ...envelope }),
  ]);
}

// PatchIssue: what is wrong with the shape of a draft, in words for who wrote it, and what would be right in its place.

/** Of several things that are wrong, the first. */
function refusalOf({ code, message, path }: z.core.$ZodIssue): Refusal {
  const where = path.length === 0 ? "The patch" : `“${path.map(String).join(".")}”`;
  return {
    reason: code === "too_big" ? "SIZE_LIMIT" : "SCHEMA_INVALID",
    says: `${where}: ${message}.`,
    hint: rightPlaces[String(path[0])] ?? shape,
  };
}

/** What an issue says where the schema has no words of its own for it. */
function wordsOf(issue: z.core.$ZodRawIssue): string {
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
