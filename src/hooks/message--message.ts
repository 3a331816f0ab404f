/** HookMessage: trailers put into a commit message where git's own interpret-trailers puts them; a pure function of the text. */

/**
 * The message with the lines behind its last trailer, or as a new last paragraph. What follows the text (comments, blank lines, a
 * scissors line and the diff below it) stays where it is. `comment` opens a comment line; null where git takes all lines as text.
 */
export function addTrailers(message: string, lines: readonly string[], comment: string | null): string {
  const end = endOfText(message, comment);
  const text = message.slice(0, end);
  const added = lines.map((line) => `${line}\n`).join("");
  const ended = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  if (hasTrailers(ended, comment)) return `${ended.trimEnd()}\n${added}${message.slice(end)}`;
  const lastLine = ended.slice(ended.lastIndexOf("\n", ended.length - 2) + 1);
  return ended + (isBlank(lastLine) ? "" : "\n") + added + message.slice(end);
}

/** Whether there is a word to commit: git ends a commit whose message is comments alone, and so must we leave it. */
export function isEmptyMessage(message: string, comment: string | null): boolean {
  return linesOf(message.slice(0, endOfText(message, comment))).every(
    (line) => isBlank(line) || isComment(line, comment) || /^Signed-off-by: /.test(line),
  );
}

/** Whether a line of the text, in any paragraph, already says why: a squashed message holds trailers in its middle. */
export function carriesReason(message: string, comment: string | null): boolean {
  return linesOf(message.slice(0, endOfText(message, comment))).some((line) => line.startsWith("Pagefile-Reason:"));
}

/** The lines of the text, comments left out. */
export function textLines(message: string, comment: string | null): readonly string[] {
  return linesOf(message.slice(0, endOfText(message, comment))).filter((line) => !isComment(line, comment));
}

/** Whether a line of the text is the trailer `Pagefile-Allow:` with this word. */
export function allows(message: string, word: string, comment: string | null): boolean {
  return linesOf(message.slice(0, endOfText(message, comment))).some(
    (line) =>
      /^pagefile-allow:/i.test(line) &&
      line
        .slice("pagefile-allow:".length)
        .split(/[ \t\r,]+/)
        .includes(word),
  );
}

/** A commit that `git rebase --autosquash` folds into another, whose message is the one that counts. */
export function isFixup(message: string): boolean {
  return /^(?:fixup|squash|amend)! /.test(message);
}

/** Where the text ends: before the scissors line, and before the comments and blank lines that trail it. */
function endOfText(message: string, comment: string | null): number {
  let end = message.length;
  if (comment !== null) {
    const scissors = `${comment} ------------------------ >8 ------------------------\n`;
    const cut = message.startsWith(scissors) ? 0 : message.indexOf(`\n${scissors}`) + 1;
    if (cut > 0 || message.startsWith(scissors)) end = cut;
  }
  let text = 0;
  for (let at = 0; at < end; ) {
    const newline = message.indexOf("\n", at);
    const next = newline < 0 || newline >= end ? end : newline + 1;
    const line = message.slice(at, next);
    if (line !== "\n" && !isComment(line, comment)) text = next;
    at = next;
  }
  return text;
}

/** git's rule for the last paragraph: trailers alone, or one that git itself writes and a quarter of the lines; never the title. */
function hasTrailers(text: string, comment: string | null): boolean {
  const lines = linesOf(text);
  const title = lines.findIndex((line) => isBlank(line) && !isComment(line, comment));
  if (title < 0) return false;
  let trailers = 0;
  let others = 0;
  let continued = 0;
  let recognized = false;
  for (let at = lines.length - 1; at >= title; at -= 1) {
    const line = lines[at]!;
    if (isComment(line, comment)) {
      others += continued;
      continued = 0;
    } else if (isBlank(line)) {
      if (trailers + others + continued === 0) continue;
      others += continued;
      return recognized ? trailers * 3 >= others : trailers > 0 && others === 0;
    } else if (/^(?:Signed-off-by: |\(cherry picked from commit )/.test(line)) {
      trailers += 1;
      continued = 0;
      recognized = true;
    } else if (/^[A-Za-z0-9-]+[ \t]*:/.test(line)) {
      trailers += 1;
      continued = 0;
    } else if (/^[ \t]/.test(line)) continued += 1;
    else {
      others += 1 + continued;
      continued = 0;
    }
  }
  return false;
}

function linesOf(text: string): readonly string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function isBlank(line: string): boolean {
  return line.trim() === "";
}

function isComment(line: string, comment: string | null): boolean {
  return comment !== null && line.startsWith(comment);
}
