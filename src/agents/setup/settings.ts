/** JsonTree: where the parts of a JSON text stand, so that a member can be put in or taken out and every other byte stays. */

/** From the first character to behind the last one. */
export interface JsonNode {
  readonly start: number;
  readonly end: number;
  /** Of an object, in the order of the text. */
  readonly members: readonly JsonMember[] | null;
  /** Of an array. */
  readonly items: readonly JsonNode[] | null;
  readonly value: unknown;
}

export interface JsonMember {
  readonly key: string;
  /** Where its key begins; it ends where its value ends. */
  readonly start: number;
  readonly node: JsonNode;
}

/** null for a text that is no JSON, or in which an object has a key twice. */
export function parseTree(text: string): JsonNode | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  // The text is known to be right, so that whatever stands where a value begins tells what it is.
  const scan: Scan = { text, at: 0, repeats: false };
  const node = valueAt(scan);
  return scan.repeats ? null : node;
}

interface Scan {
  readonly text: string;
  at: number;
  repeats: boolean;
}

function valueAt(scan: Scan): JsonNode {
  skipBlank(scan);
  const start = scan.at;
  const first = scan.text[start];
  if (first === "{") return objectAt(scan, start);
  if (first === "[") return arrayAt(scan, start);
  if (first === '"') skipText(scan);
  else while (scan.at < scan.text.length && !",]} \t\r\n".includes(scan.text[scan.at] ?? "")) scan.at += 1;
  return ended(scan, start, { members: null, items: null });
}

function objectAt(scan: Scan, start: number): JsonNode {
  const members: JsonMember[] = [];
  scan.at += 1;
  for (skipBlank(scan); scan.text[scan.at] !== "}"; skipBlank(scan)) {
    if (scan.text[scan.at] === ",") scan.at += 1;
    skipBlank(scan);
    const from = scan.at;
    skipText(scan);
    const key = JSON.parse(scan.text.slice(from, scan.at)) as string;
    skipBlank(scan);
    scan.at += 1;
    if (members.some((member) => member.key === key)) scan.repeats = true;
    members.push({ key, start: from, node: valueAt(scan) });
  }
  scan.at += 1;
  return ended(scan, start, { members, items: null });
}

function arrayAt(scan: Scan, start: number): JsonNode {
  const items: JsonNode[] = [];
  scan.at += 1;
  for (skipBlank(scan); scan.text[scan.at] !== "]"; skipBlank(scan)) {
    if (scan.text[scan.at] === ",") scan.at += 1;
    items.push(valueAt(scan));
  }
  scan.at += 1;
  return ended(scan, start, { members: null, items });
}

function ended(scan: Scan, start: number, parts: Pick<JsonNode, "members" | "items">): JsonNode {
  return { start, end: scan.at, ...parts, value: JSON.parse(scan.text.slice(start, scan.at)) };
}

function skipBlank(scan: Scan): void {
  while (" \t\r\n".includes(scan.text[scan.at] ?? "x")) scan.at += 1;
}

function skipText(scan: Scan): void {
  scan.at += 1;
  for (; scan.text[scan.at] !== '"'; scan.at += 1) if (scan.text[scan.at] === "\\") scan.at += 1;
  scan.at += 1;
}
