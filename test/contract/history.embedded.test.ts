/** The History contract on the embedded engine. */

import { openEmbeddedHistory } from "../../src/git/embedded/history.js";
import { historyContract } from "./history.js";

const open = async (root: string) => {
  const history = await openEmbeddedHistory(root);
  if (!history.ok) throw new Error(`${history.error.code}: ${history.error.says}`);
  return history.value;
};

historyContract("embedded", open, {
  linkedWorktree: false,
  sha256: false,
  indexVersion4: false,
  splitIndex: false,
  alternates: false,
  replacements: false,
  hooks: false,
  signing: false,
  filters: false,
});
