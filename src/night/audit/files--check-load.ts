/** CheckLoad: what of the files that a harness loads by itself is cut, or soon will be. */

import type { Loaded, LoadedFile } from "../../memory/truncate--load.js";
import type { CutPin } from "../../memory/truncate--load-pins.js";
import { thresholds } from "../thresholds.js";
import type { AuditFinding } from "./checks--audit.js";

/** `pins` are the pinned entries that are cut. */
export function checkLoad(loaded: Loaded, pins: readonly CutPin[]): readonly AuditFinding[] {
  const files = [...new Set(pins.map(({ path }) => path))];
  return [
    ...files.map((path) =>
      pinsFinding(
        path,
        pins.filter((pin) => pin.path === path),
      ),
    ),
    ...loaded.files.flatMap((file) => [...cutFinding(file, loaded), ...nearFinding(file, loaded)]),
    ...nearTotal(loaded),
  ];
}

const pinsShown = 3;

/** One remark a file, with its first pins by name: what is to be done is the same for all of them. */
function pinsFinding(path: string, pins: readonly CutPin[]): AuditFinding {
  const isHard = pins.some(({ pin }) => pin === "hard");
  const each = pins.filter(({ entry }, at) => pins.findIndex((pin) => pin.entry === entry) === at);
  const shown = each.slice(0, pinsShown).map(({ text, entry, line }) => `line ${line} “${text}” (${entry})`);
  const more = each.length > pinsShown ? ` and ${each.length - pinsShown} more` : "";
  const what = pins.length === 1 ? "1 pinned entry is" : `${pins.length} pinned entries are`;
  return {
    check: "pinned_cut",
    severity: isHard ? "error" : "warning",
    path,
    line: pins[0]?.line ?? 0,
    says: `${what} not loaded: ${shown.join(", ")}${more}.`,
    hint: "Shorten what stands before, or move what is pinned up.",
  };
}

function cutFinding(file: LoadedFile, { unit }: Loaded): readonly AuditFinding[] {
  if (file.missing.length === 0) return [];
  const places = file.missing
    .map(({ start, end, lines: [first, last] }) => `${start}–${end} (lines ${first}–${last})`)
    .join(", ");
  const says =
    file.state === "dropped"
      ? `Nothing of it is loaded: the files before it use up the total.`
      : `Of ${file.size} ${unit} ${file.loaded} are loaded; cut are the characters ${places}.`;
  const hint = "Move what is seldom needed to pages of their own; the middle of a file goes first.";
  const line = file.missing[0]?.lines[0] ?? 0;
  return [{ check: "bootstrap_cut", severity: "warning", path: file.path, line, says, hint }];
}

function nearFinding(file: LoadedFile, { unit }: Loaded): readonly AuditFinding[] {
  if (file.max === null || file.state !== "whole" || file.size <= file.max * thresholds.nearShare) return [];
  const says = `It has ${file.size} of the ${file.max} ${unit} that are loaded of it.`;
  return [{ ...near, path: file.path, says }];
}

function nearTotal({ total, max, unit }: Loaded): readonly AuditFinding[] {
  if (max === null || total <= max * thresholds.nearShare) return [];
  return [{ ...near, path: null, says: `All files together take ${total} of the ${max} ${unit} that are loaded.` }];
}

const near = {
  check: "bootstrap_near",
  severity: "warning",
  line: 0,
  hint: "Shorten it now: what is over the limit is cut without a word.",
} as const;
