/** The History contract on the native engine. */

import { openNativeHistory } from "../../src/git/native.js";
import { historyContract } from "./history.js";

const open = async (root: string) => {
  const history = await openNativeHistory(root);
  if (!history.ok) throw new Error(`${history.error.code}: ${history.error.says}`);
  return history.value;
};

historyContract("native", open, {
  linkedWorktree: true,
  sha256: true,
  indexVersion4: true,
  splitIndex: true,
  alternates: true,
  hooks: true,
  replacements: true,
  signing: true,
  filters: false,
});
