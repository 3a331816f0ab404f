/** PlainPatch: a draft that is plainly a patch, read without its schema; whatever leaves a doubt is the schema's to judge. */

import { limits } from "../base/limits.js";
import type { YamlValue } from "../page/frontmatter/print--frontmatter.js";
import { origins, pageTypes, pins, scopes } from "../page/page--page.js";
import type { Patch } from "./patch.js";

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
