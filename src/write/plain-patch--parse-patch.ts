/** Parse patch: the shape and the bounds of a patch; what needs the page table is checked by `validate`. */

import { z } from "zod";
import { limits } from "../base/limits.js";
import { err, ok, type Result } from "../base/result--result.js";
import type { YamlValue } from "../page/frontmatter/print--frontmatter.js";
import { origins, pageTypes, pins, scopes } from "../page/page--page.js";
import type { Refusal } from "../rules/reason.js";
import { guardText } from "./guard/hand.js";
import type { Patch } from "./patch.js";
import { refusalOf, wordsOf } from "./patch--patch-issue.js";
import { plainPatch } from "./plain-patch.js";

/** Everything that has a default may be left out: actor, origin, session, evidence, id, tags, fields, entries. */
export function parsePatch(draft: unknown): Result<Patch, Refusal> {
  const read = plainPatch(draft);
  const parsed = read === null ? parseBySchema(draft) : ok(read);
  if (!parsed.ok) return parsed;
  // Before anything can stage, journal or name it: no draft that holds a secret ever becomes a patch.
  const refused = guardText(parsed.value);
  return refused === null ? parsed : err(refused);
}

/** Whatever the draft is; every refusal is worded here. */
export function parseBySchema(draft: unknown): Result<Patch, Refusal> {
  const parsed = patchSchema().safeParse(draft, { error: wordsOf });
  return parsed.success ? ok(parsed.data) : err(refusalOf(parsed.error.issues[0]));
}

let made: z.ZodType<Patch> | null = null;

/**
 * What a draft may be, as data: whoever offers patches as a tool shows its JSON Schema. Made when it is first asked for: most
 * processes read pages alone, and it costs them a tenth of their start.
 */
export function patchSchema(): z.ZodType<Patch> {
  made ??= makeSchema();
  return made;
}

function makeSchema(): z.ZodType<Patch> {
  const yamlValue: z.ZodType<YamlValue> = z.lazy(() =>
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(yamlValue), z.record(z.string(), yamlValue)]),
  );

  const pageName = z.string().min(1).max(limits.pathCharsMax);
  const text = z
    .string()
    .refine((value) => value.trim() !== "", "the text is empty; at least one word is expected")
    .max(limits.patchBytesMax, `the text is longer than ${limits.patchBytesMax} characters`);
  const title = z
    .string()
    .trim()
    .min(1, "the title is empty")
    .max(
      limits.titleCharsMax,
      `the title is longer than ${limits.titleCharsMax} characters; move the detail into the body`,
    )
    .refine((value) => !/[\r\n]/.test(value), "the title has a line break; one line is expected");
  const tag = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, "a tag is lower-case letters, digits and dashes");
  const tags = z.array(tag).max(limits.tagsMax).default([]);
  const fields = z.record(
    z.string().regex(/^[A-Za-z_][\w-]{0,63}$/, "a field name is letters, digits, _ and -"),
    yamlValue,
  );

  const envelope = {
    actor: z.string().trim().min(1).max(120).default("human"),
    origin: z.enum(origins).default("user"),
    session: z.string().trim().min(1).max(120).nullable().default(null),
    evidence: z.array(z.string().trim().min(1).max(500)).max(20).default([]),
    id: z.string().min(1).max(120).nullable().default(null),
  };

  return z.discriminatedUnion("op", [
    z.strictObject({
      op: z.literal("create"),
      page: pageName.nullable().default(null),
      type: z.enum(pageTypes),
      title,
      scope: z.enum(scopes).nullable().default(null),
      pin: z.enum(pins).nullable().default(null),
      tags,
      fields: fields.default({}),
      value: z
        .string()
        .max(limits.patchBytesMax, `the body is longer than ${limits.patchBytesMax} characters`)
        .default(""),
      ...envelope,
    }),
    z.strictObject({ op: z.literal("append"), page: pageName, value: text, ...envelope }),
    z.strictObject({
      op: z.literal("merge"),
      page: pageName,
      fields: fields.default({}),
      tags,
      entries: z.array(text).max(200).default([]),
      ...envelope,
    }),
    z.strictObject({
      op: z.literal("set_with_version"),
      page: pageName,
      key: z.string().min(1).max(200),
      value: yamlValue,
      base: z.string().trim().min(1, "the base names the version the writer saw"),
      ...envelope,
    }),
    z.strictObject({ op: z.enum(["archive", "restore"]), page: pageName, ...envelope }),
  ]);
}
