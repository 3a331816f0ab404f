/** Result: the words of a tool's result in every shape that harnesses hand on, and what is no word beside them. */

import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { toolResult } from "../../../src/session/transcript/transcript.js";

const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]);
const base64 = image.toString("base64");
const sha = `sha256:${createHash("sha256").update(image).digest("hex")}`;
const line = `[image/png, 8 bytes, ${sha}]`;

describe("tool result", () => {
  it.each([
    ["words", "fares", "fares"],
    ["nothing", undefined, ""],
    ["a command's streams", { stdout: "ok\n", stderr: "warned", interrupted: false }, "ok\n\nwarned"],
    ["a command without errors", { stdout: "ok", stderr: "" }, "ok"],
    ["a file", { type: "text", file: { filePath: "a.ts", content: "1\n2" } }, "1\n2"],
    [
      "blocks",
      [
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ],
      "a\nb",
    ],
    ["an MCP answer", { content: [{ type: "text", text: "a" }], isError: false }, "a"],
    ["anything else, with sorted keys", { z: 1, a: [true, null] }, '{"a":[true,null],"z":1}'],
    ["a list that is no blocks", [3, 1], "[3,1]"],
    ["what JSON cannot spell", { a: Number.NaN }, '{"a":"NaN"}'],
  ])("of %s", (_, output, text) => {
    expect(toolResult(output)).toEqual({ text, media: [] });
  });

  it.each([
    [
      "a model provider's block",
      [{ type: "image", source: { type: "base64", media_type: "image/png", data: base64 } }],
    ],
    ["an MCP block", { content: [{ type: "image", data: base64, mimeType: "image/png" }] }],
    ["an MCP resource", [{ type: "resource", resource: { uri: "x:", mimeType: "image/png", blob: base64 } }]],
    ["a file that was read", { type: "image", file: { base64, type: "image/png", originalSize: 8 } }],
    ["an address that holds it", { a: { b: `data:image/png;base64,${base64}` } }],
  ])("leaves a line where %s has media", (_, output) => {
    const { text, media } = toolResult(output);
    expect(text).toContain(line);
    expect(text).not.toContain(base64);
    expect(media).toEqual([{ type: "image/png", bytes: image, digest: sha }]);
  });

  it("takes the same media once, and leaves words that only look like them", () => {
    const block = { type: "image", data: base64, mimeType: "image/png" };
    expect(toolResult([block, block]).media).toHaveLength(1);
    expect(toolResult({ data: "aGVsbG8=", type: "greeting" })).toEqual({
      text: '{"data":"aGVsbG8=","type":"greeting"}',
      media: [],
    });
    expect(toolResult("data: none").text).toBe("data: none");
  });

  it("ends with values that do not", () => {
    let deep: unknown = "bottom";
    for (let at = 0; at < 5_000; at += 1) deep = { deep };
    expect(toolResult(deep).text).toContain("nested deeper");
  });
});
