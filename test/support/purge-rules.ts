/** PurgeRules: rules that take one word out of everything, and whole lines and files with it. */

import type { PurgeRules } from "../../src/history/purge/purge.js";

const word = "POISON";

/** Lines that hold the word go; a file of which nothing is left goes too. */
export const poisonRules: PurgeRules = {
  file: cut,
  name: (path) => path,
  record: (bytes) => cut("", bytes),
  message: (text, renames) =>
    text.replaceAll(word, "REDACTED").replace(/[0-9a-f]{7,40}/g, (hex) => renames.object(hex) ?? hex),
  log: (text) => lines(text),
  isOwn: () => false,
  holds: (bytes) => Buffer.from(bytes).includes(word),
};

function cut(_path: string, bytes: Uint8Array): Uint8Array | null {
  const text = Buffer.from(bytes).toString("utf8");
  const kept = lines(text);
  return kept === text ? bytes : kept === "" ? null : Buffer.from(kept);
}

function lines(text: string): string {
  return text
    .split("\n")
    .filter((line) => !line.includes(word))
    .join("\n");
}
