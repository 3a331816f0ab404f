/** NoCut: a purge of nothing, to be filled with what a test takes out. */

import type { Cut } from "../../src/history/purge/cut.js";

export const noCut: Cut = {
  entries: new Set(),
  pages: new Set(),
  paths: new Set(),
  titles: [],
  gists: [],
  spans: [],
  words: [],
  items: new Set(),
  sessions: [],
  sections: [],
  sources: new Set(),
  secrets: false,
};
