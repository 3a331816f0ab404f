/**
 * PlainPatch: a draft read as a patch: by a look where it plainly is one, and by its schema where that leaves a doubt. What needs the page table
 * is checked by `validate`.
 */

import { z } from "zod";
import { limits } from "../base/limits.js";
import { err, ok, type Result } from "../base/result.js";
import type { YamlValue } from "../page/frontmatter/print.js";
import { origins, pageTypes, pins, scopes } from "../page/page.js";
import type { Refusal } from "../rules/reason.js";
import { guardText } from "./guard/hand.js";
import { type Patch, refusalOf, wordsOf } from "./patch.js";

// PlainPatch: a draft that is plainly a patch, read without its schema; whatever leaves a doubt is the schema's to judge.

/** The value as the schema gives it; undefined where the schema has to be asked. */
type Read<T> = (value: unknown) => T | undefined;

interface Part {
  readonly read: Read<unknown>;
  /** What stands for a key that the draft leaves out; absent where it may not. */
  readonly absent?: () => unknown;
}

type Shape = Readonly<Record<string, Part>>;

/**
 * What `patchSchema` makes of the draft, keys in its order; null where it might refuse it. Loading what makes the schema takes
 * longer than all else that is done to a patch, and most patches were checked by it already when they were staged.
 */
export function plainPatch(draft: unknown): Patch | null {
  if (!isPlainMap(draft)) return null;
  const { op } = draft;
  const shape = typeof op === "string" && Object.hasOwn(shapes, op) ? shapes[op] : undefined;
  if (shape === undefined || Object.keys(draft).some((key) => !Object.hasOwn(shape, key))) return null;
  const patch: Record<string, unknown> = {};
  for (const [key, { read, absent }] of Object.entries(shape)) {
    const value = Object.hasOwn(draft, key) ? read(draft[key]) : absent?.();
    if (value === undefined) return null;
    patch[key] = value;
  }
  return patch as unknown as Patch;
}

/** As JSON makes them: nothing inherited, nothing but texts for keys. */
function isPlainMap(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.getOwnPropertySymbols(value).length === 0 && !Object.hasOwn(value, "__proto__");
}

const text =
  (least: number, most: number): Read<string> =>
  (value) =>
    typeof value === "string" && value.length >= least && value.length <= most ? value : undefined;

const trimmed =
  (most: number): Read<string> =>
  (value) =>
    typeof value === "string" ? text(1, most)(value.trim()) : undefined;

const words: Read<string> = (value) => {
  const whole = text(1, limits.patchBytesMax)(value);
  return whole === undefined || whole.trim() === "" ? undefined : whole;
};

const title: Read<string> = (value) => {
  const line = trimmed(limits.titleCharsMax)(value);
  return line === undefined || /[\r\n]/.test(line) ? undefined : line;
};

const tag: Read<string> = (value) =>
  typeof value === "string" && /^[a-z][a-z0-9-]{0,39}$/.test(value) ? value : undefined;

const oneOf =
  (values: readonly string[]): Read<string> =>
  (value) =>
    values.find((one) => one === value);

const listOf =
  <T>(read: Read<T>, most: number): Read<T[]> =>
  (value) => {
    if (!Array.isArray(value) || value.length > most) return undefined;
    const items: T[] = [];
    // By its places: what an array leaves out is no item.
    for (let at = 0; at < value.length; at++) {
      const item = read(value[at]);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items;
  };

/** Deeper is no value of frontmatter, and the schema is not kept from saying so. */
const deepMax = 16;

const valueAt =
  (depth: number): Read<YamlValue> =>
  (value) => {
    if (value === null || typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
    if (depth >= deepMax) return undefined;
    if (Array.isArray(value)) return listOf(valueAt(depth + 1), Number.POSITIVE_INFINITY)(value);
    return mapOf(valueAt(depth + 1), () => true)(value);
  };

const mapOf =
  <T>(read: Read<T>, isName: (key: string) => boolean): Read<Record<string, T>> =>
  (value) => {
    if (!isPlainMap(value)) return undefined;
    const map: Record<string, T> = {};
    for (const [key, item] of Object.entries(value)) {
      const known = isName(key) ? read(item) : undefined;
      if (known === undefined) return undefined;
      map[key] = known;
    }
    return map;
  };

const orNull =
  (read: Read<unknown>): Read<unknown> =>
  (value) =>
    value === null ? null : read(value);

const fields = mapOf(valueAt(0), (key) => /^[A-Za-z_][\w-]{0,63}$/.test(key));
const none = (): null => null;
const tags: Part = { read: listOf(tag, limits.tagsMax), absent: () => [] };
const someFields: Part = { read: fields, absent: () => ({}) };
const page: Part = { read: text(1, limits.pathCharsMax) };

const envelope: Shape = {
  actor: { read: trimmed(120), absent: () => "human" },
  origin: { read: oneOf(origins), absent: () => "user" },
  session: { read: orNull(trimmed(120)), absent: none },
  evidence: { read: listOf(trimmed(500), 20), absent: () => [] },
  id: { read: orNull(text(1, 120)), absent: none },
};

const op: Part = { read: (value) => value };

const shapes: Readonly<Record<string, Shape>> = {
  create: {
    op,
    page: { read: orNull(page.read), absent: none },
    type: { read: oneOf(pageTypes) },
    title: { read: title },
    scope: { read: orNull(oneOf(scopes)), absent: none },
    pin: { read: orNull(oneOf(pins)), absent: none },
    tags,
    fields: someFields,
    value: { read: text(0, limits.patchBytesMax), absent: () => "" },
    ...envelope,
  },
  append: { op, page, value: { read: words }, ...envelope },
  merge: { op, page, fields: someFields, tags, entries: { read: listOf(words, 200), absent: () => [] }, ...envelope },
  set_with_version: {
    op,
    page,
    key: { read: text(1, 200) },
    value: { read: valueAt(0) },
    base: { read: trimmed(Number.POSITIVE_INFINITY) },
    ...envelope,
  },
  archive: { op, page, ...envelope },
  restore: { op, page, ...envelope },
};

// Parse patch: the shape and the bounds of a patch; what needs the page table is checked by `validate`.

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
