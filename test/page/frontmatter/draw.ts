/** Draw: a scanned tree as one line, so that a test sees every span, style and value of it at once. */

import { expect } from "vitest";
import type { YamlNode, YamlScalar } from "../../../src/page/frontmatter/print.js";
import { scanFrontmatter } from "../../../src/page/frontmatter/scan.js";

/** `inner` between fences is read as `drawn`, and the fences end where they end. */
export function expectDrawn(inner: string, drawn: string): void {
  const text = `---\n${inner}\n---\n`;
  const scanned = scanFrontmatter("a.md", text);
  if (!scanned.ok || scanned.value === null) throw new Error(scanned.ok ? "no frontmatter" : scanned.error.says);
  expect(draw(text, scanned.value.root)).toBe(drawn);
  const { span, inner: between } = scanned.value;
  expect([span, between]).toEqual([
    { start: 0, end: text.length },
    { start: 4, end: text.length - 4 },
  ]);
}

/**
 * A plain string is itself; any other plain value has a `!` behind it, and what it means where that is written otherwise. What is
 * quoted or a block text stands in `<>` with its text. Collections have their span in front, and a `-` where they are on lines.
 */
function draw(text: string, node: YamlNode): string {
  if (node.kind === "scalar") return drawScalar(text.slice(node.start, node.end), node);
  if (node.kind === "opaque") return `<opaque ${node.text}>`;
  const parts =
    node.kind === "list"
      ? node.items.map((item) => draw(text, item))
      : node.pairs.map(({ key, keySpan, value }) => {
          const written = text.slice(keySpan.start, keySpan.end);
          return `${written === key ? key : `<${written} = ${key}>`}: ${draw(text, value)}`;
        });
  const [open, close] = node.kind === "list" ? "[]" : "{}";
  return `${node.flow ? "" : "-"}${open}${node.start}-${node.end} ${parts.join(", ")}${close}`;
}

function drawScalar(written: string, { start, style, text, value }: YamlScalar): string {
  if (style !== "plain") return `<${style} ${written} = ${text}>${value === text ? "" : `!${JSON.stringify(value)}`}`;
  if (written !== text) return `<plain ${written} = ${text}>`;
  if (value === text) return text;
  const meant = JSON.stringify(value);
  return `${written === "" ? `@${start}` : written}!${meant === written ? "" : meant}`;
}
