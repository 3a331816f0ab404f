/** Render explain: why every page stands in the prompt as it does, in words. */

import type { AssembleAnswer } from "../../prompt/assemble--assemble.js";
import type { OmittedReason, SelectedReason } from "../../prompt/decision--decision.js";
import { type Cell, table } from "./table.js";
import type { Theme } from "./table--theme.js";

const why: Readonly<Record<SelectedReason | OmittedReason, string>> = {
  pinned: "pinned, at its minimum",
  demanded: "asked for",
  prefetched: "worth its tokens",
  upgraded: "shown fuller, there was room",
  over_budget: "worth less for its tokens",
  not_demanded: "not asked for",
  minimum_over_budget: "its minimum did not fit",
  audience_denied: "private to its owner",
  session_denied: "of another session",
  cold_tier: "archived",
  origin_denied: "not approved",
  unreadable: "cannot be read",
  harness_loads: "loaded by the harness itself",
  superseded: "a narrower scope has this id",
};

export function explanation(answer: AssembleAnswer, theme: Theme): string {
  const rows: (readonly Cell[])[] = [
    ...answer.selected.map((page): readonly Cell[] => [
      { text: "in", paint: theme.green },
      { text: page.id, paint: theme.bold },
      { text: page.fidelity },
      { text: String(page.tokens), align: "right" },
      { text: why[page.reason] },
    ]),
    ...answer.omitted.map((page): readonly Cell[] => [
      { text: "out", paint: theme.yellow },
      { text: page.id, paint: theme.bold },
      { text: "" },
      { text: "", align: "right" },
      { text: why[page.reason] },
    ]),
  ];
  return table(["", "page", "fidelity", "tokens", "because"], rows, theme);
}
