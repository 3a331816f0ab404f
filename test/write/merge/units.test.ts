/** Units' tests: what a body is cut into, and which bodies no cut gives back. */
import { describe, expect, it } from "vitest";
import { type Unit, unitsOf } from "../../../src/write/merge/settle.js";

const heading = (says: string, gap: string, text = says): Unit => ({
  kind: "heading",
  says,
  key: says,
  under: "",
  text,
  gap,
});
/** Digests of `a` and `b`, whatever bullet stands before them. */
const [a, b] = ["ca978112ca1bbdca", "3e23e8160039594a"];

describe("unitsOf", () => {
  it("gives each heading and entry with what it stands under and the blank lines behind it", () => {
    expect(unitsOf("\n# T\n\n- a\n- b\n\n## S\n\na\n\n")).toEqual({
      lead: "\n",
      list: [
        heading("# T", "\n\n"),
        { kind: "bullet", says: a, key: `# T\n${a}`, under: "# T", text: "- a", gap: "\n" },
        { kind: "bullet", says: b, key: `# T\n${b}`, under: "# T", text: "- b", gap: "\n\n" },
        heading("## S", "\n\n"),
        { kind: "block", says: a, key: `## S\n${a}`, under: "## S", text: "a", gap: "\n\n" },
      ],
    });
  });

  it("stands under nothing before the first heading, and names a heading by depth and title alone", () => {
    expect(unitsOf("a\r\n\r\nTitle\r\n=====")).toEqual({
      lead: "",
      list: [
        { kind: "block", says: a, key: `\n${a}`, under: "", text: "a", gap: "\r\n\r\n" },
        heading("# Title", "", "Title\r\n====="),
      ],
    });
  });

  it.each(["", "\n", " \n\n"])("finds nothing in %j", (body) => {
    expect(unitsOf(body)).toEqual({ lead: body, list: [] });
  });

  it.each(["# T\r- a\n", "- a\r- b\r", "- a\n- b\r- c\n", "[x]: y\r# H\n", "\r\n\f\r- a# H"])(
    "does not cut where a lone carriage return puts two blocks on one line: %j",
    (body) => {
      expect(unitsOf(body)).toBeNull();
    },
  );
});
