/** Assembling: what the commands that make a prompt share of what is typed: the budget and the demands. */

import { type Outcome, usage } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { profileNames } from "../../memory/profile.js";
import { fidelities } from "../../page/page--page.js";
import type { AssembleQuery } from "../../prompt/assemble.js";
import type { HarnessAt } from "../../prompt/candidates--harness-loads.js";
import type { Call } from "../command.js";
import { positiveWhole, textOption } from "../command--input.js";

const budgetMax = 100_000_000;

/** null when `--budget` was not given. */
export function budgetOption(call: Call): Outcome<number | null> {
  const typed = textOption(call, "budget");
  return typed === null ? ok(null) : positiveWhole(typed, "--budget", budgetMax);
}

/** Who loads the memory's own files beside the prompt; null where nobody was named. */
export function harnessOption(call: Call): Outcome<HarnessAt | null> {
  const typed = textOption(call, "harness");
  if (typed === null) return ok(null);
  const name = profileNames.find((each) => each === typed);
  if (name !== undefined) return ok({ name, folder: "project" });
  return err(usage(`--harness “${typed}” is no harness.`, `One of: ${profileNames.join(", ")}.`));
}

/** How much of a receipt is told. */
export function shownBy({ options }: Call): { readonly explain: boolean; readonly all: boolean } {
  return { explain: options.explain === true, all: options.all === true };
}

/** `page` or `page:fidelity`; neither ids nor paths hold a colon. */
export function parseDemands(typed: readonly string[]): Outcome<AssembleQuery["demands"]> {
  const demands: AssembleQuery["demands"][number][] = [];
  for (const text of typed) {
    const colon = text.lastIndexOf(":");
    const page = colon < 0 ? text : text.slice(0, colon);
    const wanted = colon < 0 ? null : text.slice(colon + 1);
    const fidelity = fidelities.find((each) => each === wanted) ?? null;
    if (page === "" || (wanted !== null && fidelity === null)) {
      const says = `--demand “${text}” names no page and fidelity.`;
      return err(
        usage(
          says,
          `Write --demand travel-mornings or --demand travel-mornings:full (one of ${fidelities.join(", ")}).`,
        ),
      );
    }
    demands.push({ page, fidelity });
  }
  return ok(demands);
}
