/** JsonLine: looking into JSON of unknown shape without ever throwing. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** The object a line holds; null for anything else. */
export function parseLine(line: string): JsonObject | null {
  try {
    return objectOf(JSON.parse(line));
  } catch {
    return null;
  }
}

export function objectOf(value: unknown): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(objectOf).filter((each) => each !== null) : [];
}
