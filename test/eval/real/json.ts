/** Json: reads answers of the program whose shape may have gained or lost keys since. */

export type Doc = Readonly<Record<string, unknown>>;

export function docOf(value: unknown): Doc {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Doc) : {};
}

export function docsOf(value: unknown): readonly Doc[] {
  return Array.isArray(value) ? value.map(docOf) : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Every string below a value, with the key it stands under. */
export function stringsIn(value: unknown, key = ""): readonly { readonly key: string; readonly text: string }[] {
  if (typeof value === "string") return [{ key, text: value }];
  if (Array.isArray(value)) return value.flatMap((each) => stringsIn(each, key));
  return Object.entries(docOf(value)).flatMap(([name, each]) => stringsIn(each, name));
}
