/** EditText: what a replacement or an insertion makes of a file's text, or why it makes nothing. */

import { err, ok, type Result } from "../base/result--result.js";

export interface EditedText {
  readonly text: string;
  /** The first line that is new, from 1. */
  readonly line: number;
}

/** The error is what the model is told. `oldText` has to stand once in the whole text, over several lines too. */
export function replaceOnce(
  shown: string,
  text: string,
  { oldText, newText }: { readonly oldText: string; readonly newText: string },
): Result<EditedText, string> {
  if (oldText === "")
    return err(
      `No replacement was performed, old_str is empty; it has to hold the text to replace. Use insert to add lines to ${shown}.`,
    );
  const places = placesOf(text, oldText);
  const [at] = places;
  if (at === undefined)
    return err(`No replacement was performed, old_str \`${oldText}\` did not appear verbatim in ${shown}.`);
  if (places.length > 1) {
    const lines = [...new Set(places.map((place) => lineAt(text, place)))].join(", ");
    return err(
      `No replacement was performed. Multiple occurrences of old_str \`${oldText}\` in lines: ${lines}. Please ensure it is unique`,
    );
  }
  return ok({ text: text.slice(0, at) + newText + text.slice(at + oldText.length), line: lineAt(text, at) });
}

/** After that many lines; the text's last line break, if it has one, is the line's own. */
export function insertAfter(text: string, line: number, added: string): Result<EditedText, string> {
  const lines = text.split("\n");
  if (!Number.isInteger(line) || line < 0 || line > lines.length) {
    return err(
      `Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, ${lines.length}]`,
    );
  }
  lines.splice(line, 0, added.endsWith("\n") ? added.slice(0, -1) : added);
  return ok({ text: lines.join("\n"), line: line + 1 });
}

function placesOf(text: string, part: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) places.push(at);
  return places;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
